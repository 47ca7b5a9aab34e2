"""Every point of a total has its reason; the proposal cannot be bettered."""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.strength import (
    BattleLine,
    best_turn,
    bonus,
    cunning_dice,
    dice_count,
    faces,
    total,
)
from fimbul.games.nine_realms.scene.ledger import in_short, ledger
from fimbul.kernel import choose
from tests.games.nine_realms import table as t

DICE = st.lists(st.integers(1, 6), max_size=9)


@st.composite
def lines(draw: st.DrawFn) -> tuple[int, BattleLine]:
    """A realm, and a whole line as it can lie there."""
    realm, hero = draw(st.integers(0, 8)), draw(st.integers(0, 17))
    one, two, last = draw(st.permutations(range(p.DECK)))[:3]
    count = dice_count(t.BOX, realm, (one, two))
    dice = tuple(draw(st.lists(st.integers(1, 6), min_size=count, max_size=count)))
    more_count = cunning_dice(t.BOX, last, (one, two), count)
    more = tuple(draw(st.lists(st.integers(1, 6), min_size=more_count, max_size=more_count)))
    ups = best_turn(dice, t.BOX.steps[last])
    return realm, BattleLine(hero, (one, two), dice, last, more, ups)


# rule: cunning.add, wisdom.roll, realm.circle, card.wonder-strength
@settings(max_examples=300, deadline=None)
@given(lines())
def test_the_reasons_add_up(drawn: tuple[int, BattleLine]) -> None:
    realm, line = drawn
    facts = ledger(t.BOX, realm, line)
    assert sum(fact.amount or 0 for fact in facts) == total(t.BOX, realm, line)
    assert {fact.rule for fact in facts} <= GAME.rulebook.ids
    assert len([fact for fact in facts if fact.text.startswith("die ")]) == len(faces(line))


@settings(max_examples=300, deadline=None)
@given(lines())
def test_a_player_has_nine_dice(
    drawn: tuple[int, BattleLine],
) -> None:  # rule: ruling.dice-cap, setup.dice
    line = drawn[1]
    assert len(line.dice) + len(line.more) <= 9


# rule: ruling.rotate-free-split, ruling.rotate-ceiling
@settings(max_examples=300, deadline=None)
@given(DICE, st.integers(1, 3))
def test_the_proposal_is_the_best_split(dice: list[int], steps: int) -> None:
    def worth(picks: tuple[int, ...]) -> int:
        shown = list(dice)
        for number in picks:
            shown[number] += 1
        return bonus(shown) if max(shown, default=0) <= 6 else -1

    splits = [
        split
        for count in range(steps + 1)
        for split in combinations_with_replacement(range(len(dice)), count)
    ]
    best = max(map(worth, splits))
    fewest = min(len(split) for split in splits if worth(split) == best)
    proposal = best_turn(dice, steps)
    assert worth(proposal) == best
    assert len(proposal) == fewest


def test_the_ledger_reads_like_the_table() -> None:
    """The reasons of the mock: "+1 realm, +2 die 5"."""  # rule: realm.circle, wisdom.high
    line = BattleLine(t.hero("thor"), t.cards(("yggdrasil", "garm")), (5, 2), t.card("gladsheim"))
    told = [(fact.text, fact.amount, fact.rule) for fact in ledger(t.BOX, t.REALM["asgard"], line)]
    assert told == [
        ("Thor", 8, "strength.hero-reveal"),
        ("Asgard favours Thor", 1, "realm.circle"),
        ("Yggdrasil", 5, "card.wonder-strength"),
        ("Garm brings 2 dice", None, "card.monster-dice"),
        ("die 5", 2, "wisdom.high"),
        ("die 2", 0, "wisdom.low"),
        ("Cunning of Gladsheim", 3, "card.hall-plus"),
    ]


def test_beside_its_dice_a_ledger_is_short() -> None:
    line = BattleLine(t.hero("thor"), t.cards(("yggdrasil", "garm")), (5, 2), t.card("gladsheim"))
    whole = ledger(t.BOX, t.REALM["asgard"], line)
    short = in_short(whole)
    assert [(fact.text, fact.amount) for fact in short] == [
        *(
            ("Thor", 8),
            ("Asgard favours Thor", 1),
            ("Yggdrasil", 5),
            ("Cunning of Gladsheim", 3),
        ),
        ("2 dice: 2 + 0", 2),
    ]
    assert sum(fact.amount or 0 for fact in short) == sum(fact.amount or 0 for fact in whole)


def test_square_and_turned_dice_are_told() -> None:  # rule: realm.square, card.treasure-rotate
    line = BattleLine(
        t.hero("thor"), t.cards(("mjolnir", "draupnir")), (3,) * 7, t.card("gungnir"), (), (0, 0, 1)
    )
    texts = [fact.text for fact in ledger(t.BOX, t.REALM["muspelheim"], line)]
    assert "Muspelheim gives Mjolnir 1 more die" in texts
    assert "die 5, turned up from 3" in texts
    assert "the Cunning of Gungnir turns dice up by 3 steps in all" in texts


def test_too_many_dice_are_told() -> None:  # rule: ruling.dice-cap
    box = p.Box(t.BOX.file)
    fenrir, jormungandr = t.cards(("fenrir", "jormungandr"))
    box.card_dice[t.REALM["helheim"]][fenrir] = 8
    line = BattleLine(t.hero("odin"), (fenrir, jormungandr), (1,) * 9)
    assert "9 dice at most" in [f.text for f in ledger(box, t.REALM["helheim"], line)]
    assert dice_count(box, t.REALM["helheim"], line.cards) == 9


def test_a_die_of_each_face_turns_only_upwards() -> None:  # rule: ruling.rotate-ceiling
    for face in range(1, 7):
        picks = best_turn([face], 3)
        assert face + len(picks) <= 6


def test_notes_follow_the_battle() -> None:
    """Each line has its ledger as soon as its hero is laid; the last battle stays to be read."""
    state = t.lay(t.Wanted(realm="asgard", drawn=(("thor",), ("ymir",))))
    assert GAME.scene(state, 0).notes == ()
    t.both(state, "hero:thor", "hero:ymir")
    titles = [note.title for note in GAME.scene(state, 0).notes]
    assert titles == ["Aesir: 9 so far", "Jötunn: 9 so far"]
    while not state.won:
        choose(state, state.open[0].seat, state.open[0].options[0])
    totals = [total(t.BOX, state.row[0], line) for line in state.past]
    (note,) = GAME.scene(state, 0).notes
    first, second = sorted(zip(("Aesir", "Jötunn"), totals, strict=True), key=lambda one: -one[1])
    assert note.title == f"Asgard: {first[0]} {first[1]}, {second[0]} {second[1]}"
    assert [(fact.text, fact.amount) for fact in note.facts if not fact.rule] == [
        ("Aesir", totals[0]),
        ("Jötunn", totals[1]),
    ]
    assert sum(fact.amount or 0 for fact in note.facts) == 2 * sum(totals)


def test_dice_of_the_battle_before_are_gone() -> None:
    state = t.lay(t.Wanted(realm="asgard", drawn=(("thor",), ("ymir",))))
    t.both(state, "hero:thor", "hero:ymir")

    def dice() -> list[str]:
        return [thing.id for thing in GAME.scene(state, 0).things() if thing.kind == "die"]

    rolled = 0
    while not state.won:
        rolled = max(rolled, len(dice()))
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert rolled
    over = [thing for thing in GAME.scene(state, 0).things() if thing.kind == "die"]
    assert {thing.state for thing in over} == {("past",)}  # as they fell, until heroes are laid
    while state.lines[0].hero == p.NONE:
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert dice() == []
