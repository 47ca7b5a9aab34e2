"""What bots know: glory that is there, and glory within reach."""

from __future__ import annotations

from functools import cache
from math import exp, prod

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.chances import chance
from fimbul.games.ragnarok_star.bots.forecast import Sketch, forecast
from fimbul.games.ragnarok_star.rules.conditions import Look
from fimbul.games.ragnarok_star.rules.windows import Swap
from fimbul.games.ragnarok_star.state.packing import HALL, LODGES, SHORE, Lodge
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked

GROWTH = 0.72  # fans of each type that a band gains in a round, more or less
SCALES = (
    9.0,
    9.0,
    8.5,
    8.0,
    7.5,
    6.5,
    5.5,
    4.5,
)  # by round: a lead of so much glory is as good as won
FAILURE = 0.12  # what a failure costs where fans grow angry
ANGER = (0.85, 0.75, 0.6, 0.4, 0.15)  # what an angry fan costs, by its square; the last: the exit
STAR, PEEK, HARBOUR, FROZEN, ICE = 0.25, 0.08, 0.05, 0.08, 0.08
TRIED = 1000  # choices, where the match may end with the row


def _odds(need: int, rounds: int) -> float:
    """How likely a column is to gain a number of fans in the rounds that are left."""
    if need <= 0:
        return 1.0
    mean = GROWTH * rounds
    short, term = 0.0, exp(-mean)
    for fans in range(need):
        short += term
        term *= mean / (fans + 1)
    return max(0.0, 1.0 - short)


ODDS = tuple(tuple(_odds(need, rounds) for need in range(p.LINES + 1)) for rounds in range(8))


def value(state: RagnarokStar, seat: int) -> float:
    """The lead over each rival at the end of this round, as a share of what is as good as won."""
    if state.result is not None:
        return state.result.reward(seat)
    return lead(hopes(state, seat), state.round, seat)


def near(state: RagnarokStar) -> int:
    """How many choices to try in search of an end: some once the last programs are open."""
    return TRIED if state.round == p.ROUNDS and state.at else 0


def values(state: RagnarokStar) -> list[float]:
    """The same for every seat; whoever is writing a program sees its own."""
    seats = range(state.seats)
    if state.result is not None or state.lanes:
        return [value(state, seat) for seat in seats]
    found = hopes(state, 0)
    return [lead(found, state.round, seat) for seat in seats]


def hopes(state: RagnarokStar, seat: int) -> list[float]:
    """What each band may hope for, as far as that seat's open lane tells."""
    step = state.agenda[-1][0] if state.agenda else None
    if isinstance(step, Swap):
        swaps = [swapped(state, step, pick) for pick in step.options(state)]
        return max(swaps, key=lambda found: found[step.seat])
    sketch = forecast(state, seat)
    return [hope(sketch, other) for other in range(state.seats)]


def swapped(state: RagnarokStar, step: Swap, pick: str) -> list[float]:
    """The hopes after a swap with that second number: the first one alone tells little."""
    twin = state.clone()
    twin.agenda.pop()
    step.run(twin, pick)
    return hopes(twin, step.seat)


def lead(found: list[float], number: int, seat: int) -> float:
    scale, mine = SCALES[number], found[seat]
    leads = sum([max(-1.0, min(1.0, (mine - other) / scale)) for other in found])
    return max(-0.99, min(0.99, leads / (len(found) - 1)))


def hope(sketch: Sketch, seat: int) -> float:
    """The glory of one band: seats, contracts, angry fans, cards, and where its boat lies."""
    state = sketch.state
    left = p.ROUNDS - state.round
    fans = state.halls[HALL[seat]]
    total = seats_filled(fans, left) + sketch.hopes[seat] + 0.001 * sum(fans)
    total += contracts(state, seat, left)
    if state.mode:
        lodge = state.lodges[seat]
        total -= (ANGRY if left else AT_THE_END)[lodge] + FAILURE * sketch.fails[seat]
    if left:
        total += STAR * (state.held[seat] != p.NONE) + ICE * (state.master == seat)
        total += PEEK * state.peeks[seat].bit_count() + harbour(state, seat, fans)
    return total


def seats_filled(fans: list[int], left: int) -> float:
    """Lines and columns that will be full, as far as one can tell."""
    return _filled(left, *[count if count < p.LINES else p.LINES for count in fans])


@cache
def _filled(left: int, *fans: int) -> float:
    """At most five of a type count, so that there are few halls to remember."""
    odds = ODDS[left]
    lines = [prod([odds[max(0, line - count)] for count in fans]) for line in LINES]
    return sum(lines) + sum([odds[p.LINES - count] for count in fans])


LINES = range(1, p.LINES + 1)


def contracts(state: RagnarokStar, seat: int, left: int) -> float:
    """What is shown, and what may still be met; a rival's hand is as dreamt."""
    pack, total = state.pack, 0.0
    for card in state.shown[seat]:
        total += pack.contracts[card].glory
    for card, base in zip(state.hands[seat], state.bases[seat], strict=True):
        contract = pack.contracts[card]
        total += contract.glory * chance(contract.check)(Look(state, seat, base), left)
    return total


def _angry(lodge: Lodge) -> float:
    """What the angry fans of a lodge will cost; whoever stands on the exit is as good as gone."""
    cost = ANGER[-1] * lodge.waiting
    for square, taken in enumerate(lodge.squares):
        cost += ANGER[square] * taken
    return cost


ANGRY = tuple(_angry(lodge) for lodge in LODGES)  # by lodge as packed
AT_THE_END = tuple(float(sum(lodge.squares)) for lodge in LODGES)


def harbour(state: RagnarokStar, seat: int, fans: list[int]) -> float:
    """Fans that the band lacks, on the island where its boat lies."""
    at = state.boats[seat]
    if at == p.NONE:
        return -2 * HARBOUR
    wanted = 0
    for mine, many in zip(fans, state.islands[SHORE[at]], strict=True):
        if many and mine < p.LINES:
            wanted += 2 if many > 1 else 1
    return HARBOUR * wanted - FROZEN * blocked(state, at)
