"""What touching a thing would do, shown before it is touched."""

from __future__ import annotations

from msgspec import structs

from fimbul.games.ragnarocks import outline
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.deeds import lay_stone
from fimbul.games.ragnarocks.pieces import name_of, stone, viking
from fimbul.games.ragnarocks.rules import Move, Select, Summon, aim, reach, walk
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted, Fact, Mark, Note, Preview, Tone, named


def previews(state: Ragnarocks, seat: int | None) -> tuple[Preview, ...]:
    """One for each option of the seat that is asked."""
    if seat is None or not state.asked or state.asked[0].seat != seat:
        return ()
    step, options = state.agenda[-1][0], state.asked[0].options
    if isinstance(step, Select):
        return tuple(_of_viking(state, seat, option) for option in options)
    hexes = [option for option in options if option.startswith("cell:")]
    if isinstance(step, Move):
        return tuple(_of_way(state, step, option) for option in hexes)
    if isinstance(step, Summon):
        return tuple(_of_stone(state, step, option) for option in hexes)
    return ()


def _of_viking(state: Ragnarocks, seat: int, option: str) -> Preview:
    """Its reach."""
    return Preview(option, marks=_dots(state, reach(state, Move(seat, option)), "gold"))


def _of_way(state: Ragnarocks, move: Move, option: str) -> Preview:
    """The viking there, and where its runestone could fly."""
    dream, board = state.clone(), p.board(state.board)
    to = board.index[option]
    walk(dream, move, to)
    ghost = viking(dream, board.numbers[move.viking], to, ("ghost",))
    flights = aim(dream, Summon(move.seat, move.viking))
    way = Mark("path", tuple(outline.centre(board, at) for at in dream.last), "gold")
    return Preview(option, (ghost,), (way, *_dots(dream, flights, "ice")))


def _of_stone(state: Ragnarocks, summon: Summon, option: str) -> Preview:
    """The runestone there, and what it would cut off."""
    dream, at = state.clone(), p.board(state.board).index[option]
    dream.events = []
    created = lay_stone(dream, summon.seat, at)
    ghost = structs.replace(stone(dream, len(dream.stones), at), state=("ghost",))
    return Preview(option, (ghost,), notes=(_closing(dream),) if created else ())


def _closing(dream: Ragnarocks) -> Note:
    """What the events of a runestone say after it has been laid."""
    names = [name_of(dream, seat) for seat in range(dream.seats)]
    facts = []
    for event in dream.events[1:]:
        amount = event.amount if isinstance(event, Counted) else None
        facts.append(Fact(named(event.words, names), "summon.settles", amount))
    return Note("A new region", tuple(facts))


def _dots(state: Ragnarocks, cells: list[int], tone: Tone) -> tuple[Mark, ...]:
    board = p.board(state.board)
    return tuple(Mark("dot", (outline.centre(board, at),), tone) for at in cells)
