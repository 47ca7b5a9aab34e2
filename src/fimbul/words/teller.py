"""Tells what a game says in the language of whoever reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from msgspec import structs

from fimbul.kernel import OF_FIELD, Game, Phrase, Rule, Rulebook, Ruling, reworded
from fimbul.words.lexicon import ENGLISH, HERE, LANGUAGES, Said, lexicon_of

T = TypeVar("T")
PART = re.compile(r"\{\w+\}")
LABELS = "labels"  # what the values of a field are called
READ = ("title", "description")  # what people read of a JSON Schema
NAME = "{name}"  # how a lexicon says a name that it does not know
MOST_TEXTS = 20_000  # texts that one teller remembers


class Voice:
    """One language, with the words of some folders. In English everything is told already."""

    def __init__(self, language: str, folders: Sequence[Path] = (HERE,)) -> None:
        self.language = language
        self.lexicons = [lexicon_of(folder, language) for folder in folders]
        self._known = lru_cache(MOST_TEXTS)(self._said)

    def told(self, value: T) -> T:
        """A scene, a decision, a message: with all its words in this language."""
        return value if self.language == ENGLISH else reworded(value, self.tell)

    def tell(self, text: str) -> str:
        """The same in this language; in English where the lexicon has no words for it."""
        if self.language == ENGLISH:
            return text
        if isinstance(text, Phrase) and text.template == OF_FIELD:
            field, problem = text.parts.values()
            return f"{field}: {self.tell(cast('str', problem))}"  # pages look for that name
        said = self._of(text)
        return str(text) if said is None else said[0]

    def lacks(self, text: str) -> bool:
        """Whether the lexicon has no words for it or for a part of it, though it has words."""
        if self.language == ENGLISH:
            return False
        parts = text.parts.values() if isinstance(text, Phrase) else ()
        within = any(self.lacks(part) for part in parts if isinstance(part, str))
        return within or self._of(text) is None

    def schema(self, schema: T) -> T:
        """The JSON Schema of a setup, with what people read of it in this language."""
        if isinstance(schema, dict):
            return cast("T", {key: self._read(key, value) for key, value in schema.items()})
        if isinstance(schema, list):
            return cast("T", [self.schema(one) for one in schema])
        return schema

    def _read(self, key: str, value: Any) -> Any:
        if key in READ and isinstance(value, str):
            return self.tell(value)
        if key == LABELS:
            return {one: self.tell(label) for one, label in value.items()}
        return self.schema(value)

    def _of(self, text: str) -> Said | None:
        if isinstance(text, Phrase):
            return self._known(text.template, tuple(text.parts.items()))
        return self._known(text, ())

    def _said(self, template: str, parts: tuple[tuple[str, str | int], ...]) -> Said | None:
        values: dict[str, str | int] = {}
        for name, part in parts:
            values |= self._values(name, part)
        for lexicon in self.lexicons:
            said = lexicon.say(template, values)
            if said is not None:
                return said
        if self._is_plain(template):
            return (template.format_map(values) if parts else template), {}
        return None

    def _values(self, name: str, part: str | int) -> dict[str, str | int]:
        """A part in this language, with what a noun brings along."""
        if isinstance(part, int):
            return {name: part}
        told, forms = self._of(part) or (str(part), {})
        values: dict[str, str | int] = {name: told}
        for key, value in (forms or self._named(told)).items():
            values[f"{name}_{key}"] = value
            values[f"{name}_{key.capitalize()}"] = value[:1].upper() + value[1:]
        return values

    def _named(self, name: str) -> dict[str, str]:
        """The forms of a word that brings none of its own, such as a name that somebody has
        given."""
        found = (lexicon.say(NAME, {"name": name}) for lexicon in self.lexicons)
        return next((said[1] for said in found if said is not None), {})

    def _is_plain(self, template: str) -> bool:
        """Whether there is nothing to translate: signs and numbers, or the same everywhere."""
        if not any(sign.isalpha() for sign in PART.sub("", template)):
            return True
        return any(lexicon.is_same(template) for lexicon in self.lexicons)


class Teller(Voice):
    """One language of one game: all that it says, and its book."""

    def __init__(self, game: Game[Any], language: str) -> None:
        super().__init__(language, (game.folder / "words", HERE))
        self.game = game

    def rule(self, rule: T) -> T:
        """A rule or ruling in this language, as far as it is told there."""
        assert isinstance(rule, Rule | Ruling), "only these have words in a book"
        found = next((c.rules[rule.id] for c in self.lexicons if rule.id in c.rules), {})
        return self.told(structs.replace(rule, **found))

    def book(self) -> Rulebook:
        """The whole book in this language, as far as it is told there."""
        book = copy(self.game.rulebook)
        if self.language != ENGLISH:
            parts, origin = self.game.rulebook.parts, self.game.rulebook.provenance
            book.rules = {cited: self.rule(rule) for cited, rule in book.rules.items()}
            book.rulings = {cited: self.rule(ruling) for cited, ruling in book.rulings.items()}
            book.about = {**book.about, "summary": self.tell(book.about.get("summary", ""))}
            vars(book)["parts"] = tuple(self.told(part) for part in parts)
            vars(book)["provenance"] = None if origin is None else self.told(origin)
        return book

    def reading(self) -> Game[Any]:
        """The game for a reader: with its book in this language."""
        game = copy(self.game)
        vars(game)["rulebook"] = self.book()
        return game

    def title(self, cited: str) -> str:
        """What the rule or ruling of that id is called here; empty if there is none."""
        book = self.game.rulebook
        if cited in book.rules:
            return self.rule(book.rules[cited]).title
        return self.rule(book.rulings[cited]).question if cited in book.rulings else ""

    def sentence(self, cited: str) -> str:
        """The text behind an id; empty if there is none."""
        book = self.game.rulebook
        if cited in book.rules:
            return self.rule(book.rules[cited]).text
        return self.rule(book.rulings[cited]).decision if cited in book.rulings else ""


def voice_of(language: str) -> Voice:
    """The voice for what belongs to no game; English where a language is unknown."""
    return _voice(language if language in LANGUAGES else ENGLISH)


def teller_of(game: Game[Any], language: str) -> Teller:
    """The teller of that game; English where a language is unknown."""
    return _teller(game, language if language in LANGUAGES else ENGLISH)


# Kept by languages that there are: visitors ask for whatever they like.
_voice = cache(Voice)
_teller = cache(Teller)


def best_language(wished: str) -> str:
    """The first language of an `Accept-Language` that there is; browsers put the best first."""
    for one in wished.split(","):
        name = one.partition(";")[0].strip().lower().partition("-")[0]
        if name in LANGUAGES:
            return name
    return ENGLISH
