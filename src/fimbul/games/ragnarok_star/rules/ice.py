"""Step 6 of a number: becoming Ice Master; and the change of the tiles that ends a round."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import fail
from fimbul.games.ragnarok_star.rules.guests import Window, discard, holders
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.table import (
    RagnarokStar,
    acting,
    count,
    held_tile,
    rivals,
    say,
    tell,
)
from fimbul.kernel import phrase

SEIZE = 6


class Seize(StarStep, frozen=True):  # rule: icemaster.take
    """One attempt takes the tile, wherever the boats are and whatever shield is up; two fail."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: icemaster.position-free
        seats = acting(state, SEIZE)  # rule: icemaster.shield-useless
        tile = p.TILE_NAMES[held_tile(state)]
        if len(seats) > 1:  # rule: angry.fail-icemaster
            words = "{bands} bands reach for the ice at once, so it stays with {who}"
            bands = p.COUNT_WORDS[len(seats)]  # rule: icemaster.conflict, ruling.icemaster-three
            tell(state, words, bands=bands, who=p.WHO[state.master])
            fail(state, seats)
        elif seats[0] == state.master:  # rule: icemaster.self, ruling.icemaster-self
            say(state, seats[0], "{who} is Ice Master already and keeps the {tile}", tile=tile)
        else:
            state.master = seats[0]  # rule: icemaster.keep, ruling.ice-tile-mid-round
            count(state, seats[0], p.ICE_TAKEN)
            say(state, seats[0], "{who} takes the {tile} and becomes Ice Master", tile=tile)


class RemoveTile(Asking, frozen=True):  # rule: ice.change-when, ice.change-remove
    """The change, step 1. One seat decides all three, openly."""

    prompt = "You are the Ice Master. Take one of the two tiles off the board"
    rule = "ice.change-remove"

    def options(self, state: RagnarokStar) -> list[str]:
        return [p.TILE_IDS[tile] for tile in state.ice if tile != p.NONE]

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: ice.change-order
        state.then(GiveTile(self.seat, p.TILE_OF[pick or ""]))

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing in p.TILE_OF:
            return self.rule, "You hold that tile yourself. Take one of the two on the board."
        return super().why(state, thing)

    def fits(self, state: RagnarokStar) -> bool:
        return self.seat == state.master  # rule: ruling.ice-change-one-decision


HAND = tuple(
    phrase("Hand the {tile} to an opponent, who is Ice Master from now on", tile=name)
    for name in p.TILE_NAMES
)
LAY = tuple(
    phrase(words, tile=name)
    for words, name in zip(
        (
            "Lay the {tile} on a free spot. It blocks the port and links the two islands beside it",
            "Lay the {tile} on a free spot. It links the two islands beside it",
            "Lay the {tile} on a free spot. It blocks the port before it",
        ),
        p.TILE_NAMES,
        strict=True,
    )
)


class GiveTile(Asking, frozen=True):  # rule: ice.change-give, ruling.give-tile-opponent
    """Step 2: the removed tile goes to an opponent, who is Ice Master from now on."""

    rule = "ice.change-give"

    tile: int = p.NONE

    def ask(self, state: RagnarokStar) -> str:
        return HAND[self.tile]

    def options(self, state: RagnarokStar) -> list[str]:
        others = rivals(state, self.seat)
        return [p.BAND_IDS[seat] for seat in others] if len(others) > 1 else []

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        to = p.BAND_OF[pick] if pick else rivals(state, self.seat)[0]
        state.then(PlaceTile(self.seat, self.tile, to))

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing == p.BAND_IDS[self.seat]:
            return "ruling.give-tile-opponent", "The tile must go to an opponent."
        return super().why(state, thing)

    def fits(self, state: RagnarokStar) -> bool:
        return self.seat == state.master and 0 <= self.tile < 3 and self.tile in state.ice


class PlaceTile(Asking, frozen=True):  # rule: ice.change-place, ruling.vacated-spot, ice.always-two
    """Step 3: the tile that was held goes to a spot without a tile, the vacated one included."""

    rule = "ice.change-place"

    tile: int = p.NONE
    to: int = p.NONE

    def ask(self, state: RagnarokStar) -> str:
        return LAY[held_tile(state)]

    def options(self, state: RagnarokStar) -> list[str]:
        removed = state.ice.index(self.tile)
        free = [spot for spot in p.RING if state.ice[spot] == p.NONE]
        return [p.SPOT_IDS[spot] for spot in (removed, *free)]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        placed, spot = held_tile(state), p.SPOT_OF[pick or ""]
        state.ice[state.ice.index(self.tile)] = p.NONE
        state.ice[spot] = placed
        state.master = self.to
        names = p.TILE_NAMES
        handed, laid = "{who} hands the {tile} to {whom}", "{who} lays the {tile} before {island}"
        say(state, self.seat, handed, tile=names[self.tile], whom=p.WHO[self.to])
        say(state, self.seat, laid, tile=names[placed], island=p.ISLAND_NAMES[spot])
        state.first = state.master
        state.then(*[ShiftIce(seat) for seat in holders(state, p.AMY)])

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing in p.SPOT_OF:
            return self.rule, "A tile lies on that spot already."
        return super().why(state, thing)

    def fits(self, state: RagnarokStar) -> bool:
        known = 0 <= self.tile < 3 and self.tile in state.ice
        return self.seat == state.master and known and self.to in rivals(state, self.seat)


class ShiftIce(Window, frozen=True):
    """Amy Wyrmhouse: one of the two tiles on the board moves to an empty spot."""

    prompt = "The ice has changed. Keep your Guest Star, or touch a tile to move it"
    effects = (p.AMY,)

    def plays(self, state: RagnarokStar) -> list[str]:
        return [p.TILE_IDS[tile] for tile in state.ice if tile != p.NONE]

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)
        state.then(SettleIce(self.seat, p.TILE_OF[pick]))

    def fits(self, state: RagnarokStar) -> bool:
        return self.may_hold(state)


class SettleIce(Asking, frozen=True):
    prompt, rule = "Choose the empty spot where the tile goes", "guest.play"

    tile: int = p.NONE

    def options(self, state: RagnarokStar) -> list[str]:
        return [p.SPOT_IDS[spot] for spot in p.RING if state.ice[spot] == p.NONE]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        spot = p.SPOT_OF[pick or ""]
        state.ice[state.ice.index(self.tile)] = p.NONE
        state.ice[spot] = self.tile
        tile, island = p.TILE_NAMES[self.tile], p.ISLAND_NAMES[spot]
        say(state, self.seat, "{who} moves the {tile} before {island}", tile=tile, island=island)

    def fits(self, state: RagnarokStar) -> bool:
        return state.mode == p.DIVA and 0 <= self.tile < 3 and self.tile in state.ice
