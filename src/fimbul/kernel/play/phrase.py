"""Words that remember how they were made, so that they can be told in another language.

A phrase is its English text, wherever a text is wanted. It also knows its template and its parts,
so that a lexicon can say the same in another language. A text without parts is its own template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec

WORDS = "words"
Spoken = Annotated[str, WORDS]  # a field that players read: the one mark by which words are found


class Phrase(str):
    """Made by `phrase`."""

    __slots__ = ("cold", "parts", "template")
    cold: str  # as it is stored; what is said once is written down with every choice for a while
    template: str
    parts: Mapping[str, str | int]

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.template, self.parts)


@lru_cache(8192, typed=True)  # much is said often, in dreams above all
def phrase(template: str, /, **parts: str | int) -> str:
    """The template with its parts: `phrase("captured on {at}", at="c3")`."""
    return _made(template, parts)


def once(text: str, template: str, /, **parts: str | int) -> str:
    """A phrase whose text is filled in already, where much is said once and dreamt in between."""
    made = Phrase(text)
    made.template, made.parts = template, parts
    return made


def _made(template: str, parts: Mapping[str, str | int]) -> Phrase:
    made = Phrase(template.format_map(parts))
    made.template, made.parts = template, parts
    return made


def player(seat: int) -> str:
    """Stands for whoever sits there: see `event`."""
    return f"{{{seat}}}"


def listed(texts: Sequence[str], between: str = ", ") -> str:
    """Several parts in a row, with commas between: `Odin, Freyr`."""
    parts = {f"part{at}": text for at, text in enumerate(texts)}
    return phrase(between.join(f"{{{name}}}" for name in parts), **parts)


def either(texts: Sequence[str]) -> str:
    """One of several: `ash, oak or yew`."""
    *first, last = texts
    return phrase("{first} or {last}", first=listed(first), last=last) if first else last


def together(texts: Sequence[str]) -> str:
    """All of several: `ash, oak and yew`."""
    *first, last = texts
    return phrase("{first} and {last}", first=listed(first), last=last) if first else last


OF_FIELD = "{field}: {problem}"
QUOTED = 40  # characters of what somebody wrote: phrases are remembered


def of_field(field: str, problem: str) -> str:
    """A problem under the option that has it: pages look for that name, people read the rest."""
    return phrase(OF_FIELD, field=field[:QUOTED], problem=problem)


def quoted(text: object) -> str:
    """What somebody wrote, or how it begins."""
    return repr(text[:QUOTED] if isinstance(text, str) else text)


def sentence(text: str) -> str:
    """A question or statement with the stop at its end."""
    return text if text.endswith((".", "!", "?", "…")) else phrase("{text}.", text=text)


# -- on paper ----------------------------------------------------------------------------------

FROZEN = "\x02"  # no text begins so


def frozen(text: Phrase) -> str:
    """A phrase with all it knows, as a text that can be stored; `enc_hook` of an encoder."""
    if not hasattr(text, "cold"):
        told = msgspec.json.encode([text.template, text.parts], enc_hook=frozen)
        text.cold = FROZEN + told.decode()
    return text.cold


def thawed(text: str) -> str:
    """The phrase that was frozen; any other text is returned as it is."""
    if not text.startswith(FROZEN):
        return text
    template, parts = msgspec.json.decode(text[1:], type=tuple[str, dict[str, str | int]])
    whole = {name: thawed(part) if isinstance(part, str) else part for name, part in parts.items()}
    return phrase(template, **whole)
