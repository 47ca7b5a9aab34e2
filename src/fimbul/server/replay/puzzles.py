"""Puzzles at the server: which one is today's, how it lies, and whether a turn was right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from msgspec import structs

from fimbul.draw import svg, symbols
from fimbul.kernel import (
    Game,
    Puzzle,
    State,
    find_puzzle,
    is_turn_over,
    puzzle_match,
    puzzle_of,
    puzzles,
)
from fimbul.server.bots.process import NoAnswer
from fimbul.server.match.viewpoint import Viewpoint
from fimbul.server.replay.lines import told_line, told_turn, turn_of, worth
from fimbul.server.services import Services
from fimbul.server.wire.bodies import (
    GamePuzzles,
    PuzzleAnswer,
    PuzzleCard,
    PuzzleList,
    PuzzleName,
    PuzzleScene,
    WhyNot,
)
from fimbul.server.wire.errors import Malformed

kept = cache(puzzles)  # by game: read once


def today() -> date:
    return datetime.now(UTC).date()


class Puzzles:
    """All puzzles of the games of a server."""

    def __init__(self, services: Services, day: Callable[[], date] = today) -> None:
        self.services, self.day = services, day

    def all(self) -> PuzzleList:
        found = [self.services.find(name) for name in self.services.names()]
        games = tuple(_of_game(game) for game in found if kept(game))
        day = self.day()
        return PuzzleList(day.isoformat(), of_the_day(games, day), games)

    def scene(self, game: Game[Any], name: str, picks: Sequence[str]) -> PuzzleScene:
        """As the puzzle's seat sees it after these picks; IllegalChoice if they cannot be."""
        puzzle = find_puzzle(game, name)
        before, now, done = _played(game, puzzle, picks)
        sight = Viewpoint(game, puzzle.seat).sight(now, now.events if picks else ())
        turn = game.turns(before) + 1
        return PuzzleScene(game.id, game.title, _card(puzzle), puzzle.seat, turn, sight, done)

    def why(self, game: Game[Any], name: str, picks: Sequence[str], thing: str) -> WhyNot:
        puzzle = find_puzzle(game, name)
        _, now, _ = _played(game, puzzle, picks)
        return WhyNot(*(game.why(now, puzzle.seat, thing) or ("", "")))

    async def answer(
        self, game: Game[Any], name: str, picks: Sequence[str], person: str
    ) -> PuzzleAnswer:
        """The best turn, and what the one that was tried comes to; without picks, the solution."""
        puzzle = find_puzzle(game, name)
        before, after, done = _played(game, puzzle, picks)
        if picks and not done:
            raise Malformed("pick: the turn is not over")
        eyes = Viewpoint(game, puzzle.seat)
        best, then = told_turn(eyes, before, puzzle.seat, puzzle.best)
        line = told_line(eyes, then, puzzle.line)
        right = tuple(picks) == puzzle.best
        found = PuzzleAnswer(right, best, puzzle.value, puzzle.second, line)
        if right or not picks:
            return found
        tried, _ = told_turn(eyes, before, puzzle.seat, picks)
        found = structs.replace(found, tried=tried, worth=puzzle.second)
        return await self._judged(found, game, puzzle, after, person)

    async def _judged(
        self, found: PuzzleAnswer, game: Game[Any], puzzle: Puzzle, after: State, person: str
    ) -> PuzzleAnswer:
        """The same with what the turn is worth and what it allows, if bots can tell in time."""
        try:
            seat, name = puzzle.seat, puzzle.name
            value, reply = await worth(self.services, game, after, seat, name, person)
        except NoAnswer:
            return found
        value = min(value, puzzle.second)  # whoever mined it has looked deeper
        if reply is None:
            return structs.replace(found, worth=value)
        rival, eyes = after.open[0].seat, Viewpoint(game, puzzle.seat)
        picks = turn_of(game, after, rival, reply.lines[0].picks)
        return structs.replace(found, worth=value, reply=told_turn(eyes, after, rival, picks)[0])


def of_the_day(games: Sequence[GamePuzzles], day: date) -> PuzzleName | None:
    """The same for everybody, by the date alone."""
    if not games:
        return None
    game = games[day.toordinal() % len(games)]
    return PuzzleName(game.game, puzzle_of(game.puzzles, day.toordinal()).name)


def _of_game(game: Game[Any]) -> GamePuzzles:
    return GamePuzzles(game.id, game.title, tuple(map(_card, kept(game))))


def _card(puzzle: Puzzle) -> PuzzleCard:
    return PuzzleCard(puzzle.name, puzzle.theme, puzzle.stars)


def _played(game: Game[Any], puzzle: Puzzle, picks: Sequence[str]) -> tuple[State, State, bool]:
    """The table before and after some picks of the turn that is asked for, and whether that is
    over; not one pick more is taken."""
    match = puzzle_match(game, puzzle)
    before: State = match.state.clone()
    done = False
    for pick in picks:
        if done:
            raise Malformed("pick: the turn is over before the last of these")
        match.choose(puzzle.seat, pick)
        done = is_turn_over(game, puzzle, before, match.state)
    return before, match.state, done


@cache
def drawn(game: Game[Any], name: str, theme: str) -> bytes:
    """The board of a puzzle as a picture, as its seat sees it."""
    puzzle = find_puzzle(game, name)
    scene = game.scene(puzzle_match(game, puzzle).state, puzzle.seat)
    board = structs.replace(scene, plates=(), notes=(), previews=())
    return svg(board, symbols(game), theme=theme).encode()
