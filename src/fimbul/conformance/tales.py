"""Matches as Hypothesis tells them: a setup, a seed, picks; and how they are walked through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from fimbul.kernel import BadSetup, Choice, Dice, Game, IllegalChoice, Setup, State, choose

ANY = 2**32
PHASES = (Phase.explicit, Phase.generate, Phase.shrink)


class DrawnTale(Struct, frozen=True):
    """One match: `picks` come first, after them the dice of `whim` choose."""

    setup: Setup
    seed: int
    picks: tuple[int, ...] = ()
    whim: int = 0  # for all else that a property wants to vary
    words: str = ""  # somebody's free text


Property = Callable[[Game[Any], DrawnTale], None]


def tales(game: Game[Any]) -> st.SearchStrategy[DrawnTale]:
    return st.builds(
        DrawnTale,
        setups(game),
        st.integers(0, ANY),
        st.lists(st.integers(0, ANY), max_size=20).map(tuple),
        st.integers(0, ANY),
        st.text(max_size=30),
    )


def setups(game: Game[Any]) -> st.SearchStrategy[Setup]:
    """Loose options, without those that the game itself finds fault with."""
    told = {name: _values(spec) for name, spec in setup_fields(game).items()}
    known = {name: values for name, values in told.items() if values is not None}
    fewest, most = game.rulebook.about["players"]
    known["seats"] = st.integers(fewest, most)
    loose = st.fixed_dictionaries({}, optional=known)
    return loose.map(lambda options: mended(game, options))


def setup_fields(game: Game[Any]) -> dict[str, dict[str, Any]]:
    """The options of a setup, as its schema tells them."""
    schema = msgspec.json.schema(game.setup_type)
    fields: dict[str, dict[str, Any]] = schema["$defs"][game.setup_type.__name__]["properties"]
    return fields


def listed(spec: dict[str, Any]) -> list[Any]:
    """The values of one field, where there are few enough to be named."""
    if spec.get("type") == "boolean":
        return [False, True]
    return [*spec.get("enum", ()), *spec.get("examples", ())]


def _values(spec: dict[str, Any]) -> st.SearchStrategy[Any] | None:
    """Values for one field, as far as its schema tells; None: leave the default."""
    if listed(spec):
        return st.sampled_from(listed(spec))
    if "anyOf" in spec:
        known = [values for kind in spec["anyOf"] if (values := _values(kind)) is not None]
        return st.one_of(*known) if known else None
    if spec.get("type") == "integer":
        return st.integers(spec.get("minimum", 0), spec.get("maximum", 40))
    return st.none() if spec.get("type") == "null" else None


def mended(game: Game[Any], options: dict[str, Any]) -> Setup:
    """The setup that is left when whatever a problem names is taken out."""
    try:
        return game.setup(**options)
    except BadSetup as bad:
        wrong = {problem.split(":")[0] for problem in bad.problems} & options.keys()
        kept = {name: value for name, value in options.items() if wrong and name not in wrong}
        return mended(game, kept)


def hold(check: Property, game: Game[Any], examples: int) -> None:
    """Let Hypothesis look for a tale that breaks the property. The same tales every time."""

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        phases=tuple(phase for phase in PHASES if phase in settings().phases),
        suppress_health_check=tuple(HealthCheck),
    )
    @given(tales(game))
    def told(tale: DrawnTale) -> None:
        check(game, tale)

    told()


def begin(game: Game[Any], tale: DrawnTale) -> State:
    state: State = game.new(tale.setup, tale.seed)
    return state


def walk(game: Game[Any], tale: DrawnTale) -> Iterator[tuple[State, int, str]]:
    """The match in place: each state with the choice that is made when the caller goes on.

    A match that does not end within the game's bound is left there; `ends.py` complains.
    """
    state, dice = begin(game, tale), Dice(tale.whim)
    for number in range(game.bound(tale.setup) + 1):
        if not state.open:
            return
        pick = tale.picks[number] if number < len(tale.picks) else dice.roll(ANY)
        decision = state.open[pick % len(state.open)]
        thing = decision.options[pick // len(state.open) % len(decision.options)]
        yield state, decision.seat, thing
        choose(state, decision.seat, thing)


def told(game: Game[Any], tale: DrawnTale) -> list[Choice]:
    """All choices of the match."""
    return [(seat, thing) for _, seat, thing in walk(game, tale)]


def moments(
    game: Game[Any], tale: DrawnTale, count: int = 6
) -> Iterator[tuple[State, list[Choice]]]:
    """Some states of the match, with the choices still to come: first, last, and between."""
    choices, dice = told(game, tale), Dice(tale.whim + 1)
    wanted = {0, len(choices)} | {dice.roll(len(choices) + 1) for _ in range(count - 2)}
    state = begin(game, tale)
    for number in range(len(choices) + 1):
        if number in wanted:
            yield state.clone(), choices[number:]
        if number < len(choices):
            choose(state, *choices[number])


def refusal(state: State, seat: int, thing: str) -> IllegalChoice | None:
    """What the seat is told when it touches that thing; None: it was legal, and is done."""
    try:
        choose(state, seat, thing)
    except IllegalChoice as illegal:
        return illegal
    return None


def play_on(state: State, dice: Dice, most: int) -> State:
    """Random choices in place, until the match is over or `most` are made."""
    for _ in range(most):
        if not state.open:
            break
        decision = state.open[dice.roll(len(state.open))]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    return state


def viewers(state: State) -> tuple[int | None, ...]:
    """Every seat, and a spectator."""
    return (*range(state.seats), None)
