"""Thor: runestones on the card, to be thrown anywhere."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import slides
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import restricted
from fimbul.games.ragnarocks.rules.regions import creates
from fimbul.games.ragnarocks.rules.sayings import STONES, asks, number_of
from fimbul.games.ragnarocks.rules.turn import OpenSummon, summoned
from fimbul.games.ragnarocks.rules.whereabouts import free_contested, named, place
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Said, phrase, sentence

HOARD = 4  # rule: power.thor.setup
LAID = ("{count} runestone lies on Thor's card", "{count} runestones lie on Thor's card")


class ThorThrow(OpenSummon, frozen=True):  # rule: power.thor.throw
    """A runestone from the card, on any free contested hex."""

    def ask(self, state: Ragnarocks) -> str:
        return "Thor throws a runestone from his card. Choose any free contested hex"

    def ways(self, state: Ragnarocks) -> list[str]:
        return named(state, restricted(state, self, free_contested(state)))

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "the card is offered only if there is a hex to throw at"
        state.hoard -= 1
        summoned(state, self, p.board(state.board).index[pick])

    def harmless(self, state: Ragnarocks) -> bool | None:
        board = p.board(state.board)
        line = slides(board, state.hexes, place(state, self.viking)) if state.supply else []
        return any(not creates(state, at) for at in line) or None

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return "power.thor.throw", phrase(
            "Thor cannot throw it there. {question}", question=sentence(self.ask(state))
        )


class SummonOrThrow(OpenSummon, frozen=True):
    """A hex in a straight line, or the card: then a hex for one of its runestones."""

    def question(self, state: Ragnarocks) -> str:
        words = "{question}, or touch Thor's card to throw a runestone from it"
        return asks(super().question(state), words)

    def ways(self, state: Ragnarocks) -> list[str]:
        throws = ThorThrow(self.seat, self.viking).ways(state)
        return [*super().ways(state), *(["power:thor"] if throws else [])]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick == "power:thor":
            state.then(ThorThrow(self.seat, self.viking))
        else:
            super().run(state, pick)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return "/" if pick.startswith("power:") else super().sign(state, pick)

    def harmless(self, state: Ragnarocks) -> bool | None:
        return any(not creates(state, at) for at in free_contested(state)) or None


class Thor(Power):
    title = "Thor"
    sentence = (
        "Instead of summoning you may throw one of the four runestones here on any free "
        "contested hex."
    )
    stoneless = True

    def on_card(self, state: Ragnarocks) -> str:
        return number_of(STONES, state.hoard)

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:  # rule: power.thor.setup
        """Four of the runestones in play."""
        state.hoard = HOARD if state.supply == p.ENDLESS else min(HOARD, state.supply)
        if state.supply != p.ENDLESS:  # rule: ruling.thor-stones
            state.supply -= state.hoard
        state.events.append(Said(seat=owner, words=number_of(LAID, state.hoard)))
        return steps

    def price(self, state: Ragnarocks, owner: int, seat: int, stones: int) -> int:
        return 0 if seat == owner and state.hoard else stones

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner or not state.hoard:
            return steps
        return [*steps[:-1], SummonOrThrow(owner, step.viking)]
