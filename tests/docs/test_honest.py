"""README and docs say of every game what we made up, with the figures that the rulebooks have."""

from __future__ import annotations

from pathlib import Path

import pytest

import fimbul

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BOTS = (ROOT / "docs/play/bots.md").read_text("utf-8")
OWNERS = (ROOT / "docs/play/own-cards.md").read_text("utf-8")


@pytest.mark.parametrize("name", fimbul.game_names())
def test_the_readme_says_what_we_made_up(name: str) -> None:
    game = fimbul.game(name)
    origin = game.rulebook.provenance
    assert origin is not None
    assert origin.short in README, f"{game.title}: README says something else"
    assert game.title.partition(" - ")[0] in README


@pytest.mark.parametrize("name", fimbul.game_names())
def test_the_page_for_owners_names_every_option_and_table(name: str) -> None:
    origin = fimbul.game(name).rulebook.provenance
    assert origin is not None
    line = next((line for line in OWNERS.splitlines() if f"| `{name}` |" in line), "")
    for option, tables in origin.options.items():
        assert f"`{option}`" in line
        assert all(f"[[{table}]]" in line for table in tables)
    assert bool(line) == bool(origin.options)


def test_the_levels_of_every_game_are_told_as_they_are() -> None:
    for name in fimbul.game_names():
        game = fimbul.game(name)
        own = [game.lore.levels.get(level, "") for level in ("karl", "jarl", "konung", "odin")]
        cells = "".join(f" `{bot}` |" if bot else " |" for bot in own)
        assert (f"\n| {game.title} |{cells}\n" in BOTS) == any(own), f"{game.title}:{cells}"


def test_the_figures_of_the_rulebooks_are_counted() -> None:
    """They change only with the tables."""
    said = {name: fimbul.game(name).rulebook.provenance for name in fimbul.game_names()}
    made = {name: origin.made for name, origin in said.items() if origin is not None}
    rules = fimbul.game("rag_narok").rulebook.rules.values()
    ours = sum(rule.reconstructed for rule in rules)
    assert f"{ours} of {len(rules)} rules" in made["rag_narok"]
    units = fimbul.game("rag_narok").rulebook.tables["unit"]
    assert f"all {sum(row['reconstructed'] for row in units)} profiles" in made["rag_narok"]
    assert "{" not in "".join(made.values())
