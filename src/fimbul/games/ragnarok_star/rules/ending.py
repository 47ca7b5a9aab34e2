"""The end of the match: glory, places."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.conditions import columns, lines
from fimbul.games.ragnarok_star.rules.angry import ANGRY_FANS
from fimbul.games.ragnarok_star.rules.contracts import is_met, show
from fimbul.games.ragnarok_star.state import Tour, TourStep, hall
from fimbul.kernel import Counted


def glory(state: Tour, seat: int) -> int:
    """What lies open: columns, lines, shown contracts, less the angry fans. Pits count nothing."""
    # rule: overview.glory-sources, hall.glory, end.columns, end.lines, end.pit, end.contracts
    # rule: angry.score, ruling.negative-score, ruling.angus-contracts-timing, hall.mosh-pit-value
    fans = hall(state, seat)
    worth = sum([state.pack.contracts[card].glory for card in state.shown[seat]])
    return columns(fans) + lines(fans) + worth - ANGRY_FANS[state.lodges[seat]]


class Score(TourStep, frozen=True):
    """Contracts that are shown at the end, then glory; fans break ties, and equals share."""

    # rule: end.after-seven, overview.goal, ruling.contract-end-check, contract.no-penalty
    # rule: end.winner, end.tie-fans, end.tie-air-guitar, ruling.tie-air-guitar, ruling.ranking
    # rule: end.track
    over = ("Score",)
    last = True

    def run(self, state: Tour, pick: str | None) -> None:
        for seat in range(state.seats):
            met = [card for card in state.hands[seat] if is_met(state, seat, card)]
            for card in met:
                show(state, seat, card)
        scores = [glory(state, seat) for seat in range(state.seats)]
        for seat in range(state.seats):
            tell_score(state, seat, scores[seat])
        ranks = [(scores[seat], sum(hall(state, seat))) for seat in range(state.seats)]
        places = [1 + sum([other > mine for other in ranks]) for mine in ranks]
        state.finish(places, "end.after-seven", scores)

    def fits(self, state: Tour) -> bool:
        return state.round == p.ROUNDS


def tell_score(state: Tour, seat: int, score: int) -> None:
    fans = hall(state, seat)
    full = f"{lines(fans)} lines and {columns(fans)} columns are full"
    words = f"{p.WHO[seat]} has {score} glory: {full}, {sum(fans)} fans"
    state.events.append(Counted(seat=seat, amount=score, rule="end.winner", words=words))
