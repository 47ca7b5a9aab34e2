"""Programming: a secret board for each band, mistakes, the reveal."""

from __future__ import annotations

from math import factorial

import pytest

from fimbul.bots import bot, outlook
from fimbul.conformance.tales import refusal
from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.programming import (
    PAGES,
    WRITE,
    Write,
    carried_out,
)
from fimbul.games.ragnarok_star.state.packing import MARKS, START_LODGE
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Dice, choose, decision_of, default_of
from tests.games.ragnarok_star.drawn import at, number, program, table, written

SAFE = ("act:sail", "island:pink", "act:girl2", "act:man1", "act:eye", "act:lady2")


def programming(seats: int = 2, **options: object) -> RagnarokStar:
    """A match at its first programming."""
    state = GAME.new(GAME.setup(seats=seats, **options), 5)
    for seat in range(seats):
        choose(state, seat, state.open[0].options[0])
    return state


def options(state: RagnarokStar, seat: int = 0) -> tuple[str, ...]:
    decision = decision_of(state, seat)
    assert decision
    return decision.options


def write(state: RagnarokStar, seat: int, *things: str) -> None:
    for thing in things:
        choose(state, seat, thing)


# rule: program.numbers, program.one-per-musician, program.number-once, band.action-list
# rule: band.five-musicians, band.three-actions, ruling.band-layout, ruling.error-missing-number
def test_every_complete_program_can_be_written() -> None:
    # example: example.program-legality
    def programs(busy: int) -> int:
        names = [name for name in PAGES[p.BASE][False][busy] if name != p.DONE]
        if not names:
            return 1
        musicians = [p.MUSICIAN_OF[p.ACT_OF[name]] for name in names]
        return sum(programs(busy | 1 << musician) for musician in musicians)

    assert programs(0) == 3**5 * factorial(5) == 29160
    same = {
        pair: p.MUSICIAN_OF[pair[0]] == p.MUSICIAN_OF[pair[1]]
        for pair in ((p.MAN1, p.MAN2), (p.MAN1, p.BOY2), (p.SAIL, p.SHIELD), (p.SAIL, p.FLY))
    }
    assert list(same.values()) == [False, True, True, False]


# rule: program.secret, program.reveal, program.destination
def test_a_board_is_filled_in_secret_and_at_its_own_pace() -> None:
    state = programming(3)
    write(state, 1, *SAFE)
    assert options(state, 1) == (p.DONE, p.BACK)
    assert [d.prompt for d in state.open if d.seat != 1] == [WRITE[0]] * 2
    for other in (0, 2, None):
        seen = GAME.seen(state, other)
        assert seen.sealed == ()
        assert not any(thing.id.startswith("plan:1") for thing in seen.scene.things())
    choose(state, 1, p.DONE)
    assert GAME.seen(state, 0).sealed == (1,)
    for seat in (0, 2):
        write(state, seat, "act:fly", "island:kiss", "act:girl2", "act:girl1", "act:shield")
        write(state, seat, "act:contract", p.DONE)
    shown = [thing.id for thing in GAME.scene(state, None).things() if "plan:1" in thing.id]
    assert shown == [f"plan:1-{name}" for name in ("sail", "girl2", "man1", "eye", "lady2")]
    assert refusal(state, 1, "act:sail"), "nobody changes an open program"


# rule: program.secret, program.numbers
def test_a_band_changes_its_mind_until_it_says_done() -> None:
    state = programming()
    write(state, 0, "act:sail", "island:motor", p.BACK, "act:fly", p.BACK)
    assert p.BACK not in options(state), "an empty board"
    write(state, 0, *SAFE[:3], p.BACK, *SAFE[2:], p.DONE)
    assert refusal(state, 0, p.BACK), "done is done"
    changes = programming()
    for _ in range(p.CHANGES):
        write(changes, 0, "act:eye", p.BACK)
    choose(changes, 0, "act:eye")
    assert p.BACK not in options(changes), "a match must come to an end"


def test_why_a_board_refuses() -> None:
    state = programming()
    choose(state, 0, "act:sail")
    assert GAME.why(state, 0, "act:eye") == (
        "program.destination",
        "Choose the island your boat sails to.",
    )
    choose(state, 0, "island:kiss")
    assert GAME.why(state, 0, "act:shield") == (
        "program.one-per-musician",
        "Your drummer has a number already.",
    )
    assert (GAME.why(state, 0, "island:pink") or "")[0] == "program.destination"


# rule: ruling.error-in-software
def test_mistakes_can_be_made_only_where_the_setup_allows_them() -> None:
    state = programming()
    write(state, 0, "act:sail")
    assert p.NO_TICK not in options(state)
    sloppy = programming(strict=False)
    write(sloppy, 0, "act:sail", "number:1", p.NO_TICK, "act:shield", "number:1")
    write(sloppy, 0, "act:girl2", "number:2", p.BACK, "act:girl2", "number:3")
    write(sloppy, 0, "act:man1", "number:4", "act:eye", "number:5", p.DONE)
    dice = Dice(3)
    while sloppy.round == 1 and not sloppy.at:
        choices = options(sloppy, 1)
        choose(sloppy, 1, choices[dice.roll(len(choices))])
    assert [MARKS[mark].number for mark in sloppy.written[0]] == [1, 1, 3, 4, 5]
    plan = [p.NONE, p.NONE, p.GIRL2, p.MAN1, p.EYE, p.NONE]
    assert sloppy.plan[: p.PLACES] == plan


# rule: ruling.error-in-software, ruling.error-missing-number
def test_on_a_sloppy_board_an_action_is_taken_back_and_numbers_are_left_out() -> None:
    state = programming(strict=False)
    write(state, 0, "act:sail", p.BACK, "act:sail", "number:2", p.BACK)
    assert "act:sail" in options(state), "neither left a mark"
    write(state, 0, "act:girl2", "number:4", p.DONE)
    write(state, 1, p.DONE)
    assert state.written == [written("4: girl2"), ()]
    changes = programming(strict=False)
    for _ in range(p.CHANGES):
        write(changes, 0, "act:eye", p.BACK)
    choose(changes, 0, "act:eye")
    assert p.BACK not in options(changes), "a match must come to an end"


# rule: ruling.error-ticks
def test_on_a_sloppy_board_two_islands_can_be_ticked() -> None:
    state = programming(strict=False)
    write(state, 0, "act:fly", "number:1", "island:kiss")
    assert "island:kiss" not in options(state), "it is ticked"
    write(state, 0, "island:pink", "act:girl2", "number:2")
    assert "island:motor" not in options(state), "the last mark is no move"
    write(state, 0, p.DONE)
    write(state, 1, p.DONE)
    assert state.written[0] == written("1: fly>pink>kiss, 2: girl2")
    assert state.boats[0] == p.NONE, "two ticks are as good as none"


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:3n"])
def test_bots_write_clean_programs_on_sloppy_boards(name: str) -> None:
    state = programming(strict=False, expansions="divalkyrie")
    players = [bot(name, 1), bot(name, 2)]
    while not any(state.written):
        seat = state.open[0].seat
        choose(state, seat, players[seat].pick(outlook(GAME, state, seat)))
    for marks in state.written:
        assert list(marks) == carried_out(marks), "nothing is lost"
        assert [MARKS[mark].number for mark in marks] == [1, 2, 3, 4, 5, 6]


def test_who_runs_out_of_time_has_a_clean_program() -> None:
    state = programming(strict=False)
    while not any(state.written):
        seat = state.open[0].seat
        choose(state, seat, default_of(state, seat) or "")
    assert [len(carried_out(marks)) for marks in state.written] == [5, 5]


def kept(board: str) -> dict[int, str]:
    marks = [MARKS[mark] for mark in carried_out(written(board))]
    return {mark.number: p.ACTIONS[mark.action] for mark in marks}


# rule: program.error-duplicate, ruling.duplicate-scope
def test_the_same_number_twice() -> None:
    # example: example.mistake-same-number
    board = "1: sail>kiss, 2: girl2, 2: man1, 4: eye, 5: lady2"
    assert kept(board) == {1: "sail", 4: "eye", 5: "lady2"}
    state = program(table("pink sea", "", "kiss 1L, pink 2G 1M", "bridge@0 berg@2"), board)
    number(state, 1)
    assert number(state, 2) == number(state, 3) == []
    assert number(state, 5) == ["{0} collects 1 old lady on Kissholm"]
    assert at(state, 0) == "kiss"


# rule: program.error-two-actions, ruling.second-action
def test_two_actions_for_one_musician() -> None:
    # example: example.mistake-two-actions
    board = "1: sail>kiss, 3: shield, 2: girl2, 4: eye, 5: lady2"
    assert kept(board) == {1: "sail", 2: "girl2", 4: "eye", 5: "lady2"}


# rule: ruling.error-order
def test_both_mistakes_at_once() -> None:
    # example: example.mistakes-overlap
    board = "1: fly>pink, 2: boy2, 2: girl2, 3: eye, 4: sail>kiss, 5: contract"
    assert kept(board) == {1: "fly", 3: "eye", 4: "sail", 5: "contract"}


# rule: ruling.error-missing-number
def test_an_unused_number_does_nothing() -> None:
    state = program(table("kiss sea", mode="angry"), "2: man1", "")
    assert number(state, 1) == []
    assert state.lodges == [START_LODGE] * 2


# rule: diva.six-numbers, diva.three-actions
def test_with_the_divalkyrie_there_are_six_numbers() -> None:
    assert not any(name in options(programming()) for name in ("act:guest", "act:dragon"))
    state = programming(expansions="divalkyrie")
    assert {"act:guest", "act:bewitch", "act:dragon"} < set(options(state))
    write(state, 0, *SAFE, "act:dragon", "island:kiss")
    assert options(state) == (p.DONE, p.BACK)


def test_a_stored_board_that_cannot_be_written_is_refused() -> None:
    state = programming()
    assert Write(0, written("1: sail>kiss, 2: girl2")).fits(state)
    wrong = ("1: sail>kiss, 2: shield", "2: girl2", "1: girl2>kiss", "1: sail, 2: girl2")
    for board in wrong:
        assert not Write(0, written(board)).fits(state), board


@pytest.mark.parametrize("mode", ["base", "divalkyrie"])
def test_a_program_says_what_is_there(mode: str) -> None:
    state = programming(expansions=mode)
    state.boats[0], state.islands = 0, [2, 0, 0, 0] + [0] * 12
    notes = {preview.thing: preview.notes[0] for preview in GAME.scene(state, 0).previews}
    assert notes["act:girl1"].facts[0].text == "2 girls on Pink Fjord now"
    write(state, 0, "act:sail")
    notes = {preview.thing: preview.notes[0] for preview in GAME.scene(state, 0).previews}
    assert notes["island:pink"].facts[1].text == "2 girls"
    write(state, 0, "island:kiss")
    notes = {preview.thing: preview.notes[0] for preview in GAME.scene(state, 0).previews}
    assert notes["act:girl1"].facts[0].text == "0 girls on Kissholm now"


# rule: ruling.error-in-software
@pytest.mark.parametrize("strict", [True, False])
def test_minds_are_changed_so_often_and_no_more(strict: bool) -> None:
    state = GAME.new(GAME.setup(seats=2, strict=strict), 1)
    for seat in (0, 1):
        choose(state, seat, state.open[0].options[0])
    for _ in range(p.CHANGES):
        choose(state, 0, "act:shield")
        if not strict:
            choose(state, 0, "number:1")
        choose(state, 0, p.BACK)
    choose(state, 0, "act:shield")
    if not strict:
        choose(state, 0, "number:1")
    assert p.BACK not in state.open[0].options
