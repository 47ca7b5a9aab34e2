"""What players meet outside of matches is told too: the terminal, refusals, bots, the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click
import pytest
from click.testing import CliRunner

import fimbul
from fimbul.cli import COMMANDS, main
from fimbul.cli.helping import Spoken, SpokenGroup, said
from fimbul.kernel import FimbulError, Phrase, Problems
from fimbul.kernel.show.scene import ThingState
from fimbul.server.services import LEVELS
from fimbul.server.wire import errors
from fimbul.server.wire.table_card import TableResult
from fimbul.words import LANGUAGES, Voice, teller_of, voice_of
from tests.words.sources import refusals, sentences, spliced

SOURCE = Path(fimbul.__file__).parent
PLAYED = SOURCE.parents[1] / "tests/recorded/brandub/rules-1/plain.saga"  # nobody has a name
WEB = SOURCE.parents[1] / "web" / "src"
TERMINAL = [
    *("arguments", "cards", "games", "helping", "learn", "play", "puzzle", "refusals", "replay"),
    *("rulebook", "rules", "sitting"),
    *("table", "telling", "telling_tales", "terminal", "verify", "words"),
]
HELPS = {"a person"}  # the mark of a person in a record
COMMAND = re.compile(r"fimbul|\.toml|mcts:1s")  # what is typed, and the help of an option
SERVER = [
    *sorted((SOURCE / "server" / "table").glob("*.py")),
    *(SOURCE / "server" / "replay" / f"{name}.py" for name in ("reader", "replays", "verify")),
    *(SOURCE / "server" / name for name in ("wire/errors.py", "live/socket.py", "services.py")),
    *(
        SOURCE / "server" / name
        for name in ("notices/texts.py", "notices/courier.py", "people/letters.py")
    ),
    *(SOURCE / "kernel" / name for name in ("play/errors.py", "setup.py", "game.py")),
    *(SOURCE / "bots" / f"{name}.py" for name in ("description", "budget", "slips", "foreign")),
]
OF_THE_PAGE = {  # told by the page, which knows what they are about
    "asks for a hint",
    "I had no answer: chance has picked for me.",
    "I cannot think: my program does not start. I try again until it does.",
}
OF_PROGRAMS = {  # never said to people: the page begins with hello, and sends what can be read
    *("a socket begins with hello", "this cannot be read"),
    *("seat  cannot choose : ", "this is no JSON object: "),
    "setup:  needs its own setup, from game.setup(...)",  # to whoever hands one game another's
}


@pytest.fixture(params=LANGUAGES[1:])
def voice(request: pytest.FixtureRequest) -> Voice:
    return voice_of(request.param)


def untold(voice: Voice, texts: Iterator[str]) -> list[str]:
    known = [lexicon.words for lexicon in voice.lexicons]
    return sorted({text for text in texts if not any(text in words for words in known)})


@pytest.mark.parametrize("name", TERMINAL)
def test_the_terminal_is_told(voice: Voice, name: str) -> None:
    path = SOURCE / "cli" / f"{name}.py"
    assert untold(voice, (one for one in sentences(path) if one not in HELPS)) == []
    assert [one for one in spliced(path) if not COMMAND.search(one)] == []


def test_armies_in_the_terminal_are_told() -> None:
    for language in LANGUAGES[1:]:
        teller = teller_of(fimbul.game("rag_narok"), language)
        said = (
            one
            for one in sentences(SOURCE / "cli" / "army.py")
            if "`Duelists" not in one and "`Name" not in one
        )
        assert untold(teller, (one for one in said if not one.startswith("ARMY:"))) == []
    assert list(spliced(SOURCE / "cli" / "army.py")) == []


@pytest.mark.parametrize("path", SERVER, ids=lambda path: str(path.relative_to(SOURCE)))
def test_what_the_server_refuses_is_told(voice: Voice, path: Path) -> None:
    silent = OF_THE_PAGE | OF_PROGRAMS
    assert untold(voice, (one for one in sentences(path) if one not in silent)) == []
    assert [one for one in spliced(path) if one not in silent] == []


ROOMS = ("bots", "http", "live", "match", "notices", "people", "replay", "table", "wire")


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_of_the_server_refuses_in_one_language_alone(voice: Voice, room: str) -> None:
    said = (one for path in (SOURCE / "server" / room).glob("*.py") for one in refusals(path))
    assert untold(voice, (one for one in said if one not in OF_PROGRAMS)) == []


def test_the_help_of_commands_is_told(voice: Voice) -> None:
    """What each command does, and all that its help says."""
    assert [words for _, words in COMMANDS.values() if voice.lacks(words)] == []
    context = click.Context(main)
    found = [one for name in COMMANDS if (one := main.get_command(context, name))]
    assert [one.name for one in found if not isinstance(one, Spoken | SpokenGroup)] == []
    assert [text for one in found for text in said(one) if voice.lacks(text)] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play --help", "Usage\u202f: main play"),
        ("play --help", "[par d\u00e9faut\u202f: en]"),
        ("army --help", "Lister les peuples."),
        ("serve --help", "par d\u00e9faut\u202f: 8080; 0<=x<=65535]"),
        ("tables --help", "Lister les tables, la derni\u00e8re touch\u00e9e d\u2019abord."),
        ("bot-token add --help", "Faire un jeton pour le robot NAME."),
        ("army check --help", "avec la r\u00e8gle de chaque point"),
        ("play --seed x", "cette valeur ne convient pas \u00e0 --seed"),
        ("play --seed", "il faut une valeur apr\u00e8s --seed"),
        ("play --bogus", "il n\u2019y a pas d\u2019option --bogus"),
        ("rules", "GAME manque"),
        ("plai", "il n\u2019y a pas de commande"),
        ("--help", "une table num\u00e9rique"),
        ("play brandub more", "ne sait que faire de more"),
        ("play --load /", "c\u2019est un dossier"),
        ("play --load /none/such", "ce fichier ou ce dossier n\u2019existe pas"),
        ("play brandub --seat 7", "seulement 0 (Les pillards), 1 (Le roi)"),
        (
            "play brandub --seed -3",
            "doit \u00eatre un nombre entier de 0 \u00e0 18446744073709551615",
        ),
        ("play brandub --vs mcts:0n", "'0n' n\u2019est pas un nombre entier de 1"),
        ("play rag_narok -o scenario=x", "first-blood, pitched-battle ou three-stones"),
        ("verify SAGA", "jou\u00e9 par Les pillards, Le roi"),
        ("mine brandub /", "cette valeur ne convient pas \u00e0 FILE"),
    ],
)
def test_a_command_line_is_answered_in_french(line: str, words: str) -> None:
    line = line.replace("SAGA", str(PLAYED))
    answer = CliRunner().invoke(main, line.split(), env={"FIMBUL_LANGUAGE": "fr"})
    assert words in answer.output
    assert "{" not in answer.output


def test_the_language_is_named_anywhere_in_a_command_line() -> None:
    for line in ("rules --help --language fr", "rules --language=fr --help"):
        assert "Lire les r\u00e8gles" in CliRunner().invoke(main, line.split()).output
    plain = CliRunner().invoke(main, ["rules", "--bogus"], env={"FIMBUL_LANGUAGE": ""})
    assert "No such option" in plain.output


def test_refusals_keep_their_words(voice: Voice) -> None:
    """All that need nothing to be made, as they are sent."""
    plain = (errors.NoSuchTable, errors.TableFull, errors.StaleChoice, errors.TooFast)
    for kind in (*plain, errors.NotInvited, errors.NotYourSeat, errors.ShutOut, errors.StoreDown):
        wrong: FimbulError = kind()
        assert voice.tell(wrong.words) != wrong.words, kind
    for kind_ in every(Problems):
        assert not voice.lacks(kind_.about), kind_


def every(kind: type[Problems]) -> Iterator[type[Problems]]:
    yield kind
    for one in kind.__subclasses__():
        yield from every(one)


def test_an_error_of_a_phrase_can_be_told(voice: Voice) -> None:
    with pytest.raises(FimbulError) as unknown:
        fimbul.game("brandubb")
    assert isinstance(unknown.value.words, Phrase)
    perhaps = unknown.value.words.parts["perhaps"]
    assert isinstance(perhaps, Phrase)
    assert voice.tell(perhaps) != perhaps
    assert voice.tell(perhaps).startswith(" ("), "it is the tail of a sentence"
    assert voice.tell(unknown.value.words) != str(unknown.value)


def test_bots_and_states_are_told(voice: Voice) -> None:
    kinds = get_args(TableResult.__annotations__["kind"]) or ("played", "resigned", "timeout")
    texts = [*(bot.title for bot in LEVELS), *get_args(ThingState), *kinds]
    assert [text for text in texts if voice.lacks(text)] == []


# -- the page -----------------------------------------------------------------------------------

CODE = re.compile(r"<script.*?</script>|<style.*?</style>|<!--.*?-->", re.DOTALL)
MUSTACHE = re.compile(r"\{[^{}]*\}")
NAMED = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"{}]*)"')
TEXT = re.compile(r">([^<>]*)<")
LETTERS = re.compile(r"[^\W\d_]{3,}")
REMARK = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"])//[^\n]*", re.DOTALL)
SENTENCE = re.compile(r"(['\"`])([A-Z][a-z]+,? [a-z{$][^'\"`\n]*)\1")  # with its quotes
OF_CODE = {"Bearer ${token}"}


@pytest.mark.parametrize(
    "path", sorted(WEB.rglob("*.svelte")), ids=lambda path: str(path.relative_to(WEB))
)
def test_the_page_says_nothing_but_by_its_catalogue(path: Path) -> None:
    """Every text of its markup is between braces; the types hold that each key is told."""
    markup = CODE.sub("", path.read_text(encoding="utf-8"))
    names = NAMED.findall(markup)
    while (bare := MUSTACHE.sub("", markup)) != markup:
        markup = bare
    found = [*names, *TEXT.findall(markup.replace("=>", ""))]
    assert [one for one in found if LETTERS.search(one) and one.strip() != "Fimbul"] == []


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in sorted(WEB.rglob("*"))
        if path.suffix in (".ts", ".svelte") and "words" not in path.parts
    ],
    ids=lambda path: str(path.relative_to(WEB)),
)
def test_no_sentence_stands_in_the_code_of_the_page(path: Path) -> None:
    code = REMARK.sub("", path.read_text(encoding="utf-8"))
    assert {said for _, said in SENTENCE.findall(code)} <= OF_CODE
