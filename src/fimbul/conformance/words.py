"""What players read: no names of our own trade, and every text in every language there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from fimbul.conformance.table import JUNK
from fimbul.conformance.tales import DrawnTale, begin, moments, told, viewers
from fimbul.kernel import (
    PANELS,
    Game,
    Phrase,
    Rule,
    Ruling,
    State,
    chapters,
    choose,
    lesson,
    primer,
    reworded,
)
from fimbul.server.http.tables import sides_of
from fimbul.server.table.consent import options_schema
from fimbul.words import ENGLISH, HERE, LANGUAGES, Lexicon, lexicon_of, teller_of
from fimbul.words.teller import LABELS, READ, Teller

INTERNAL = {
    "a rule id": re.compile(r"\b[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*\b(?!\s*[:=])"),
    "a mark of where it comes from": re.compile(
        r"\((?:reconstructed|partly|(?:en partie )?reconstitué)\)"
    ),
    "the number of a copy": re.compile(r"#\d"),
    "a table of a file": re.compile(r"\[\["),
    "a seat by its number": re.compile(r"\b(?:seat|place) \d", re.IGNORECASE),
    "the id of a thing": re.compile(r"\b(?:cell|piece|card|button|unit|token|die):\w"),
}
BY_TITLE = ("rag_narok",)  # books so long that their texts may stay English under told titles
ABOUT = ("title", "summary", "promise", "counts")  # of the game, as its rulebook has it
BOOK = {Rule: ("title", "text"), Ruling: ("question", "decision", "why")}
COUNTED = re.compile(r"\{count\} ")
OF_ONE = {  # a noun of many, after a number that asks for one
    "fr": re.compile(r"[01] (?!héros|vieux|dans|sans)[a-zà-ÿœ]+[sx]\b"),
}
TYPED = re.compile(r"`[^`]*`")  # words of the keyboard, which are the same in every language
BARE = ("space", "button", "seat")  # kinds of things that are no more than they are called
EVERY = ("", "Odin", "{0}", "l\u2019île", "a\u202fb")


def said(*values: Struct) -> list[str]:
    """All words in some values."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    for value in values:
        reworded(value, note)
    return found


def spoken(game: Game[Any], state: State) -> Iterator[str]:
    """All that anybody is told at this moment: scenes, questions, events, answers to why."""
    for seat in viewers(state):
        seen = game.seen(state, seat)
        yield from said(seen, game.scene(state, seat, brief=True))
    for decision in state.asked:
        things = [thing.id for thing in game.scene(state, decision.seat).things()]
        for thing in (*things, *JUNK):
            answer = game.why(state, decision.seat, thing)
            yield answer[1] if answer else ""
    for event in state.events:
        yield from said(event)


def nothing_internal_is_said(game: Game[Any], tale: DrawnTale) -> None:
    for state, _ in moments(game, tale, 5):
        for text in spoken(game, state):
            check_plain(game, text)
            if isinstance(text, Phrase):
                assert text == text.template.format_map(text.parts), "a phrase is its template"
        for event in state.events:
            alone = event.seat < 0 and bool(event.words)
            assert not (alone and event.words[0].islower()), f"{event.words!r} is no sentence"
        if state.result is not None:
            assert teller_of(game, ENGLISH).title(state.result.because), "an end has a title"


def check_plain(game: Game[Any], text: str) -> None:
    assert not any(cited in text for cited in game.rulebook.ids), f"{text!r} names a rule by its id"
    for what, pattern in INTERNAL.items():
        assert not pattern.search(text), f"{text!r} tells {what}"


def finished(game: Game[Any]) -> tuple[str, ...]:
    """The languages that a game brings words for: in those it is told from end to end."""
    brought = (game.folder / "words").glob("*.toml")
    return tuple(sorted({path.stem.partition("-")[0] for path in brought} - {ENGLISH}))


def the_book_and_the_box_say_nothing_internal(game: Game[Any]) -> None:
    """Options, presets and where it all comes from: what is read before a match."""
    for text in read_beside(game) if finished(game) else said(*game.setup_type.presets):
        check_plain(game, text)
    for language, text in taught(game):
        check_plain(game, text)
        check_typography(language, text)


def taught(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """What a learner reads, by language: the lesson, the primer, what chapters are called."""
    found, on_one_screen, order = lesson(game), primer(game), chapters(game)
    for words in (found.title, found.next) if found else ():
        yield from words.items()
    for task in found.task if found else ():
        for words in (task.goal, task.how, task.why, task.done):
            yield from words.items()
    if on_one_screen:
        yield from (one for about in PANELS for one in on_one_screen.panel(about).text.items())
    for chapter in order.chapter:
        yield from (*chapter.title.items(), *chapter.caption.items())


def the_book_and_the_box_are_told(game: Game[Any]) -> None:
    """In a game that is told in a language: all that is read before a match, and every rule."""
    for language in finished(game):
        teller = teller_of(game, language)
        for text in read_beside(game):
            check_told(teller, text)
            check_typography(language, teller.tell(text))
        for entry in game.rulebook.entries():
            here = teller.rule(entry)
            for name in BOOK[type(entry)] if game.id not in BY_TITLE else ():
                text, english = getattr(here, name), getattr(entry, name)
                assert text != english or not english, f"{entry.id} lacks its {name}"
                check_typography(language, text)
        if game.id in BY_TITLE:
            titles_are_told(game, language)


def titles_are_told(game: Game[Any], language: str) -> None:
    """Of a book that is too long: at least what every rule and ruling is called."""
    rules = lexicon_of(game.folder / "words", language).rules
    for entry in game.rulebook.entries():
        name = BOOK[type(entry)][0]
        assert name in rules.get(entry.id, {}), f"{entry.id} lacks its {name}"
        check_typography(language, rules[entry.id][name])


def read_beside(game: Game[Any]) -> Iterator[str]:
    """What is read beside a match: the game in a few words, options, presets, sides, the box."""
    book, setup = game.rulebook, game.setup_type
    yield from (str(book.about[name]) for name in ABOUT if name in book.about)
    yield from said(*setup.presets, *sides_of(game), *book.parts)
    yield from said(*([book.provenance] if book.provenance else []))
    yield from (rule.section for rule in book.rules.values() if rule.section)
    for field in options_schema(setup)["properties"].values():
        yield from read_of(field)


def read_of(schema: Any) -> Iterator[str]:
    """What people read of a JSON Schema: titles, help and what the values are called."""
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key in READ and isinstance(value, str):
            yield value
        elif key == LABELS:
            yield from value.values()
        else:
            yield from read_of(value)
    for one in schema if isinstance(schema, list) else ():
        yield from read_of(one)


def translations_are_whole(game: Game[Any], tale: DrawnTale) -> None:
    """In a game that is told in a language, nothing that is said lacks its words."""
    for language in finished(game):
        teller = teller_of(game, language)
        for text in heard(game, tale):
            check_told(teller, text)
        for state, _ in moments(game, tale, 5):
            for text in spoken(game, state):
                check_told(teller, text)


def things_tell_more_than_their_name(game: Game[Any], tale: DrawnTale) -> None:
    """What is touched and cannot be chosen is explained. Bare spaces, buttons and players are not:
    a space is what lies there, a button is asked about, and players have plates."""
    for state, _ in moments(game, tale, 5):
        for seat in viewers(state):
            things = tuple(game.scene(state, seat).things())
            cards = {thing.whole for thing in things if thing.kind == "card"}
            for thing in things:
                bare = thing.kind in BARE or thing.id in cards
                words = (thing.tip, *thing.more, *thing.said, *thing.terms, *thing.values)
                assert bare or any(words), f"{thing.id} says nothing but {thing.label!r}"


def check_told(teller: Teller, text: str) -> None:
    """It has words in that language, and they are as plain as the English ones."""
    assert not teller.lacks(text), f"{text!r} is not told in {teller.language!r}"
    check_plain(teller.game, teller.tell(text))


def heard(game: Game[Any], tale: DrawnTale) -> Iterator[str]:
    """Every question and every event of a match: what is rarely said is easily forgotten."""
    state = begin(game, tale)
    for choice in told(game, tale):
        yield from said(*state.open, *state.events)
        choose(state, *choice)
    yield from said(*state.events)


def templates_render(game: Game[Any]) -> None:
    """Every template of every language, with every kind of value; and the book, where it is."""
    for language in LANGUAGES[1:]:
        for folder in (game.folder / "words", HERE):
            lexicon = lexicon_of(folder, language)
            for template in lexicon.words:
                check_template(lexicon, template)
    for language in finished(game):
        rules = lexicon_of(game.folder / "words", language).rules
        assert rules.keys() == game.rulebook.ids, "every rule is told, and no other"


def check_template(lexicon: Lexicon, template: str) -> None:
    parts = re.findall(r"\{(\w+)\}", template)
    used = set(re.findall(r"\$(\w+)", lexicon.words[template]))
    nouns = {one for one in used if one not in parts}
    assert {one.rpartition("_")[0] for one in nouns} <= set(parts), f"{template!r}: {nouns}"
    for value in (0, 1, 2, 5, 1000, *EVERY):
        values: dict[str, str | int] = dict.fromkeys([*parts, *nouns], value)
        found = lexicon.say(template, values)
        assert found is not None
        assert found[0].strip() or not str(value).strip(), f"{template!r} says nothing"
        check_typography(lexicon.language, found[0])
    if COUNTED.match(template) and lexicon.language in OF_ONE:
        for few in (0, 1):
            found = lexicon.say(template, {**dict.fromkeys([*parts, *nouns], "Odin"), "count": few})
            assert found is not None
            many = OF_ONE[lexicon.language].match(found[0])
            assert not many, f"{found[0]!r} speaks of {few} as of many"


def check_typography(language: str, text: str) -> None:
    if language == "fr":
        text = TYPED.sub("", text)
        assert "'" not in text, f"{text!r} has a straight apostrophe"
        assert not re.search(r"[^\u202f](?:[;!?»]|:\s)", text), (
            f"{text!r}: a narrow no-break space stands before such signs"
        )
