"""A game as one value: its rules, its table, its lore. What everybody else plays through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from fimbul.kernel.lore import Lore
from fimbul.kernel.notation import PLAIN, Notation
from fimbul.kernel.play.decision import Result
from fimbul.kernel.play.dice import SEEDS, Dice
from fimbul.kernel.play.errors import BadSetup
from fimbul.kernel.play.play import answerable, ask, choose, decision_of, settle, unseal, why
from fimbul.kernel.play.state import State
from fimbul.kernel.rulebook import Rulebook
from fimbul.kernel.setup import Setup, read_setup, setup_mistakes
from fimbul.kernel.show.scene import Scene, Seen, Thing, Zone

S = TypeVar("S", bound=State)


def _rows(state: State) -> int:
    """The turns of a game that counts none: its answered rows of decisions."""
    return state.number - 1


def _alone(_state: State, seat: int) -> tuple[int, ...]:
    """In most games everybody plays for themselves."""
    return (seat,)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """`GAME = Game(...)` is the one public name of a game's folder."""

    package: str  # the folder, as Python imports it
    state_type: type[S]
    deal: Callable[[Any, int], S]  # setup, seed -> the table laid out, the agenda begun
    show: Callable[[S, int | None], Scene]
    box: Callable[[Any], Mapping[str, int]]  # setup -> how many parts of each kind are in play
    count: Callable[[S], Mapping[str, int]]  # state -> how many of each kind lie somewhere
    bound: Callable[[Any], int]  # setup -> no match has more choices than this
    setup_type: type[Setup] = Setup
    brief: Callable[[S, int | None], Scene] | None = None  # the scene in rows, for a small screen
    lore: Lore[S] = field(default_factory=Lore)
    notation: Notation[S] = PLAIN
    turns: Callable[[S], int] = _rows  # how many turns, as the rulebook counts them, are over
    allies: Callable[[S, int], tuple[int, ...]] = _alone  # who wins and loses with that seat
    workshops: Mapping[str, Any] = field(default_factory=dict, hash=False)  # as in the kit

    @property
    def id(self) -> str:
        return self.package.rpartition(".")[2]

    @cached_property
    def folder(self) -> Path:
        file = import_module(self.package).__file__
        assert file, "a game is a folder with an __init__.py"
        return Path(file).parent

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook(self.folder / "rules.toml")

    @property
    def title(self) -> str:
        return str(self.rulebook.about["title"])

    @property
    def rules(self) -> str:
        """The version of the rules, as records carry it."""
        return str(self.rulebook.about.get("rules", "1"))

    def setup(self, /, **options: Any) -> Setup:
        """A setup with these options; BadSetup lists every problem at once."""
        setup = read_setup(self.setup_type, options)
        if problems := list(self.problems(setup)):
            raise BadSetup(problems)
        return setup

    def problems(self, setup: Setup) -> Iterator[str]:
        """What stands in the way of a match with this setup."""
        if type(setup) is not self.setup_type:
            yield f"setup: {self.id} needs its own setup, from game.setup(...)"
            return
        if mistyped := setup_mistakes(setup):
            yield from mistyped
            return
        fewest, most = self.rulebook.about["players"]
        if not fewest <= setup.seats <= most:
            many = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            yield f"seats: {many} can play, not {setup.seats}"
        yield from setup.problems()

    def new(self, setup: Setup | None = None, seed: int = 0, *, mixed: bool = False) -> S:
        """A legal state at the first decision, or BadSetup; there is no third thing."""
        setup = self.setup_type() if setup is None else setup
        problems = list(self.problems(setup))
        if type(seed) is not int or not 0 <= seed < SEEDS:
            problems.append(f"seed: must be a whole number from 0 to {SEEDS - 1}, not {seed!r}")
        if problems:
            raise BadSetup(problems)
        state = self.deal(setup, seed)
        settle(state)
        state.mixed = mixed
        return state

    def scene(self, state: S, seat: int | None, *, brief: bool = False) -> Scene:
        """The table as that seat sees it (None: a spectator), with the buttons it may press.

        `brief` is for terminals: words in rows, where a game has them, in place of boards.
        """
        show = self.brief if brief and self.brief is not None else self.show
        scene = show(state, seat)
        buttons = _buttons(state, seat)
        if not buttons:
            return scene
        zone = Zone(id="buttons", title="Buttons", kind="buttons", things=buttons)
        return Scene((*scene.zones, zone), scene.plates, scene.notes, scene.previews)

    def seen(self, state: S, seat: int | None) -> Seen:
        """All that may be told to that seat now. Nothing else leaves the kernel."""
        events = (event.seen_by(seat) for event in state.events)
        return Seen(
            number=state.number,
            seat=seat,
            scene=self.scene(state, seat),
            decision=None if seat is None else answerable(state, seat),
            picked=None if seat is None else state.sealed.get(seat),
            waiting=tuple(decision.seat for decision in state.open),
            sealed=tuple(sorted(state.sealed)),
            events=tuple(event for event in events if event is not None),
            result=state.result,
        )

    def hides(self, state: S) -> bool:
        """Whether this table hides anything from anybody now: parts, or picks of an open row."""
        return bool(state.sealed or state.lanes) or self._secrets(state) is not None

    def _secrets(self, state: S) -> Callable[[S, int, Dice], None] | None:
        """How to deal anew what lies hidden; None where nothing does."""
        lore = self.lore
        return lore.redeal if lore.hides is None or lore.hides(state) else None

    def imagine(self, state: S, seat: int | None, dice: Dice) -> S:
        """A full legal state that agrees with what that seat sees; other secrets, other dice."""
        dream = state.clone()
        dream.seed, dream.mixed = dice.roll(SEEDS), False
        rivals = [other for other in sorted(state.sealed) if other != seat]
        for other in range(state.seats):
            if other != seat:
                unseal(dream, other)
        if (redeal := self._secrets(state)) is not None:
            redeal(dream, -1 if seat is None else seat, dice)
            dream.asked = ask(dream)
        for other in rivals:
            _seal_something(dream, other, dice)
        dream.events = state.events.copy()
        return dream

    def why(self, state: S, seat: int, thing: str) -> tuple[str, str] | None:
        """Why that thing cannot be touched now: (rule id, sentence); None if it can."""
        return why(state, seat, thing)

    def result(self, state: S) -> Result | None:
        return state.result


def _buttons(state: State, seat: int | None) -> tuple[Thing, ...]:
    """Buttons lie on no board: they are in the scene because they may be pressed."""
    decision = None if seat is None else decision_of(state, seat)
    options = decision.options if decision else ()
    names = [option.partition(":")[2] for option in options if option.startswith("button:")]
    return tuple(Thing(f"button:{name}", "button", _worded(name), kind="button") for name in names)


def _worded(name: str) -> str:
    """`by-Odin`: By Odin."""
    return name[:1].upper() + name[1:].replace("-", " ")


def _seal_something(dream: State, seat: int, dice: Dice) -> None:
    """A rival has sealed a pick we cannot see: any that it could have made will do."""
    while seat not in dream.sealed:
        decision = decision_of(dream, seat)
        assert decision, "a rival that has sealed was asked, in every world that agrees with this"
        choose(dream, seat, decision.options[dice.roll(len(decision.options))])
