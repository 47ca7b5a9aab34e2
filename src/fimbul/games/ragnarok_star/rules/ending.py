"""The end of the match: glory, places."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import earned
from fimbul.games.ragnarok_star.rules.contracts import is_met, show
from fimbul.games.ragnarok_star.rules.order import BEFORE_SCORE
from fimbul.games.ragnarok_star.rules.steps import StarStep
from fimbul.games.ragnarok_star.state.packing import LODGES
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall
from fimbul.kernel import Counted, counted


def glory(state: RagnarokStar, seat: int) -> int:
    """What lies open: columns, lines, shown contracts, less the angry fans. Pits count nothing."""
    # rule: overview.glory-sources, hall.glory, end.columns, end.lines, end.pit, end.contracts
    # rule: angry.score, ruling.negative-score, ruling.angus-contracts-timing, hall.mosh-pit-value
    return sum(earned(state, seat)) - LODGES[state.lodges[seat]].fans


class Score(StarStep, frozen=True):
    """Contracts that are shown at the end, then glory; fans break ties, and equals share."""

    # rule: end.after-seven, overview.goal, ruling.contract-end-check, contract.no-penalty
    # rule: end.winner, end.tie-fans, end.tie-air-guitar, ruling.tie-air-guitar, ruling.ranking
    # rule: end.track
    above = BEFORE_SCORE

    def run(self, state: RagnarokStar, pick: str | None) -> None:
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

    def fits(self, state: RagnarokStar) -> bool:
        return state.round == p.ROUNDS


def tell_score(state: RagnarokStar, seat: int, score: int) -> None:
    """The sum with all its parts, and the fans that break ties."""
    # rule: ruling.angus-contracts-timing, end.tie-fans
    found, angry = earned(state, seat), LODGES[state.lodges[seat]].fans
    parts = [
        f"columns {found.columns}",
        f"lines {found.lines}",
        f"contracts {found.contracts}",
        *([f"angry fans {-angry}"] if state.mode else []),
    ]
    crowd = counted(sum(hall(state, seat)), "fan")
    words = f"{p.WHO[seat]} has {score} glory: {', '.join(parts)}; {crowd}"
    state.events.append(Counted(seat=seat, amount=score, rule="end.winner", words=words))
