"""A game as one value: its rules, its table, its lore. What everybody else plays through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import structs

from fimbul.kernel.learning import LearningLore
from fimbul.kernel.lore import Lore
from fimbul.kernel.notation import PLAIN, Notation
from fimbul.kernel.play.decision import Result
from fimbul.kernel.play.dice import SEEDS, Dice
from fimbul.kernel.play.errors import BadSetup, refuse
from fimbul.kernel.play.phrase import of_field, phrase, quoted
from fimbul.kernel.play.play import answerable, ask, choose, decision_of, settle, unseal, why
from fimbul.kernel.play.state import State
from fimbul.kernel.rulebook import Rulebook
from fimbul.kernel.setup import Setup, read_setup, setup_mistakes
from fimbul.kernel.show.scene import Scene, Seen, Thing, Zone

S = TypeVar("S", bound=State)
EVERYBODY = -1  # as bits
BUTTONS = "buttons"  # the zone of those options that lie nowhere else


def _rows(state: State) -> int:
    """The turns of a game that counts none: its answered rows of decisions."""
    return state.number - 1


def _alone(_state: State, seat: int) -> tuple[int, ...]:
    """In most games everybody plays for themselves."""
    return (seat,)


def _nothing(_state: State, _seat: int) -> str:
    """In most games all players bring the same."""
    return ""


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
    learning: LearningLore[S] | None = None  # what a learner is told; None: nobody learns it
    notation: Notation[S] = PLAIN
    turns: Callable[[S], int] = _rows  # how many turns, as the rulebook counts them, are over
    allies: Callable[[S, int], tuple[int, ...]] = _alone  # who wins and loses with that seat
    brought: Callable[[S, int], str] = _nothing  # the power or army of that seat, by its name
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
    def counts(self) -> str:
        """What its turns are called, where its rulebook does not say turn: battle, round."""
        return str(self.rulebook.about.get("counts", ""))

    @property
    def rules(self) -> str:
        """The version of the rules, as records carry it."""
        return str(self.rulebook.about.get("rules", "1"))

    def setup(self, /, **options: Any) -> Setup:
        """A setup with these options; BadSetup lists every problem at once."""
        setup = read_setup(self.setup_type, options)
        refuse(BadSetup, self.problems(setup))
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
            one, words = fewest == most, "{fewest} to {most} can play, not {seats}"
            words = "{fewest} can play, not {seats}" if one else words
            yield of_field("seats", phrase(words, fewest=fewest, most=most, seats=setup.seats))
            setup = structs.replace(setup, seats=most)  # a game may count its seats without fear
        yield from setup.problems()

    def new(self, setup: Setup | None = None, seed: int = 0, *, mixed: bool = False) -> S:
        """A legal state at the first decision, or BadSetup; there is no third thing."""
        setup = self.setup_type() if setup is None else setup
        refuse(BadSetup, chain(self.problems(setup), _bad_seed(seed)))
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
        buttons = _buttons(state, seat, scene)
        if not buttons:
            return scene
        zone = Zone(id=BUTTONS, title="Buttons", kind="buttons", things=buttons)
        others = tuple(zone for zone in scene.zones if zone.id != BUTTONS)
        return structs.replace(scene, zones=(*others, zone))

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

    def uncovers(self, before: S, after: S) -> bool:
        """Whether somebody knows afterwards what was hidden before. A game that hides something but
        does not name its secrets always counts as telling them."""
        if self._secrets(before) is None:
            return False
        if (secrets := self.lore.secrets) is None:
            return True
        later = secrets(after)
        return any(later.get(what, EVERYBODY) & ~known for what, known in secrets(before).items())

    def imagine(self, state: S, seat: int | None, dice: Dice) -> S:
        """A full legal state that agrees with what that seat sees, with other secrets and other
        dice."""
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

    def things(self, setup: Setup) -> tuple[str, ...]:
        """Every thing that can ever be an option with this setup, in an order that stays.

        Nothing, where a game makes ids on the way: there options are pointed at.
        """
        told = self.learning
        return told.things(setup) if told and told.things else ()

    def features(self, state: S, seat: int) -> bytes:
        """Numbers from 0 to 255 for what that seat sees; no scene is built for them."""
        return self.learning.features(state, seat) if self.learning else b""

    def result(self, state: S) -> Result | None:
        return state.result


def _bad_seed(seed: int) -> Iterator[str]:
    if type(seed) is not int or not 0 <= seed < SEEDS:
        beyond = "must be a whole number from 0 to {most}, not {value}"
        yield of_field("seed", phrase(beyond, most=str(SEEDS - 1), value=quoted(seed)))


def _buttons(state: State, seat: int | None, scene: Scene) -> tuple[Thing, ...]:
    """Buttons lie on no board: they are in the scene because they may be pressed.

    A game may have put its own words on some of them.
    """
    decision = None if seat is None else decision_of(state, seat)
    pressed = [option for option in decision.options if is_button(option)] if decision else []
    if not pressed:
        return ()
    worded = [zone.things for zone in scene.zones if zone.id == BUTTONS]
    own = {thing.id: thing for things in worded for thing in things}
    return tuple([own.get(option) or _button(option) for option in pressed])


def is_button(option: str) -> bool:
    return option.startswith("button:")


def _button(option: str) -> Thing:
    return Thing(option, "button", _worded(option.partition(":")[2]), kind="button")


def _worded(name: str) -> str:
    """`by-Odin`: By Odin."""
    return name[:1].upper() + name[1:].replace("-", " ")


def _seal_something(dream: State, seat: int, dice: Dice) -> None:
    """A rival has sealed a pick that we cannot see: any that it could have made takes its place."""
    while seat not in dream.sealed:
        decision = decision_of(dream, seat)
        assert decision, "a rival that has sealed was asked, in every world that agrees with this"
        choose(dream, seat, decision.options[dice.roll(len(decision.options))])
