"""What is asked for before a match: the scenario and two armies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from fimbul.games.rag_narok import army as armies
from fimbul.games.rag_narok import levy
from fimbul.games.rag_narok import tables as t
from fimbul.games.rag_narok.army import BadArmy
from fimbul.games.rag_narok.terms import PITCHED, SKIRMISH, STONES, Known
from fimbul.kernel import Preset, Setup

SCENARIO_HELP = "How large the table and the armies are, how long one fights, and for what."
SHADOWS_HELP = "On: both sides agree that Shadows may fight. They never do in a tournament."
SIXES_HELP = (
    "On: who rolls a 6 for wounds in a melee decides whether to roll it again, wherever that can "
    "do more or less. Off: what is better on average is done at once."
)
HELP = "A ready army by its name, or an army as text, of as many AP as the scenario has."


def _army(title: str, seat: int) -> Meta:
    """Whoever takes that seat brings it."""
    more = {"examples": list(armies.READY), "workshop": "army", "seat": seat}
    return Meta(title=title, description=HELP, extra_json_schema=more)


class RagSetup(Setup, frozen=True, kw_only=True):
    """A scenario, with ready armies or any legal lists."""

    presets = (
        Preset(
            "Learning skirmish",
            "A Griffin patrol against the walking dead, 200 AP each, five turns.",
        ),
        Preset(
            "Pitched battle",
            "The Army of the Temple against the Host of the Ram, 600 AP each, seven turns.",
            {"scenario": PITCHED, "first": "griffons-600", "second": "acheron-600"},
        ),
        Preset(
            "The three stones",
            "A crusade against the legions of the dead, 1000 AP each, eight turns.",
            {"scenario": STONES, "first": "griffons-1000", "second": "acheron-1000"},
        ),
    )

    scenario: Annotated[Known, Meta(title="Scenario", description=SCENARIO_HELP)] = SKIRMISH
    first: Annotated[str, _army("Army of the first seat", 0)] = "griffons-200"
    second: Annotated[str, _army("Army of the second seat", 1)] = "acheron-200"
    # rule: army.shadows-agreement
    shadows: Annotated[
        bool, Meta(title="Shadows", description=SHADOWS_HELP, extra_json_schema={"agreed": True})
    ] = False
    # rule: test.six-reroll, ruling.reroll-default
    sixes: Annotated[bool, Meta(title="Ask about sixes", description=SIXES_HELP)] = True

    def problems(self) -> Iterator[str]:
        for field in ("first", "second"):
            for problem in known_problems(getattr(self, field), self.scenario, self.shadows):
                yield f"{field}: {problem}"

    def texts(self) -> tuple[str, str]:
        return text_of(self.first), text_of(self.second)


@lru_cache(maxsize=64)
def text_of(told: str) -> str:
    """The army behind a name or a text, as text."""
    return armies.write(armies.READY[told] if told in armies.READY else armies.read(told))


@lru_cache(maxsize=64)
def known_problems(told: str, scenario: str, shadows: bool) -> tuple[str, ...]:
    """The problems of an army that takes the field again and again."""
    return tuple(army_problems(told, scenario, shadows))


def army_problems(told: str, scenario: str = SKIRMISH, shadows: bool = False) -> Iterator[str]:
    """Everything that keeps an army out of a scenario."""
    try:
        army = armies.READY[told] if told in armies.READY else armies.read(told)
    except BadArmy as bad:
        yield from bad.problems
        return
    card = t.SCENARIOS[scenario]
    if army.budget != card.budget:
        yield f"{card.name} is for {card.budget} AP, not {army.budget} (army.budget)"
    for problem in levy.problems(army, shadows):
        yield f"{problem.text} ({problem.rule})"
