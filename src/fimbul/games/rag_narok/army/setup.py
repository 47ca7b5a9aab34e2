"""What is asked for before a match: the scenario and two armies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta

from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army import levy, own_cards, printed
from fimbul.games.rag_narok.army.army import Army, BadArmy
from fimbul.games.rag_narok.army.own_cards import Cards
from fimbul.games.rag_narok.army.printed import Own
from fimbul.games.rag_narok.army.terms import PITCHED, SKIRMISH, STONES, Known
from fimbul.games.rag_narok.measure import tables as t
from fimbul.kernel import Preset, Setup, of_field, phrase

SCENARIO_HELP = "The size of the table and the armies, the length of the battle, and what wins it."
SHADOWS_HELP = "On: both sides agree that Shadows may fight. They never do in a tournament."
SIXES_HELP = (
    "On: whoever rolls a 6 decides whether to roll it again, wherever it could matter. "
    "Off: whatever is better on average is done at once."
)
OWN = Meta(
    title="Your own profiles",
    description="The fighters whose printed cards you own, in a file like the one that you can "
    "download here; those that you leave out stay as we reconstructed them.",
)
OWN_CARDS = Meta(
    title="Your own spells and artefacts",
    description="The spells, Rituals, miracles, Communions and artefacts whose printed cards you "
    "own, in the same file; those that you leave out stay as we reconstructed them.",
)
HELP = "A ready army, or one of your own, within the army points (AP) of the scenario."


SCENARIO = Meta(
    title="Scenario",
    description=SCENARIO_HELP,
    extra_json_schema={"labels": {name: card.name for name, card in t.SCENARIOS.items()}},
)
LISTED = {name: army.name for name, army in armies.READY.items()}

Row = dict[str, Any]  # a [[unit]] of a card file
Owned = tuple[Own, Cards]  # profiles, and what they know and bear
NOTHING: Owned = ((), ())


def _army(title: str, seat: int) -> Meta:
    """How an army is asked for; whoever takes that seat brings it."""
    more = {"examples": list(LISTED), "labels": LISTED, "workshop": "army", "seat": seat}
    return Meta(title=title, description=HELP, extra_json_schema=more)


class RagSetup(Setup, frozen=True, kw_only=True):
    """A scenario, with ready armies or any legal lists."""

    presets = (
        Preset(
            "Learning skirmish",
            "A Griffin patrol against the walking dead, 200 army points each, five turns.",
            art=("fighter", "shooter"),
        ),
        Preset(
            "Pitched battle",
            "The Army of the Temple against the Host of the Ram, 600 army points each, seven "
            "turns.",
            {"scenario": PITCHED, "first": "griffons-600", "second": "acheron-600"},
            art=("hero", "banner", "machine"),
        ),
        Preset(
            "The three stones",
            "A crusade against the legions of the dead, 1000 army points each, eight turns.",
            {"scenario": STONES, "first": "griffons-1000", "second": "acheron-1000"},
            art=("rock", "wings", "spell"),
        ),
    )

    scenario: Annotated[Known, SCENARIO] = SKIRMISH
    first: Annotated[str, _army("First army", 0)] = "griffons-200"
    second: Annotated[str, _army("Second army", 1)] = "acheron-200"
    shadows: Annotated[  # rule: army.shadows-agreement
        bool, Meta(title="Shadows", description=SHADOWS_HELP, extra_json_schema={"agreed": True})
    ] = False
    sixes: Annotated[bool, Meta(title="Ask about sixes", description=SIXES_HELP)] = True

    units: Annotated[tuple[Row, ...], OWN] = ()  # rule: ruling.own-profiles, test.six-reroll
    cards: Annotated[dict[str, Any] | None, OWN_CARDS] = None  # rule: ruling.own-profiles

    def problems(self) -> Iterator[str]:  # rule: ruling.reroll-default
        own, wrong = printed.read_rows(self.units)
        yield from (of_field("units", problem) for problem in wrong)
        cards, amiss = own_cards.read_tables(self.cards or {})
        yield from (of_field("cards", problem) for problem in amiss)
        for field in ("first", "second"):
            told = getattr(self, field)
            for problem in known_problems(told, self.scenario, self.shadows, (own, cards)):
                yield of_field(field, problem)

    def texts(self) -> tuple[str, str]:
        own = printed.read_rows(self.units)[0], own_cards.read_tables(self.cards or {})[0]
        return text_of(self.first, own), text_of(self.second, own)


def army_of(told: str, own: Owned = NOTHING) -> Army:
    """The army behind a name or a text, with an owner's profiles and cards."""
    found = armies.READY[told] if told in armies.READY else armies.read(told)
    return armies.with_own(found, *own)


@lru_cache(maxsize=64)
def text_of(told: str, own: Owned = NOTHING) -> str:
    """The same as text."""
    return armies.write(army_of(told, own))


@lru_cache(maxsize=64)
def known_problems(
    told: str, scenario: str, shadows: bool, own: Owned = NOTHING
) -> tuple[str, ...]:
    """The problems of an army that takes the field again and again."""
    return tuple(army_problems(told, scenario, shadows, own))


def army_problems(
    told: str, scenario: str = SKIRMISH, shadows: bool = False, own: Owned = NOTHING
) -> Iterator[str]:
    """Everything that keeps an army out of a scenario."""
    try:
        army = army_of(told, own)
    except BadArmy as bad:
        yield from bad.problems
        return
    card = t.SCENARIOS[scenario]
    if army.budget != card.budget:
        told = "{scenario} is for {budget} AP, not {brought}"
        yield phrase(told, scenario=card.name, budget=card.budget, brought=army.budget)
    for problem in levy.problems(army, shadows):
        yield problem.text
