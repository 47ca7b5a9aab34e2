"""The rulebook speaks one language."""

from __future__ import annotations

import re

from fimbul.games.rag_narok import GAME


def test_the_rulebook_speaks_one_language() -> None:  # rule: ruling.glossary
    odd = re.compile(r"\b(MOU|scrum|fray|tapping|Pets|disarray|sniper|outlet)\b", re.IGNORECASE)
    texts = [f"{rule.title} {rule.text}" for rule in GAME.rulebook.rules.values()]
    told = [text for text in texts if odd.search(text) and "MOU = MOV" not in text]
    assert told == []
    assert any("altitude" in text for text in texts)
