"""The teller: templates, parts, plurals, what is the same everywhere, what is missing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import fimbul
from fimbul.kernel import (
    Phrase,
    Plate,
    Removed,
    Rule,
    Scene,
    Zone,
    choose,
    frozen,
    listed,
    once,
    phrase,
    player,
    reworded,
    sentence,
    thawed,
)
from fimbul.words import LANGUAGES, Lexicon, best_language, lexicon_of, teller_of, voice_of

BRANDUB = fimbul.game("brandub")
FRENCH, ENGLISH = teller_of(BRANDUB, "fr"), teller_of(BRANDUB, "en")


def test_a_phrase_is_its_english_and_knows_how_it_was_made() -> None:
    said = phrase("takes the {piece} on {at}", piece="king", at="d4")
    assert said == "takes the king on d4"
    assert isinstance(said, Phrase)
    assert (said.template, said.parts["at"]) == ("takes the {piece} on {at}", "d4")


def test_a_phrase_that_is_filled_in_already_is_the_same() -> None:
    said = once("takes the king on d4", "takes the {piece} on {at}", piece="king", at="d4")
    whole = phrase("takes the {piece} on {at}", piece="king", at="d4")
    assert isinstance(said, Phrase)
    assert isinstance(whole, Phrase)
    assert (said, said.template, said.parts) == (whole, whole.template, whole.parts)
    assert FRENCH.tell(said) == FRENCH.tell(whole)


def test_a_phrase_survives_being_stored_with_the_phrases_in_it() -> None:
    inner = phrase("{piece} on {at}", piece="king", at="d4")
    event = Removed(thing="x", origin="y", words=phrase("{who}: {what}", who=player(1), what=inner))
    read = msgspec.json.decode(msgspec.json.encode(event, enc_hook=frozen), type=Removed)
    back = reworded(read, thawed)
    assert back == event
    assert FRENCH.tell(back.words) == "{1}\u202f: roi en d4"
    assert FRENCH.tell(event.words) == "{1}\u202f: roi en d4"


def test_plurals_nouns_and_lists_are_told() -> None:
    assert FRENCH.tell(phrase("{count} raiders", count=1)) == "1 pillard"
    assert FRENCH.tell(phrase("{count} raiders", count=8)) == "8 pillards"
    taken = phrase("takes the {piece} on {at}", piece="raider", at="c3")
    assert FRENCH.tell(taken) == "capture le pillard en c3"
    assert FRENCH.tell(listed(["king", "guard"])) == "roi, garde"
    assert FRENCH.tell(sentence("King")) == "Le roi."


def test_what_has_no_translation_is_told_in_english_and_found() -> None:
    unknown = phrase("hops over the {piece}", piece="king")
    assert FRENCH.tell(unknown) == "hops over the king"
    assert FRENCH.lacks(unknown)
    assert FRENCH.lacks("Something new")
    assert FRENCH.lacks(phrase("takes the {piece} on {at}", piece="queen", at="d4"))
    assert not any(FRENCH.lacks(text) for text in ("d4", "14 + 3 = 17", "Board", ""))


def test_english_is_left_alone() -> None:
    scene = BRANDUB.scene(BRANDUB.new(), 0)
    assert ENGLISH.told(scene) is scene
    assert teller_of(BRANDUB, "tlh").language == "en"


def test_only_words_are_changed() -> None:
    scene = BRANDUB.scene(BRANDUB.new(), 0)
    french = FRENCH.told(scene)
    assert [thing.id for thing in french.things()] == [thing.id for thing in scene.things()]
    assert [thing.art for thing in french.things()] == [thing.art for thing in scene.things()]
    assert french.names() == ("Les pillards", "Le roi")
    assert french.reaches == scene.reaches
    assert FRENCH.told(Scene((Zone("x", "d4"),), (Plate(0, "d4", "bone", "axe"),))).names() == (
        "d4",
    )


def test_rules_are_told_by_their_ids() -> None:
    rule = FRENCH.rule(BRANDUB.rulebook.rules["end.king-taken"])
    assert isinstance(rule, Rule)
    assert rule.text == "Quand le roi est capturé, les pillards gagnent."
    assert FRENCH.title("ruling.quiet") == "Et si plus personne n\u2019est capturé\u202f?"
    assert ENGLISH.sentence("end.king-taken") == "When the king is captured the raiders win."
    assert FRENCH.title("no.such") == FRENCH.sentence("no.such") == ""


def test_the_language_is_no_part_of_the_match() -> None:
    told, untold = BRANDUB.new(), BRANDUB.new()
    for thing in ("piece:raider-1", "cell:c1"):
        FRENCH.told(BRANDUB.seen(told, 0))
        choose(told, 0, thing)
        choose(untold, 0, thing)
    assert told == untold


@pytest.mark.parametrize(
    ("wished", "given"),
    [
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de, FR;q=0.5", "fr"),
        ("en-GB,fr;q=0.3", "en"),
        ("", "en"),
        ("*", "en"),
    ],
)
def test_the_first_language_that_there_is(wished: str, given: str) -> None:
    assert best_language(wished) == given


def test_a_language_that_there_is_not_leaves_nothing_behind() -> None:
    """Visitors ask for whatever they like, and tellers are kept."""
    assert teller_of(BRANDUB, "xx") is teller_of(BRANDUB, "xy") is ENGLISH
    assert voice_of("xx") is voice_of("en")


def test_another_language_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "de.toml"
    file.write_text('same = ["[a-h]"]\n[words]\n"{count} goats" = "{ $count } Ziegen"\n', "utf-8")
    german = Lexicon("de", file)
    assert german.say("{count} goats", {"count": 3}) == ("3 Ziegen", {})
    assert german.say("no such thing", {}) is None
    assert german.is_same("c")
    assert LANGUAGES[0] == "en"
    assert "fr" in LANGUAGES


def test_a_lexicon_has_as_many_files_as_it_needs(tmp_path: Path) -> None:
    (tmp_path / "de.toml").write_text('same = ["A"]\n[words]\n"goat" = "Ziege"\n', "utf-8")
    book = '[words]\n"sheep" = "Schaf"\n[rules."a.b"]\ntitle = "Herde"\n'
    (tmp_path / "de-book.toml").write_text(book, "utf-8")
    (tmp_path / "den.toml").write_text('[words]\n"pen" = "Pferch"\n', "utf-8")
    german = lexicon_of(tmp_path, "de")
    assert german.words == {"goat": "Ziege", "sheep": "Schaf"}
    assert german.rules == {"a.b": {"title": "Herde"}}
    assert german.is_same("A")
    assert lexicon_of(tmp_path, "fi").words == {}


def test_what_two_files_of_a_lexicon_tell_is_named(tmp_path: Path) -> None:
    for name in ("de", "de-book"):
        (tmp_path / f"{name}.toml").write_text('[words]\n"goat" = "Ziege"\n', "utf-8")
    with pytest.raises(AssertionError, match=r"de-book.toml tells again .*'goat'"):
        lexicon_of(tmp_path, "de")


def test_a_message_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "de.toml"
    file.write_text('[words]\n"x" = "{ $count"\n', "utf-8")
    with pytest.raises(AssertionError, match="no Fluent message"):
        Lexicon("de", file).say("x", {})
