"""Red and blue cards: Loki, Thief, Raid, Boarding, Sabotage."""

from __future__ import annotations

import pytest

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.parts import FACE_OF, FACES, NONE
from fimbul.games.drakkar.rules.blue import Raid
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import choose
from tests.games.drakkar.drawn import play, revealed, written


def labels(state: Drakkar) -> list[str]:
    return [OURS.labels[FACE_OF[name]] for name in state.open[0].options if name in FACE_OF]


def refused(state: Drakkar, thing: str) -> str:
    answer = GAME.why(state, state.open[0].seat, thing)
    assert answer is not None
    return answer[0]


# rule: red.loki, ruling.loki-kind, ruling.timeouts
def test_loki_chooses_rival_and_kind() -> None:
    players = ["none | 2,0,1", "none | 1,1,0", "none | 1,1,1"]
    state = revealed(players, ["loki#2", "-", "-"])
    assert state.open[0].options == (
        "loot:2-weapon", "loot:2-gold", "loot:2-goat", "loot:1-weapon", "loot:1-goat",
    ), "the richest rival first, and the kind one has fewest of"  # fmt: skip
    assert refused(state, "loot:0-goat") == "ruling.loki-kind"
    choose(state, 0, "loot:1-weapon")
    assert state.loot == [(2, 1, 1), (1, 0, 0), (1, 1, 1)]


# rule: red.thief-steal, ruling.thief-must-take, red.thief-use, red.thief-only-now
def test_the_thief_must_take_a_yellow_card_of_this_trick() -> None:
    state = revealed(["bow:-", "none", "bow:v3", "none"], ["thief#3", "beer", "stern", "raid#9"])
    assert labels(state) == ["Beer barrel", "Stern"], "clockwise, yellow ones only"
    old = FACES[state.ships[2][0][1]]
    assert refused(state, old) == "red.thief-only-now"
    assert refused(state, FACES[state.played[3]]) == "red.thief-steal"
    choose(state, 0, state.open[0].options[0])
    assert state.open[0].options == (p.USE, p.DISCARD)
    choose(state, 0, p.USE)
    assert written(state, 0)[1] == ["beer"]
    assert written(state, 2)[0] == ["bow", "stern"], "what was not stolen is placed"


# rule: ruling.thief-timing, red.thief-not-to-hand
def test_a_stolen_card_is_used_in_the_red_step_even_on_a_full_ship() -> None:
    state = revealed(["bow:v1", "bow:-", "none"], ["thief#3", "viking3", "stern"])
    play(state, ["1 thief 2 use", "1 overflow v1"])
    assert written(state, 0)[1] == ["v3"]
    hands = state.hands
    assert hands == [()] * 3, "nothing goes into a hand"


# rule: ruling.two-thieves
def test_a_second_thief_cannot_take_what_the_first_has_placed() -> None:
    state = revealed(["bow:-", "bow:-", "bow:-"], ["thief#5", "thief#3", "beer"])
    play(state, ["2 thief 3 use"])
    assert written(state, 1)[1] == ["beer"]
    assert written(state, 0)[1] == []
    assert len(state.discard) == 2


# rule: blue.raid-needs-viking, ruling.raid-target, ruling.timeouts
def test_a_raid_goes_against_any_rival_the_weakest_first() -> None:
    players = ["deck:bardl | 0,0,0", "bow:v3 | 3,0,0", "none | 0,0,0", "bow:v1 | 1,0,0"]
    state = revealed(players, ["raid#9", "-", "-", "-"])
    assert state.open[0].options == ("seat:2", "seat:3", "seat:1")
    assert refused(state, "seat:0") == "ruling.raid-target"
    choose(state, 0, "seat:2")
    assert state.loot[0] == (0, 0, 0), "a rival without tokens gives none"


# rule: blue.raid-compare, blue.raid-win, ruling.raid-all-vikings, ruling.bardl-is-a-viking
def test_all_vikings_count_on_both_sides() -> None:
    players = ["bow:v2 stern:bardl deck:v1", "bow:bardl stern:v2 | 1,1,0", "none"]
    state = revealed(players, ["raid#9", "-", "-"])
    assert "strength 4" in state.open[0].prompt
    choose(state, 0, "seat:1")
    assert state.open[0].options == ("loot:1-goat", "loot:1-weapon")
    choose(state, 0, "loot:1-weapon")
    assert state.open[0].seat == 1
    assert labels(state) == ["Bardl the Brewer", "Viking 2"]
    choose(state, 1, state.open[0].options[0])
    assert written(state, 1)[1] == ["v2"], "and Bardl's Beer is lost with him"


# rule: blue.raid-lose, blue.raid-casualty, ruling.raid-poor-rival
def test_equal_strength_loses_the_raid() -> None:
    state = revealed(["bow:v2 | 0,0,0", "bow:v2 | 1,0,0", "none"], ["raid#9", "-", "-"])
    choose(state, 0, "seat:1")
    assert written(state, 0) == (["bow"], [], (0, 0, 0))
    assert written(state, 1) == (["bow"], ["v2"], (1, 0, 0))


# rule: yellow.spear-boost, ruling.spear-how-many, ruling.spear-no-passive, store.without-space
def test_spears_add_two_each_and_only_when_discarded() -> None:
    players = ["bow:v1+s stern:v1+s deck:beer", "bow:v3 deck:v2 | 1,0,0", "none"]
    state = revealed(players, ["raid#9", "-", "-"])
    assert "strength 2" in state.open[0].prompt
    first, second = labels(state)
    assert first == second == "Odin's Spear"
    choose(state, 0, state.open[0].options[2])
    assert "strength 4" in state.open[0].prompt
    choose(state, 0, state.open[0].options[2])
    choose(state, 0, "seat:1")
    assert state.loot[0] == (1, 0, 0), "6 against 5"
    assert written(state, 0)[1] == ["beer", "v1", "v1"]
    assert [OURS.labels[face] for face in state.discard].count("Odin's Spear") == 2


# rule: yellow.spear-boost, ruling.spear-own-fights
def test_a_stored_fight_has_raised_own_spears_and_each_of_them_once() -> None:
    state = revealed(["bow:v1+s stern:v2+s", "bow:v1+s", "none"], ["raid#9", "-", "-"])
    (one, other), (foreign,) = (s.spears(state.ships[seat]) for seat in (0, 1))
    fits = {raised: Raid(0, raised).fits(state) for raised in ((), (one,), (other, one))}
    assert fits == dict.fromkeys(fits, True)
    unfit = {raised: Raid(0, raised).fits(state) for raised in ((one, one), (foreign,))}
    assert unfit == dict.fromkeys(unfit, False)


# rule: ruling.spear-own-fights, yellow.spear-boost
def test_a_defender_cannot_raise_a_spear() -> None:
    state = revealed(["bow:v2", "bow:v1+s | 1,0,0", "none"], ["raid#9", "-", "-"])
    choose(state, 0, "seat:1")
    assert state.loot[0] == (1, 0, 0)
    assert labels(state) == ["Odin's Spear", "Viking 1"], "only the casualty is asked"


# rule: ruling.spear-and-casualty, blue.board-casualty, ruling.timeouts
def test_a_raised_spear_does_not_pay_for_the_casualty() -> None:
    state = revealed(["bow:v3+s stern:v1+s", "none", "none"], ["boarding5#3:1,1,1", "-", "-"])
    assert labels(state)[0] == "Odin's Spear", "the default raises just enough to succeed"
    choose(state, 0, state.open[0].options[0])
    choose(state, 0, p.BOARD)
    assert state.loot[0] == (1, 1, 1)
    assert labels(state) == ["Viking 3", "Odin's Spear", "Viking 1"]
    choose(state, 0, state.open[0].options[1])
    assert written(state, 0)[1] == ["v1", "v3"]


# rule: blue.board-strength, blue.board-loot, ruling.board-loot-source
@pytest.mark.parametrize(
    ("ship", "loot"), [("bow:v3 stern:-", (1, 0, 1)), ("bow:v2 stern:-", (0, 0, 0))]
)
def test_a_boarding_needs_at_least_its_number(ship: str, loot: tuple[int, ...]) -> None:
    state = revealed([ship, "none", "none"], ["boarding3#16:1,0,1", "-", "-"])
    assert state.loot[0] == loot
    assert sum(state.stacks) == 60 - sum(loot), "from the stacks"
    assert written(state, 0)[1] == [], "either way it costs a Viking"


# rule: ruling.board-without-viking, blue.board-complete
def test_a_ship_without_vikings_boards_in_vain() -> None:
    state = revealed(["bow:beer stern:-", "none", "none"], ["boarding2#11:1,0,0", "-", "-"])
    assert state.loot[0] == (0, 0, 0)
    assert written(state, 0)[1] == ["beer"]
    assert "in vain" in " ".join(event.words for event in state.events)


# rule: blue.sabotage, blue.sabotage-empty, ruling.sabotage-targets, ruling.timeouts
def test_sabotage_hits_empty_ends_of_rivals_only() -> None:
    players = ["bow:-", "bow:- stern:beer deck:- | 1,0,0", "ygg:- deck:v1 | 3,0,0"]
    state = revealed(players, ["sabotage#4", "-", "-"])
    assert labels(state) == ["Yggdrasil ship card", "Bow"], "the richest rival first"
    stern, deck = FACES[state.ships[1][1][0]], FACES[state.ships[1][2][0]]
    assert refused(state, stern) == "blue.sabotage-empty"
    assert refused(state, deck) == "ruling.sabotage-targets"
    assert refused(state, FACES[state.ships[0][0][0]]) == "ruling.sabotage-targets"


# rule: ruling.sabotage-rest, store.incomplete-ok
def test_the_rest_of_a_sabotaged_ship_stays() -> None:
    state = revealed(["none", "bow:- stern:v3+s deck:beer", "none"], ["sabotage#4", "-", "-"])
    assert written(state, 1)[:2] == (["deck", "stern"], ["beer", "v3+s"])


# rule: ruling.spear-left-over
def test_a_spear_left_over_asks_if_several_vikings_could_carry_it() -> None:
    players = ["bow:v1+s stern:v2 deck:v3", "none", "none"]
    state = revealed(players, ["boarding2#11:1,0,0", "-", "-"])
    choose(state, 0, p.BOARD)
    choose(
        state, 0, next(n for n in state.open[0].options if OURS.labels[FACE_OF[n]] == "Viking 1")
    )
    assert labels(state) == ["Viking 3", "Viking 2"]
    choose(state, 0, state.open[0].options[1])
    assert written(state, 0)[1] == ["v2+s", "v3"]


# rule: ruling.after-use
def test_what_is_used_up_lies_on_the_open_pile() -> None:
    state = revealed(["bow:v3 | 0,0,0", "none | 1,0,0", "none"], ["raid#9", "bow", "loki#2"])
    play(state, ["1 raid 2 spears 0"])
    assert sorted(OURS.labels[face] for face in state.discard) == ["Loki no. 2", "Raid no. 9"]
    scene = GAME.scene(state, None)
    pile = next(zone for zone in scene.zones if zone.id == "discard")
    sides = [f"Other side: {label}." for label in ("Odin's Spear", "Deck")]
    assert [thing.more[-1] for thing in pile.things] == sides
    assert pile.things[0].tip == "Take a loot token from a rival."
    assert state.played == [NONE] * 3
