"""What is asked for before a match: the scenario and two armies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from fimbul.games.rag_narok import army as armies
from fimbul.games.rag_narok import levy
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok import tables as t
from fimbul.games.rag_narok.army import Army, BadArmy
from fimbul.kernel import Preset, Setup

SKIRMISHES = tuple(name for name, army in armies.READY.items() if army.budget == p.SCENARIO.budget)
MANA = ("source-of-fire", "horns-of-damnation", "compressor")
WORN = ("black-diamond", "lion-banner", "mask-of-high-works")  # artefacts whose rules are in play
HELP = "A ready army by its name, or an army as text: griffons-200, acheron-200 or your own list."


def _army(title: str) -> Meta:
    more = {"examples": list(SKIRMISHES), "workshop": "army"}
    return Meta(title=title, description=HELP, extra_json_schema=more)


class RagSetup(Setup, frozen=True, kw_only=True):
    """The learning skirmish, with ready armies or any legal list."""

    presets = (
        Preset(
            "Learning skirmish",
            "A Griffin patrol against the walking dead, 200 AP each, five turns.",
        ),
    )

    first: Annotated[str, _army("Army of the first seat")] = "griffons-200"
    second: Annotated[str, _army("Army of the second seat")] = "acheron-200"

    def problems(self) -> Iterator[str]:
        for field in ("first", "second"):
            for problem in army_problems(getattr(self, field)):
                yield f"{field}: {problem}"

    def texts(self) -> tuple[str, str]:
        return text_of(self.first), text_of(self.second)


def text_of(told: str) -> str:
    """The army behind a name or a text, as text."""
    return armies.write(armies.READY[told] if told in armies.READY else armies.read(told))


def army_problems(told: str) -> Iterator[str]:
    """Everything that keeps an army out of the learning skirmish."""
    try:
        army = armies.READY[told] if told in armies.READY else armies.read(told)
    except BadArmy as bad:
        yield from bad.problems
        return
    if army.budget != p.SCENARIO.budget:
        yield f"the learning skirmish is for {p.SCENARIO.budget} AP, not {army.budget}"
    for problem in levy.problems(army):
        yield f"{problem.text} ({problem.rule})"
    yield from unplayable(army)


def unplayable(army: Army) -> Iterator[str]:
    """Fighters and purchases whose chapters are not in play yet."""
    for entry in army.entries():
        skills = {skill.partition("/")[0] for skill in entry.card.skills} - p.PLAYABLE
        if skills:
            names = ", ".join(sorted(skills))
            yield f"{entry.card.name} cannot be played yet ({names})"
        known = {*t.SPELLS, *t.RITUALS, *t.MIRACLES, *t.COMMUNIONS, *WORN, *MANA}
        for extra in entry.extras:
            if extra not in known:
                yield f"{extra} cannot be used yet"
