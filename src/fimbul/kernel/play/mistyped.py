"""What msgspec and tomllib say of what does not fit, in words for people that can be told."""

from __future__ import annotations

import re

from fimbul.kernel.play.phrase import QUOTED, phrase

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of fields",
    "null": "an empty value",
}
PLACED = "{problem} (at {place})"
TOML = r".+ \(at line (?P<line>\d+), column (?P<column>\d+)\)"  # what tomllib says
AT = re.compile(r"(?P<said>.*) - at `\$\.?(?P<place>.*)`", re.DOTALL)
SAID = (  # what they say, and how we say it
    (r"Expected `(?P<known>.+)`, got `(?P<value>.+)`", "must be {known}, not {value}"),
    (r"Expected `(?:int|float)` >= (?P<least>\S+)", "must be {least} or more"),
    (r"Expected `(?:int|float)` <= (?P<most>\S+)", "must be {most} or less"),
    (r"Expected `(?:array|str|object)` of length >= (?P<least>\S+)", "must have {least} or more"),
    (r"Expected `(?:array|str|object)` of length <= (?P<most>\S+)", "must have {most} or fewer"),
    (r"Object missing required field `(?P<name>.+)`", "the field {name} is missing"),
    (r"Object contains unknown field `(?P<name>.+)`", "there is no field {name}"),
    (r"Invalid (?:enum )?value (?P<value>['\d].*)", "cannot be {value}"),
    (TOML, "line {line}, column {column}: this cannot be read"),
    (r".+ \(at end of document\)", "the file breaks off in the middle"),
    (r"a line has over (?P<most>\d+) dots", "no line of such a file has over {most} dots"),
    (r"Exceeds the limit .+ for integer string conversion.*", "holds a number that is too long"),
)


def mistyped(wrong: Exception) -> str:
    """The mistake in our words; what we have no words for, as it was said."""
    whole = str(wrong)
    found = AT.fullmatch(whole)
    said, place = (found["said"], found["place"]) if found else (whole, "")
    for pattern, template in SAID:
        if match := re.fullmatch(pattern, said, re.DOTALL):
            parts = {name: _called(name, text) for name, text in match.groupdict().items()}
            problem = phrase(template, **parts)
            return phrase(PLACED, problem=problem, place=place[:QUOTED]) if place else problem
    return whole.replace("`", "")


def _called(name: str, text: str) -> str:
    """A kind of value as people call it; anything else as it stands, cut short."""
    if name not in ("known", "value"):
        return text[:QUOTED]
    *first, last = (KINDS.get(kind, kind[:QUOTED]) for kind in text.split(" | "))
    return phrase("{first} or {last}", first=", ".join(first), last=last) if first else last
