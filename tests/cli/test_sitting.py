"""Words, secrets and events, on a game with hidden hands and sealed picks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.bots import bot
from fimbul.cli.arguments import values_from
from fimbul.cli.sitting import Sitting, Unclear
from fimbul.cli.table import TableLook, screen, table
from fimbul.cli.telling import ending, told
from fimbul.cli.words import grouped, labels_of, matching
from fimbul.kernel import (
    Counted,
    Dice,
    Ended,
    Mark,
    Match,
    Moved,
    Placed,
    Plate,
    Removed,
    Result,
    Rolled,
    Said,
    Scene,
    Setup,
    Thing,
    Turned,
    Zone,
    is_foregone,
)
from fimbul.words import teller_of
from tests.wager import GAME as WAGER

PLAIN = teller_of(WAGER, "en")

CELLS = ["cell:a1", "cell:a11", "piece:king-3", "button:done"]
LABELS = {"cell:a1": "a1", "cell:a11": "a11", "piece:king-3": "king on b2", "button:done": "Done"}


@pytest.mark.parametrize(
    ("word", "things"),
    [
        ("a1", ["cell:a1"]),
        ("cell:a1", ["cell:a1"]),
        ("A11", ["cell:a11"]),
        ("king", ["piece:king-3"]),
        ("b2", ["piece:king-3"]),
        ("king b2", ["piece:king-3"]),
        ("done", ["button:done"]),
        ("do", ["button:done"]),
        ("d", []),  # one letter is too little
        ("a", []),
        ("cell", []),  # a kind is no name
        ("", []),
        ("-", []),
    ],
)
def test_what_a_word_means(word: str, things: list[str]) -> None:
    assert matching(word, CELLS, LABELS) == things


def test_a_shorter_name_never_means_a_longer_one() -> None:
    assert matching("a1", ["cell:a11"], LABELS) == []


@given(st.text())
def test_any_line_is_answered(line: str) -> None:
    """Whatever is typed: choices that are legal now, or a sentence; never anything else."""
    sitting = Sitting(Match(fimbul.game("brandub"), None, 1), {1: bot("random")})
    before = sitting.state.clone()
    try:
        choices, answer = sitting.reading(line), ""
    except Unclear as unclear:
        choices, answer = [], str(unclear)
    assert sitting.state == before
    assert bool(choices) != bool(answer) or not line.strip()
    for seat, thing in choices:
        sitting.choose(seat, thing)
    sitting.why(line)


def test_a_number_that_nothing_bears_is_no_name() -> None:
    """Ids have numbers, `boat:0`, that nobody has seen; `number 1` is on the table."""
    sitting = Sitting(Match(fimbul.game("ragnarok_star"), None, 3), {})
    with pytest.raises(Unclear, match="There is no `0` to touch"):
        sitting.reading("0")
    with pytest.raises(Unclear, match="number 1: A program is written"):
        sitting.reading("1")


def test_options_are_grouped_by_what_they_share() -> None:
    options = ("piece:1", "cell:a", "piece:2", "button:done")
    labels = {"piece:1": "viking on a3", "cell:a": "a9", "piece:2": "viking on b4"}
    assert grouped(options, labels) == ["viking on a3, b4", "a9, done"]


def wager(*people: int) -> Sitting:
    match: Match[Any] = Match(WAGER, None, 4)
    others = [seat for seat in range(match.state.seats) if seat not in people]
    return Sitting(match, {seat: bot("random", seat) for seat in others})


def test_sealed_rows_are_played_to_the_end() -> None:
    sitting = wager(1)
    while sitting.state.result is None:
        while asked := sitting.theirs():
            sitting.let_bot_choose(asked.seat)
        if decision := sitting.mine():
            assert decision.seat == sitting.viewer == 1
            for seat, thing in sitting.reading(decision.options[0]):
                sitting.choose(seat, thing)
    lines = ending(sitting.state.result, sitting.scene().names(), teller_of(WAGER, "en"))
    assert lines[1] == "After two rounds the match ends; more points are better. (Two rounds)"
    assert lines[2].startswith("Scores: Ann ")
    assert lines[3].startswith("Places: 1. ")


def test_news_keep_secrets() -> None:
    """A card drawn in secret is named to whoever drew it, and to nobody else."""
    for viewer in (None, 0, 1, 2):
        scene = WAGER.scene(WAGER.new(), viewer)
        drawn = Placed(
            seat=1, thing="card:9", to="hand:1", words="draws 9", only=(1,), others="draws a card"
        )
        secret = Said(seat=1, words="whispers", only=(1,))
        lines = told([drawn, secret], viewer, scene, PLAIN)
        mine = ["Bo: draws 9", "Bo: whispers"]
        assert lines == (mine if viewer == 1 else ["Bo: draws a card"])


def test_news_are_told_once() -> None:
    sitting = wager(0, 1, 2)
    while len(sitting.match.choices) < 6:
        decision = sitting.mine()
        assert decision, "everybody is here"
        sitting.choose(decision.seat, decision.options[0])
    assert any("scores" in line for line in sitting.take_news())
    assert sitting.take_news() == []


def test_a_hint_tells_a_whole_turn_where_nothing_is_hidden() -> None:
    rocks = fimbul.game("ragnarocks")
    hint = Sitting(Match(rocks, rocks.setup(), 7), {}).hint()
    assert len(hint) == 3  # the viking, where it goes, where its stone falls


def test_a_hint_does_not_look_into_the_dice() -> None:
    assert len(wager(0, 1, 2).hint()) == 1  # after that something might be revealed


def test_events_without_words_get_some() -> None:
    things = (Thing("piece:1", "p", "king"), Thing("cell:a", "c", "a1"), Thing("die:1", "d", "die"))
    scene = Scene((Zone("board", things=things),))
    events = [
        Moved(thing="piece:1", origin="cell:a", to="cell:b"),
        Removed(thing="piece:1", origin="cell:a"),
        Placed(thing="card:x", to="cell:a"),
        Turned(thing="card:x", face="up"),
        Rolled(thing="die:1", face=4, sides=6),
        Counted(amount=3, rule="score.it"),
        Ended(because="end.it"),
    ]
    assert told(events, None, scene, PLAIN) == [
        "king from a1 to b",
        "king leaves a1",
        "x to a1",
        "x is turned up",
        "rolls 4",
        "+3",
    ]


def test_one_throw_is_one_line_and_none_where_it_is_told_anyway() -> None:
    scene = Scene((), (Plate(0, "Axe", "bone", "axe"), Plate(1, "Wolf", "blood", "wolf")))
    throw = [Rolled(seat=0, thing=f"die:{n}", face=n, sides=6) for n in (2, 5)]
    other = Rolled(seat=1, thing="die:9", face=6, sides=6)
    assert told([*throw, other], None, scene, PLAIN) == ["Axe rolls 2, 5", "Wolf rolls 6"]
    counted = Counted(seat=0, amount=2, rule="wisdom.roll", words="{0} rolls 2, 5: +2")
    assert told([*throw, counted, other], None, scene, PLAIN) == [
        "Axe rolls 2, 5: +2",
        "Wolf rolls 6",
    ]
    assert told([*throw, Said(seat=0, words="{0} sighs")], None, scene, PLAIN) == [
        "Axe rolls 2, 5",
        "Axe sighs",
    ]


def test_results_in_words() -> None:
    teller = teller_of(fimbul.game("brandub"), "en")
    assert ending(Result((1, 1), (), "ruling.quiet"), ("A", "B"), teller)[0] == "A draw."
    shared = ending(Result((1, 3, 1), (5, 2, 5), "no.such"), ("A", "B", "C"), teller)
    assert shared == [
        "A and C share the first place.",
        "Scores: A 5, B 2, C 5.",
        "Places: 1. A, 1. C, 3. B.",
    ]


def test_hands_are_rows_and_options_are_marked() -> None:
    sitting = wager(0)
    decision = sitting.mine()
    assert decision, "seat 0 is asked"
    labels = labels_of(sitting.scene())
    console = screen(plain=True)
    with console.capture() as capture:
        console.print(
            table(sitting.scene(), TableLook(options=frozenset(decision.options), plain=True), 80)
        )
    shown = capture.get()
    cards = ", ".join(f">{labels[option]}" for option in decision.options)
    assert f"Hand of 0: {cards}\n" in shown
    assert "Hand of 1: card, card, card, card\n" in shown
    assert "  Ann: score 0\n" in shown


def test_owned_land_has_a_sign_besides_its_colour() -> None:
    cells = tuple(Thing(f"cell:{n}", "hex", str(n), (n * 10, 0), 10, glyph=".") for n in range(4))
    piece = Thing("piece:1", "king", "king", (10, 0), 8, tone="bone", glyph="k")
    land = Mark("tint", ((-5, -5), (25, -5), (25, 5), (-5, 5)), "blood")
    board = Zone("board", "", "board", (0, 0, 40, 10), (5, 10), (*cells, piece), (land,))
    console = screen(plain=True)
    with console.capture() as capture:
        console.print(table(Scene((board,)), TableLook(plain=True), 80))
    assert capture.get() == " / k / .\n"


class Sample(Setup, frozen=True, kw_only=True):
    powers: tuple[str, ...] = ()
    stones: int | None = None
    name: str = ""
    open: bool = True


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("powers=thor,freya", ("thor", "freya")),
        ('powers=["thor"]', ("thor",)),
        ("powers=thor", ("thor",)),
        ("stones=40", 40),
        ("stones=null", None),
        ("name=7", "7"),
        ("name=a=b", "a=b"),
        ("name=", ""),
        ("open=false", False),
        ("stones=many", "many"),
        ("other=1", "1"),
    ],
)
def test_options_are_read_as_what_they_are(option: str, value: object) -> None:
    game = replace(WAGER, setup_type=Sample)
    assert values_from(game, [option]) == {option.partition("=")[0]: value}


# rule: ruling.guest-window
def test_who_has_no_choice_is_not_asked_and_undo_goes_past_it() -> None:
    game, dice = fimbul.game("ragnarok_star"), Dice(1)
    sitting = Sitting(Match(game, game.setup(seats=2, expansions="divalkyrie"), 7), {})
    while not is_foregone(sitting.state, sitting.viewer):
        decision = sitting.mine()
        assert decision, "the match goes on"
        sitting.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
    mine = len(sitting.match.choices)
    assert sitting.answer_for_form()
    assert len(sitting.match.choices) == mine + 1
    while sitting.answer_for_form():
        pass
    assert not is_foregone(sitting.state, sitting.viewer)
    assert sitting.undo()
    assert len(sitting.match.choices) == mine - 1, "back to what a person has chosen"


def test_a_piece_goes_by_where_it_stands_also_where_the_cell_is_no_answer() -> None:
    """Notation of a turn with a power begins with a cell; here that cell is no answer."""
    game = fimbul.game("ragnarocks")
    sitting = Sitting(Match(game, game.setup(powers=("fenrir", "thor")), 3), {})
    assert sitting.reading("a3") == [(0, "viking:ivory-2")]
    with pytest.raises(Unclear, match="Fenrir starts with two vikings"):
        sitting.reading("e5")
