"""Tables written down as in the rulebook's examples, and numbers resolved on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import OURS
from fimbul.games.ragnarok_star.deal import empty_table
from fimbul.games.ragnarok_star.rules.course import Numbers
from fimbul.games.ragnarok_star.rules.ending import Score
from fimbul.games.ragnarok_star.rules.programming import open_boards
from fimbul.games.ragnarok_star.state.packing import (
    ALL_OF,
    CROWD,
    HALL,
    LODGES,
    SHORE,
    TALLY,
    Lodge,
    packed_mark,
    with_tick,
)
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall
from fimbul.kernel import Step, choose, settle

HALT = "button:halt"
PLACES: dict[str, int] = {"sea": p.NONE, **{name: island for island, name in enumerate(p.ISLANDS)}}
Picks = Mapping[int, Sequence[str]]  # by seat: what it touches, in order


class Halt(Step[RagnarokStar], frozen=True):
    """The end of what a test wants to see."""

    prompt = "Halt"

    def options(self, state: RagnarokStar) -> list[str]:
        return [HALT]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        state.then(self)


def table(
    boats: str, halls: str = "", islands: str = "", ice: str = "bridge@1 berg@2", mode: str = "base"
) -> RagnarokStar:
    """`boats` is a place for each seat; halls are `2,0,0,1 0,0,0,0`; islands `pink 2G 1M, kiss 1B`.

    The fan cards lie in number order: y1 and o1 come next.
    """
    places = boats.split()
    state = empty_table(len(places), p.MODES.index(mode))
    state.boats = [PLACES[place] for place in places]
    for seat, drawn in enumerate(halls.split()):
        state.halls[HALL[seat]] = [int(count) for count in drawn.split(",")]
    for drawn in islands.split(",") if islands else ():
        name, *groups = drawn.split()
        for group in groups:
            state.islands[CROWD[PLACES[name]][p.LETTERS.index(group[-1])]] += int(group[:-1])
    for drawn in ice.split():
        tile, _, spot = drawn.partition("@")
        state.ice[int(spot)] = p.TILES.index(tile)
    state.supply = [
        p.STOCK - sum(state.islands[ALL_OF[fan]]) - sum(state.halls[ALL_OF[fan]]) for fan in p.KINDS
    ]
    state.decks = [tuple(range(6, -1, -1)), tuple(range(14, 7, -1))]
    state.spare = [7, 15]
    state.contracts = list(range(p.CONTRACTS[state.mode]))
    state.stars = list(range(p.STARS)) if mode == "divalkyrie" else []
    state.round = 1
    return state


def hold(state: RagnarokStar, seat: int, star: str) -> None:
    """That Guest Star is in that hand."""
    card = p.EFFECTS.index(star)
    state.stars.remove(card)
    state.held[seat] = card


def contract(name: str) -> int:
    return OURS.contract_of[f"contract:{name}"]


def keep(state: RagnarokStar, seat: int, *names: str) -> None:
    """That seat has kept these contracts; they count from now on."""
    base = tuple(state.tally[TALLY[seat]])
    for name in names:
        state.contracts.remove(contract(name))
        state.hands[seat] = (*state.hands[seat], contract(name))
        state.bases[seat] = (*state.bases[seat], base)


def program(state: RagnarokStar, *boards: str) -> RagnarokStar:
    """Each seat's board: `1: sail>pink, 2: man1`; every mark counts as written."""
    state.strict = False
    state.written = [written(board) for board in boards] + [()] * (state.seats - len(boards))
    state.plan, state.ticks = (
        [p.NONE] * p.PLACES * state.seats,
        [p.NONE] * p.PLACES * state.seats,
    )
    open_boards(state)
    return state


def written(board: str) -> tuple[int, ...]:
    marks = []
    for drawn in board.split(",") if board else ():
        number, _, action = drawn.partition(":")
        name, *ticked = action.strip().split(">")
        mark = packed_mark(int(number), p.ACTIONS.index(name))
        for place in ticked:
            mark = with_tick(mark, PLACES[place])
        marks.append(mark)
    return tuple(marks)


def number(state: RagnarokStar, at: int, picks: Picks | None = None) -> list[str]:
    """Resolve that number; the words of what happened. Unforeseen questions get a plain answer."""
    state.at = at - 1
    state.agenda = [(Halt(0),)]
    Numbers(-1).run(state, None)
    state.events, state.agenda = [], [state.agenda[0], *state.agenda[2:]]
    return go_on(state, picks)


def close(state: RagnarokStar, picks: Picks | None = None) -> list[str]:
    """The actions are over: the round is closed, up to the ice or the final score."""
    state.at = p.NUMBERS[state.mode]
    state.agenda, state.events = [], []
    Numbers(-1).run(state, None)
    return go_on(state, picks, "ice.change-remove")


def go_on(state: RagnarokStar, picks: Picks | None = None, until: str = "") -> list[str]:
    left = {seat: list(things) for seat, things in (picks or {}).items()}
    settle(state)
    said = [event.words for event in state.events]
    while state.open and not is_over(state, until):
        decision = state.open[0]
        mine = left.get(decision.seat) or []
        choose(state, decision.seat, mine.pop(0) if mine else decision.options[0])
        said += [event.words for event in state.events]
    assert not any(left.values()), f"never asked: {left}"
    return said


def is_over(state: RagnarokStar, until: str) -> bool:
    return state.open[0].options == (HALT,) or state.open[0].rule == until


def start(state: RagnarokStar, at: int) -> None:
    """Begin to resolve that number, up to its first question."""
    state.at = at - 1
    state.agenda = [(Halt(0),)]
    Numbers(-1).run(state, None)
    del state.agenda[1]
    settle(state)


def asked(state: RagnarokStar, seat: int) -> tuple[str, ...]:
    return next(decision.options for decision in state.asked if decision.seat == seat)


def crowd(state: RagnarokStar, place: str) -> str:
    """`2G 1M`: who stands on that island."""
    island = PLACES[place]
    fans = state.islands[SHORE[island]]
    return " ".join(f"{count}{p.LETTERS[fan]}" for fan, count in enumerate(fans) if count)


def halls(state: RagnarokStar) -> list[tuple[int, ...]]:
    return [tuple(hall(state, seat)) for seat in range(state.seats)]


def at(state: RagnarokStar, seat: int) -> str:
    return next(name for name, place in PLACES.items() if place == state.boats[seat])


def lodge(state: RagnarokStar, seat: int) -> list[int]:
    """The squares where angry fans stand; 5 is the exit."""
    here = LODGES[state.lodges[seat]]
    squares = [square for square, taken in enumerate(here.squares, 1) if taken]
    return squares + [5] * here.waiting


def put_angry(state: RagnarokStar, seat: int, *squares: int) -> None:
    taken = tuple(square in squares for square in range(1, p.SQUARES + 1))
    state.lodges[seat] = Lodge(taken, squares.count(5)).pack()


def score(state: RagnarokStar) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Round seven is over: scores and places."""
    state.round = p.ROUNDS
    Score().run(state, None)
    assert state.result is not None
    return state.result.scores, state.result.places
