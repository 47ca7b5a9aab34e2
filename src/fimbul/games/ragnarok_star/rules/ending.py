"""The end of the match: glory, places."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import earned
from fimbul.games.ragnarok_star.rules.contracts import is_met, show
from fimbul.games.ragnarok_star.rules.order import BEFORE_SCORE
from fimbul.games.ragnarok_star.rules.steps import StarStep
from fimbul.games.ragnarok_star.state.packing import LODGES
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall
from fimbul.kernel import Counted, phrase


def glory(state: RagnarokStar, seat: int) -> int:  # rule: hall.glory, hall.mosh-pit-value
    """What lies open: columns, lines and shown contracts, less angry fans; pits do not count."""
    found = sum(earned(state, seat))  # rule: ruling.angus-contracts-timing
    return found - LODGES[state.lodges[seat]].fans  # rule: angry.score, ruling.negative-score


class Score(StarStep, frozen=True):  # rule: end.winner, end.tie-fans, end.tie-air-guitar
    """Contracts that are shown at the end, then glory; fans break ties, and equals share."""

    above = BEFORE_SCORE

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: end.after-seven
        for seat in range(state.seats):
            met = [card for card in state.hands[seat] if is_met(state, seat, card)]
            for card in met:  # rule: ruling.contract-end-check, contract.no-penalty
                show(state, seat, card)
        scores = [glory(state, seat) for seat in range(state.seats)]  # rule: overview.goal
        for seat in range(state.seats):  # rule: end.track
            tell_score(state, seat, scores[seat])
        ranks = [(scores[seat], sum(hall(state, seat))) for seat in range(state.seats)]
        ahead = [sum([other > mine for other in ranks]) for mine in ranks]
        places = [1 + many for many in ahead]  # rule: ruling.ranking
        state.finish(places, "end.after-seven", scores)  # rule: ruling.tie-air-guitar

    def fits(self, state: RagnarokStar) -> bool:
        return state.round == p.ROUNDS


def tell_score(state: RagnarokStar, seat: int, score: int) -> None:
    """The sum with all its parts, and the fans that break ties."""
    found, angry = earned(state, seat), LODGES[state.lodges[seat]].fans
    words = phrase(  # rule: ruling.angus-contracts-timing
        LESS_ANGRY if state.mode else SCORED,
        who=p.WHO[seat],
        score=score,
        columns=found.columns,
        lines=found.lines,
        contracts=found.contracts,
        fans=p.CROWDS[sum(hall(state, seat))],  # rule: end.tie-fans
        **({"angry": angry} if state.mode else {}),
    )
    state.events.append(Counted(seat=seat, amount=score, rule="end.winner", words=words))


SCORED = (
    "{who} has {score} glory: {columns} for columns, {lines} for lines and {contracts} for "
    "contracts, with {fans} in the hall"
)
LESS_ANGRY = (
    "{who} has {score} glory: {columns} for columns, {lines} for lines and {contracts} for "
    "contracts, less {angry} for angry fans, with {fans} in the hall"
)
