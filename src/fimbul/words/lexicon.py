"""A lexicon: for every English template the same in another language, as Fluent writes it.

`words/fr.toml` lies in the folder of a game, and one for what all games say beside this file:

    same = ["[a-g][1-7]"]            # texts that are the same in every language
    [words]
    "captured on {at}" = "pris en { $at }"
    [rules."setup.board"]
    title = "Quarante-neuf cases"

A large book has more such files beside it, `words/fr-book.toml` and the like: all of them are one
lexicon, and what two of them tell is a mistake.

A value is a Fluent message: plurals are chosen by number, and what a noun has as attributes
(`.gender`, `.the`) a template around it may use: `$piece_gender`, `$piece_the`, and `$piece_The`
where a sentence begins with it. `"{name}"` says a name that the lexicon does not know.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

HERE = Path(__file__).parent
ENGLISH = "en"
LANGUAGES = (ENGLISH, *sorted(path.stem for path in HERE.glob("??.toml")))
ID = "it"  # every message is a bundle of its own: it is read when it is first needed
Said = tuple[str, dict[str, str]]  # the words, and the attributes of a noun


class Lexicon:
    """The words of one language in one folder, from as many files as they need."""

    def __init__(self, language: str, *paths: Path) -> None:
        self.language = language
        self.words: dict[str, str] = {}
        self.rules: dict[str, dict[str, str]] = {}
        self.same: list[str] = []
        self._messages: dict[str, FluentBundle] = {}
        for path in paths:
            found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
            _add(self.words, found.get("words", {}), path)
            _add(self.rules, found.get("rules", {}), path)
            self.same += found.get("same", [])

    @cached_property
    def _same(self) -> re.Pattern[str]:
        return re.compile("|".join(f"(?:{one})" for one in self.same) or r"(?!)")

    def is_same(self, text: str) -> bool:
        return self._same.fullmatch(text) is not None

    def say(self, template: str, values: dict[str, str | int]) -> Said | None:
        """The template in this language; None if it is not in the lexicon."""
        message = self._messages.get(template) or self._read(template)
        if message is None:
            return None
        found = message.get_message(ID)
        assert found.value is not None, f"{template!r} has no words"
        said = _formatted(message, found.value, values)
        return said, {
            name: _formatted(message, pattern, values) for name, pattern in found.attributes.items()
        }

    def _read(self, template: str) -> FluentBundle | None:
        if template not in self.words:
            return None
        lines = self.words[template].replace("\n", "\n    ")
        bundle = FluentBundle([self.language], use_isolating=False)
        bundle.add_resource(FluentResource(f"{ID} = {lines}\n"))
        assert bundle.has_message(ID), f"this is no Fluent message: {self.words[template]!r}"
        self._messages[template] = bundle
        return bundle


def _add(known: dict[str, Any], more: dict[str, Any], path: Path) -> None:
    twice = known.keys() & more.keys()
    assert not twice, f"{path.name} tells again what another file tells: {sorted(twice)}"
    known |= more


def _formatted(bundle: FluentBundle, pattern: Any, values: dict[str, str | int]) -> str:
    said, errors = bundle.format_pattern(pattern, values)
    assert not errors, f"{said!r}: {errors}"
    return str(said)


@cache
def lexicon_of(folder: Path, language: str) -> Lexicon:
    """The lexicon that lies in that folder: `fr.toml` and every `fr-*.toml`."""
    paths = (*folder.glob(f"{language}.toml"), *sorted(folder.glob(f"{language}-*.toml")))
    return Lexicon(language, *paths)
