"""What a touch would do with powers in play, and what the powers say in the questions."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.rules.power_steps import PowerStep
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Preview
from fimbul.kernel.keep.codec import steps_of
from tests.games.ragnarocks import table as t
from tests.games.ragnarocks.test_powers import holding, number, touched


def preview(state: Ragnarocks, option: str) -> Preview:
    before = state.clone()
    seat = state.asked[0].seat
    (found,) = [one for one in GAME.scene(state, seat).previews if one.thing == option]
    assert state == before, "to look is not to touch"
    return found


def dots(found: Preview) -> int:
    return sum(len(mark.points) for mark in found.marks if mark.kind == "dot")


def kinds(found: Preview) -> list[str]:
    return sorted({mark.kind for mark in found.marks})


def test_a_viking_shows_where_its_power_takes_it() -> None:
    """Sleipnir's jump from a1 over a2 and b2."""
    state = holding(t.BLOCKED.format("i"), "sleipnir")
    assert dots(preview(state, t.thing_at(state, "a1"))) == 2


def test_a_way_shows_the_viking_and_its_flights() -> None:
    state = touched(holding(t.OPEN, "tyr"), "d4")
    found = preview(state, "cell:d5")
    assert [(ghost.label, ghost.said) for ghost in found.ghosts] == [("viking on d5", ("ghost",))]
    assert "path" in kinds(found)
    stones = touched(holding(t.OPEN, "surtr"), "d4")
    assert {mark.tone for mark in preview(stones, "cell:d5").marks} == {"gold", "ice"}


def test_a_swap_shows_both_vikings() -> None:
    state = touched(holding(t.OPEN, "tyr"), "d4", "d5")
    found = preview(state, t.thing_at(state, "d6"))
    assert sorted(ghost.label for ghost in found.ghosts) == ["viking on d5", "viking on d6"]


def test_another_runestone_shows_itself_and_what_it_closes() -> None:
    state = touched(holding(t.WALLS, "ymir"), "g5", "f5", "f3")
    (ghost,) = preview(state, "cell:g5").ghosts
    assert ghost.label == "runestone on g5"
    closing = touched(holding(t.WALLS, "mani"), "i9", "i8")
    (note,) = preview(closing, "cell:h8").notes
    assert {fact.amount for fact in note.facts} == {6, 9}


def test_a_runestone_that_would_go_is_ringed() -> None:
    state = touched(holding(t.WALLS, "freyr"), "g5", "f5", "f2")
    found = preview(state, f"stone:{number(state, 'f6')}")
    assert (kinds(found), found.ghosts) == (["outline"], ())


def test_a_viking_to_be_shifted_shows_where_to() -> None:
    state = touched(holding(t.OPEN, "mani"), "d4", "d5", "b5")
    found = preview(state, t.thing_at(state, "a3"))
    assert dots(found) == 4


def test_a_pass_shows_nothing() -> None:
    state = touched(holding(t.OPEN, "mani"), "d4", "d5", "b5")
    shown = [one.thing for one in GAME.scene(state, 0).previews]
    assert p.PASS not in shown
    assert len(shown) == len(state.asked[0].options) - 1


def test_every_power_has_a_sentence_at_the_table() -> None:
    """In a question of its own that begins with its name, or added to one of the base rules."""
    steps = [step for step in steps_of(GAME.package) if issubclass(step, PowerStep)]
    asking = {step.power for step in steps if step.words}
    for name, power in POWERS.items():
        instead = any(POWERS[name].title in step for step in spoken_of(name))
        assert name in asking or power.words or power.against or instead, name


def spoken_of(name: str) -> list[str]:
    """The questions of a few turns with that power."""
    said = []
    for state in (t.start(powers=(name, "none")), holding(t.OPEN, name), holding(t.WALLS, name)):
        for _ in range(8):
            if state.asked:
                said.append(state.asked[0].prompt)
                fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
    return said


@pytest.mark.parametrize(
    ("powers", "said"),
    [
        (("sleipnir", "none"), ". Sleipnir may jump over a runestone beside it"),
        (("none", "sleipnir"), "in a straight line"),
        (("hel", "njord"), "in a straight line"),
    ],
)
def test_powers_speak_in_the_question(powers: tuple[str, str], said: str) -> None:
    state = touched(t.laid(t.OPEN, powers=powers), "a3")
    assert said in state.asked[0].prompt
    assert "Njord" not in state.asked[0].prompt


def test_nerthus_speaks_to_the_other_side() -> None:
    state = touched(holding(t.OPEN, "none", "nerthus"), "a3", "b3")
    assert state.asked[0].prompt.endswith(
        ". Nerthus allows no new region while there is another way"
    )
    assert "Nerthus" not in touched(holding(t.OPEN, "nerthus"), "a3", "b3").asked[0].prompt


def test_what_is_spent_is_silent() -> None:
    assert "Idun" in touched(holding(t.OPEN, "idun"), "a3", "b3").asked[0].prompt
    assert "Idun" not in touched(holding(t.WALLS, "idun"), "g5", "f5").asked[0].prompt
