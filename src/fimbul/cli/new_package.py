"""What a package around a game needs besides the game: what pip reads, and where to begin."""

from __future__ import annotations

import fimbul

PYPROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "DASHED"
version = "0.1.0"
description = "TITLE, a game for Fimbul"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["fimbul>=VERSION"]

[project.optional-dependencies]
dev = ["fimbul[conformance]"]

[project.entry-points."fimbul.games"]
NAME = "NAME"

[tool.setuptools.packages.find]
where = ["src"]

[tool.setuptools.package-data]
NAME = ["**/*.toml", "**/*.json", "**/*.svg"]

[tool.pytest.ini_options]
testpaths = ["tests"]
"""
README = """\
# TITLE

A game for Fimbul. As it is now it is Brandub under another
name: it can be played and passes every test. Change it rule by rule.

```sh
python -m venv .venv && . .venv/bin/activate
pip install --editable '.[dev]'
fimbul play NAME                 # in the terminal, against a bot
fimbul serve --game NAME --open  # in the browser
pytest                           # your own tests: a drawn board for each rule
pytest --pyargs fimbul.conformance --game NAME   # what every game must keep
```

| Where | What |
|---|---|
| `src/NAME/rules.toml` | the rulebook: every rule has an id, and is cited as `# rule: its.id` |
| `src/NAME/rules.py` | the steps of the game, in the order of the book |
| `src/NAME/state.py`, `deal.py`, `parts.py` | what lies on the table, and how it begins |
| `src/NAME/scene.py`, `art/` | what everybody sees |
| `src/NAME/lore.py` | what bots know |
| `src/NAME/lessons.toml`, `words/` | a first match, and other languages |
| `tests/` | what proves the rules |

The suite looks for the proofs of the rules in `tests`, so run it in this folder. How all of it
works, step by step: docs/build/add-a-game.md of Fimbul.
"""
IGNORED = """\
.venv/
__pycache__/
*.egg-info/
build/
dist/
"""
PROJECT = {"pyproject.toml": PYPROJECT, "README.md": README, ".gitignore": IGNORED}


def told(text: str, name: str) -> str:
    """The text with the names of that game."""
    title = " ".join(part.capitalize() for part in name.split("_"))
    words = {"NAME": name, "TITLE": title, "DASHED": name.replace("_", "-")}
    for word, value in {**words, "VERSION": fimbul.__version__}.items():
        text = text.replace(word, value)
    return text
