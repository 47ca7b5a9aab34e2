"""Cards with a blue banner: fights and sabotage, after all equipment is placed."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.parts import FACES, NONE, Loot
from fimbul.games.drakkar.rules.red import fizzle, plays, richest_first, spend
from fimbul.games.drakkar.rules.steps import Asking
from fimbul.games.drakkar.rules.stowing import lose, rehome
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import (
    KEPT,
    Drakkar,
    collect,
    rivals,
    said,
    say,
    steal,
    throw,
    wanted_kinds,
)
from fimbul.kernel import Counted, Said, phrase


class Fight(Asking, frozen=True):  # rule: yellow.spear-boost
    """A Raid or a Boarding: Spears may be raised before strengths are compared, +2 each.

    Only by whoever raids or boards; a defender cannot.
    """

    beat = True
    raised: tuple[int, ...] = ()  # rule: ruling.spear-how-many

    def spears(self, state: Drakkar) -> list[str]:  # rule: ruling.spear-own-fights
        lances = s.spears(state.ships[self.seat])
        return [FACES[spear] for spear in lances if spear not in self.raised]

    def strength(self, state: Drakkar) -> int:
        return s.strength(state.pack, state.ships[self.seat]) + p.BOOST * len(self.raised)

    def fight(self, state: Drakkar) -> int:
        """The strength of the fight; raised Spears are discarded for it."""
        mine, berths = self.strength(state), state.ships[self.seat]
        for spear in self.raised:
            berths = s.without(berths, spear)
            throw(state, spear)
        state.ships[self.seat] = berths
        spend(state, self.seat)
        return mine

    def fits(self, state: Drakkar) -> bool:
        lances = s.spears(state.ships[self.seat])
        return set(self.raised) <= set(lances) and len(set(self.raised)) == len(self.raised)


class Raid(Fight, frozen=True):  # rule: blue.raid-needs-viking, ruling.raid-target
    """Against any rival, by anybody with a Viking, ship complete or not."""

    rule = "blue.raid-compare"

    def ask(self, state: Drakkar) -> str:
        return _raids(self.strength(state), bool(self.spears(state)))

    def possible(self, state: Drakkar) -> list[str]:
        pack, ships = state.pack, state.ships
        if not s.crew(pack, ships[self.seat]):
            return []
        weakest_first = sorted(
            rivals(state, self.seat), key=lambda rival: s.strength(pack, ships[rival])
        )
        return [*[p.SEATS[rival] for rival in weakest_first], *self.spears(state)]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            fizzle(state, self.seat)
        elif pick in p.SEAT_OF:
            self.attack(state, p.SEAT_OF[pick])
        else:
            state.then(Raid(self.seat, (*self.raised, p.FACE_OF[pick])))

    def attack(self, state: Drakkar, rival: int) -> None:  # rule: blue.raid-compare
        """Higher wins a token; equal or lower loses. The loser loses a card."""
        mine, theirs = self.fight(state), s.strength(state.pack, state.ships[rival])
        state.events.append(_raided(self.seat, rival, mine, theirs))
        if mine > theirs:  # rule: ruling.raid-poor-rival
            state.then(Plunder(self.seat, rival), Casualty(rival))  # rule: blue.raid-win
        else:
            state.then(Casualty(self.seat))  # rule: blue.raid-lose

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        if thing == p.SEATS[self.seat]:
            return "ruling.raid-target", "Attack a rival, not yourself."
        return super().why(state, thing)

    def fits(self, state: Drakkar) -> bool:
        return plays(state, self.seat, p.RAID) and super().fits(state)


@lru_cache(KEPT)
def _raids(strength: int, spears: bool) -> str:
    plain = "Raid with strength {strength}: attack a weaker rival to take a token"
    also = "Raid with strength {strength}: attack a weaker rival, or raise a Spear first for +2"
    return phrase(also if spears else plain, strength=strength)


@lru_cache(KEPT)
def _raided(seat: int, rival: int, mine: int, theirs: int) -> Said:
    wins = "{who} raids {rival} with {mine} against {theirs} and wins"
    loses = "{who} raids {rival} with {mine} against {theirs} and loses"
    template, other = wins if mine > theirs else loses, p.PLAYERS[rival]
    return said(seat, template, rival=other, mine=mine, theirs=theirs)


class Plunder(Asking, frozen=True):  # rule: blue.raid-win
    """The winner of a Raid takes a token of choice, if the rival has any."""

    rival: int = NONE
    rule = "blue.raid-win"

    def ask(self, state: Drakkar) -> str:
        return phrase("You won the Raid: take a token from {rival}", rival=p.PLAYERS[self.rival])

    def possible(self, state: Drakkar) -> list[str]:
        kinds = wanted_kinds(state, self.seat, self.rival)
        return [p.TOKENS[self.rival][kind] for kind in kinds]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick is not None:
            steal(state, self.seat, pick, self.rule)

    def fits(self, state: Drakkar) -> bool:
        return self.rival in rivals(state, self.seat)


class Casualty(Asking, frozen=True):  # rule: blue.raid-casualty, blue.board-casualty
    """One Viking or Spear that is still on the ship after the fight, if there is one."""

    rule = "blue.raid-casualty"
    prompt = "The fight has its price: choose the Viking or Spear that you lose"

    def possible(self, state: Drakkar) -> list[str]:  # rule: ruling.spear-and-casualty
        """The weakest Viking without a Spear first, then Spears, then Vikings that carry one."""
        pack, berths = state.pack, state.ships[self.seat]
        bare = s.bearers(pack, berths)[::-1]
        armed = [cargo for cargo in s.crew(pack, berths) if cargo not in bare]
        return [FACES[card] for card in (*bare, *s.spears(berths), *armed)]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick is not None:
            card = p.FACE_OF[pick]
            lose(state, self.seat, card)
            state.events.append(state.pack.losses[self.seat][card])
            rehome(state, self.seat)

    def fits(self, state: Drakkar) -> bool:
        return state.loose[self.seat] == NONE


class Boarding(Fight, frozen=True):  # rule: blue.board-complete, blue.board-casualty
    """Against a passing ship, from a complete ship only; it always costs a card."""

    rule = "blue.board-strength"

    def ask(self, state: Drakkar) -> str:
        return _boards(state.pack, state.played[self.seat], self.strength(state))

    def possible(self, state: Drakkar) -> list[str]:
        if not s.complete(state.pack, state.ships[self.seat]):
            return []
        spears = self.spears(state)
        lacking = state.pack.needs[state.played[self.seat]] - self.strength(state)
        if 0 < lacking <= p.BOOST * len(spears):
            return [*spears, p.BOARD]
        return [p.BOARD, *spears]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            fizzle(state, self.seat)
        elif pick == p.BOARD:
            self.board(state)
        else:
            state.then(Boarding(self.seat, (*self.raised, p.FACE_OF[pick])))

    def board(self, state: Drakkar) -> None:  # rule: blue.board-strength
        """Equal or higher brings the loot on the card, from the stacks."""
        card = state.played[self.seat]
        need, mine = state.pack.needs[card], self.fight(state)
        if mine >= need:  # rule: blue.board-loot, ruling.board-loot-source
            got = collect(state, self.seat, state.pack.loots[card])
            state.events.append(_boarded(self.seat, mine, need, got))
        else:
            fails = "{who} boards a ship with {mine} against {need}, in vain"
            say(state, self.seat, fails, mine=mine, need=need)
        state.then(Casualty(self.seat))  # rule: ruling.board-without-viking

    def fits(self, state: Drakkar) -> bool:
        return plays(state, self.seat, p.BOARDING) and super().fits(state)


@lru_cache(KEPT)
def _boards(pack: Pack, card: int, mine: int) -> str:
    template = "Board with strength {mine} against {need} for {loot}, or raise a Spear first for +2"
    return phrase(template, mine=mine, need=pack.needs[card], loot=p.said_loot(pack.loots[card]))


@lru_cache(KEPT)
def _boarded(seat: int, mine: int, need: int, got: Loot) -> Counted:
    words = phrase(
        "{who} boards a ship with {mine} against {need} and takes {loot}",
        who=p.PLAYERS[seat],
        mine=mine,
        need=need,
        loot=p.said_loot(got),
    )
    return Counted(seat=seat, amount=sum(got), rule="blue.board-loot", words=words)


class Sabotage(Asking, frozen=True):  # rule: blue.sabotage, blue.sabotage-empty
    """A Bow, Stern or Yggdrasil of a rival that holds nothing; never a Deck."""

    beat = True
    rule = "blue.sabotage"
    prompt = "Sabotage a rival's ship: destroy a Bow or Stern that carries nothing"

    def possible(self, state: Drakkar) -> list[str]:
        kinds, ships = state.pack.kinds, state.ships
        return [
            FACES[piece]
            for rival in richest_first(state, self.seat)
            for piece, cargo, _ in ships[rival]
            if cargo == NONE and kinds[piece] in p.ENDS  # rule: ruling.sabotage-targets
        ]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            fizzle(state, self.seat)
            return
        spend(state, self.seat)
        piece = p.FACE_OF[pick]
        for rival, berths in enumerate(state.ships):
            rest = tuple([berth for berth in berths if berth[0] != piece])
            if rest != berths:  # rule: ruling.sabotage-rest
                state.ships[rival] = rest
                throw(state, piece)
                card, other = state.pack.nouns[piece], p.PLAYERS[rival]
                words = "{who} destroys {card} of {rival}"
                say(state, self.seat, words, card=card, rival=other)

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        face = p.FACE_OF.get(thing, NONE)
        rival_ships = [state.ships[rival] for rival in rivals(state, self.seat)]
        pieces = {piece: cargo for berths in rival_ships for piece, cargo, _ in berths}
        if pieces.get(face, NONE) != NONE:
            return "blue.sabotage-empty", "A ship card that holds a stored card is safe."
        return "ruling.sabotage-targets", "Only a rival's Bow, Stern or Yggdrasil that is empty."

    def fits(self, state: Drakkar) -> bool:
        return plays(state, self.seat, p.SABOTAGE)


STEPS = {p.RAID: Raid, p.BOARDING: Boarding, p.SABOTAGE: Sabotage}
