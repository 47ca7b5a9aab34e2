"""Setting up with powers: who chooses which card, and what the cards change before the start."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.cards import icons
from fimbul.games.ragnarocks.rules.moments import POWERS, Steps, speakers
from fimbul.games.ragnarocks.rules.scoring import contested, frozen, score
from fimbul.games.ragnarocks.rules.teams import in_turn, mates
from fimbul.games.ragnarocks.rules.turn import TurnStep, begin_turn
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Said, Step, phrase, player

FIRST = "Offer red two of the mythology cards. Pick the first"
SECOND = "Offer red two of the mythology cards. Pick the second"


def lay_out(state: Ragnarocks, first: int) -> None:  # rule: adv.setup-text, adv.setup-order
    """What powers change about the table before the first turn, ivory's first.

    A match that starts from a position is past that.
    """
    steps: Steps = [Opening(first)]  # rule: ruling.setup-sequence
    for power, owner in speakers(state, state.ivory):
        steps = power.setup(state, owner, steps)
    state.then(*steps)


class Opening(Step[Ragnarocks], frozen=True):
    """The first turn, unless a position leaves nothing to play for."""

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if not contested(state):  # rule: ruling.end-test
            score(state, "end.nobody-can-act")
        elif frozen(state):
            score(state, "ruling.frozen")
        else:
            begin_turn(state, self.seat)


# -- the advanced set-up -----------------------------------------------------------------------


class CardStep(TurnStep, frozen=True):
    """A choice among the cards, before the first turn."""

    first: int  # the seat that has the first turn
    before_play = True

    def laid(self) -> tuple[str, ...]:
        """The cards that lie on the table already, out of reach."""
        return ()


class Offer(CardStep, frozen=True):  # rule: adv.ivory-offers-two, ruling.must-play-offer
    """Ivory picks two different cards, one after the other."""

    offered: tuple[str, ...] = ()
    rule = "adv.ivory-offers-two"

    def ask(self, state: Ragnarocks) -> str:
        return SECOND if self.offered else FIRST

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in POWERS if name not in self.offered]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there are enough cards"
        offered = (*self.offered, pick.removeprefix("power:"))
        if len(offered) < p.OFFERED:
            state.then(Offer(self.seat, self.first, offered))
        else:
            state.then(Keep(1 - self.seat, self.first, offered))

    def laid(self) -> tuple[str, ...]:
        return self.offered

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"offer={pick.removeprefix('power:')}"


class Keep(CardStep, frozen=True):  # rule: adv.red-chooses-one
    """Red keeps one of the two, ivory gets the other."""

    offered: tuple[str, ...]
    rule = "adv.red-chooses-one"
    prompt = "Keep one of the two cards; ivory gets the other"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in self.offered if name in POWERS]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "two cards were offered"
        mine = pick.removeprefix("power:")
        other = next((name for name in self.offered if name != mine), "")
        state.powers = (mine, other) if self.seat == 0 else (other, mine)
        words = phrase("{who} keeps {power}", who=player(self.seat), power=POWERS[mine].title)
        state.events.append(Said(seat=self.seat, words=words))
        lay_out(state, self.first)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"keep={pick.removeprefix('power:')}"


# -- the set-up of a team game -----------------------------------------------------------------


class Pool(CardStep, frozen=True):  # rule: team.card-pool, adv.odin-icon
    """Ivory's players lay out a card with the icon in turn, until there is one for everybody."""

    pool: tuple[str, ...] = ()
    rule = "team.card-pool"

    def ask(self, state: Ragnarocks) -> str:
        number, words = len(self.pool) + 1, "Lay out a card for the draft ({number} of {count})"
        return phrase(words, number=number, count=state.seats)

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in icons(state) if name not in self.pool]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there are more cards with the icon than players"
        pool = (*self.pool, pick.removeprefix("power:"))
        ours = mates(state.teams, state.ivory)
        if len(pool) < state.seats:
            state.then(Pool(ours[len(pool) % len(ours)], self.first, pool))
        else:
            state.then(DraftCard(1 - state.ivory, self.first, pool))

    def laid(self) -> tuple[str, ...]:
        return self.pool

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"pool={pick.removeprefix('power:')}"


class DraftCard(CardStep, frozen=True, tag="Draft"):  # rule: team.draft, ruling.team-draft-unequal
    """Everybody takes a card, red's player of each number before ivory's."""

    pool: tuple[str, ...]  # what is left of it
    rule = "team.draft"
    prompt = "Take one of the cards as your power"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in self.pool if name in icons(state)]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there is a card for everybody"
        mine = pick.removeprefix("power:")
        powers = list(state.powers)
        powers[self.seat] = mine
        state.powers = tuple(powers)
        words = phrase("{who} takes {power}", who=player(self.seat), power=POWERS[mine].title)
        state.events.append(Said(seat=self.seat, words=words))
        left = tuple(name for name in self.pool if name != mine)
        waiting = [seat for seat in in_turn(state, 1 - state.ivory) if not state.powers[seat]]
        if waiting:
            state.then(DraftCard(waiting[0], self.first, left))
        else:
            lay_out(state, self.first)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"draft={pick.removeprefix('power:')}"
