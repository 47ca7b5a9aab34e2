"""Who sees what, and whether dreams are exactly the worlds that agree with it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

from hypothesis import given
from hypothesis import strategies as st

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.dreams import Edge, Showing, redeal_ranks, ways
from fimbul.games.drakkar.parts import FACES
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Dice, Zone, choose
from tests.games.drakkar.walking import until


def zone(state: Drakkar, seat: int | None, name: str) -> Zone:
    return next(zone for zone in GAME.scene(state, seat).zones if zone.id == name)


# rule: ruling.hand-information, ruling.open-and-hidden, brawl.cards-shown
def test_a_hand_is_half_known() -> None:
    # example: example.half-known-hand
    state = until(lambda s: s.trick == 1)
    face = state.hands[0][0]
    assert {face, face ^ 1} <= {p.FACE_OF[thing.id] for thing in zone(state, 0, "hand:0").things}
    for rival in (1, None):
        seen = zone(state, rival, "hand:0").things[0]
        assert seen.label == OURS.labels[face]
        assert not any("Other side" in text for text in seen.more)
        assert seen.id == "card:0-1", "the name tells nothing of the card"
    for seat in range(4):
        choose(state, seat, FACES[state.hands[seat][0] ^ 1])
    assert state.last[0] == face ^ 1
    assert len(zone(state, 1, "hand:0").things) == 9
    assert zone(state, 1, "last").things[(0 - state.earl) % 4].label == OURS.labels[face ^ 1]


# rule: ruling.quest-secret, deal.keep-one, deal.other-returns, team.flip
def test_a_quest_is_seen_by_its_owner_alone() -> None:
    # example: example.quest-keep-view
    state = until(lambda s: bool(s.offered[0]))
    dealt = {OURS.quests[quest].name for quest in state.offered[0]}
    assert {thing.label for thing in zone(state, 0, "own-quest:0").things} == dealt
    while any(state.offered):
        choose(state, state.open[0].seat, state.open[0].options[0])
    events = [event for event in GAME.seen(state, 1).events if event.seat == 0]
    assert [event.words for event in events] == ["{0} keeps one of two quests"]
    later = until(lambda s: s.round == 2, seed=4)
    turned = [kept[0] for kept in later.kept if kept and kept[0] not in later.shown]
    assert turned, "somebody had no complete ship"
    for rival in range(4):
        shown = {thing.id for thing in zone(later, rival, "quests").things}
        assert not shown & {p.QUEST_NAMES[quest] for quest in turned}


def pools(state: Drakkar, seat: int) -> list[int]:
    rivals = [hand for other, hand in enumerate(state.hands) if other != seat]
    return [face for pile in (*state.decks, *rivals) for face in pile]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8), st.integers(0, 255))
def test_ways_are_counted_right(edges: list[Edge], picks: int) -> None:
    """Against all pointings of the edges, one by one."""
    edges = sorted((min(edge), max(edge)) for edge in edges)

    def counted(sides: tuple[int, ...]) -> tuple[int, ...]:
        ends = Counter(edge[side] for edge, side in zip(edges, sides, strict=True))
        return tuple(ends[node] for node in range(5))

    target = counted(tuple(picks >> n & 1 for n in range(len(edges))))
    loops = sum(edge[0] == edge[1] for edge in edges)  # either end is the same
    every = [counted(sides) for sides in product((0, 1), repeat=len(edges))]
    assert ways(tuple(edges), target) == every.count(target) / 2**loops


# rule: ruling.hand-information
def test_dreamt_cards_are_as_likely_as_the_deal_makes_them() -> None:
    """Ten cards of eight worlds, six of which show the same face of the first unsure card."""
    cards = [2, 4, 7, 8, 9, 31, 32, 40, 42, 51]
    faces = [2 * card + int(card in (8, 9, 31, 32, 42)) for card in cards]
    seen = Counter(OURS.looks[face] for face in faces)
    agreeing = {
        sides
        for sides in product((0, 1), repeat=len(cards))
        if Counter(OURS.looks[2 * c + s] for c, s in zip(cards, sides, strict=True)) == seen
    }
    dice, drawn, tries = Dice(4), Counter[tuple[int, ...]](), 4000
    for _ in range(tries):
        dealt = [face for found in Showing(OURS, faces).deal(dice).values() for face in found]
        drawn[tuple(sorted(dealt))] += 1
    worlds = {tuple(sorted(2 * c + s for c, s in zip(cards, w, strict=True))) for w in agreeing}
    assert set(drawn) == worlds
    assert len(worlds) == 8
    even = tries / len(worlds)
    assert all(abs(count - even) < 5 * even**0.5 for count in drawn.values())


# rule: ruling.hand-information, ruling.open-and-hidden
def test_dreams_keep_every_shown_face_and_change_the_others() -> None:
    state = until(lambda s: s.trick == 3, seats=6)
    dice, changed = Dice(1), 0
    for _ in range(20):
        dream = GAME.imagine(state, 2, dice)
        assert dream.hands[2] == state.hands[2]
        looks = [[OURS.looks[face] for face in hand] for hand in state.hands]
        assert [[OURS.looks[face] for face in hand] for hand in dream.hands] == looks
        assert sorted(face // 2 for face in pools(dream, 2)) == sorted(
            face // 2 for face in pools(state, 2)
        )
        changed += dream.hands != state.hands
    assert changed > 15


# rule: ruling.quest-kept-leaves, ruling.quest-secret
def test_dreams_know_which_quests_were_in_the_deck() -> None:
    """What I sent back in a round was nobody's then or before; what I keep is mine."""
    state = until(lambda s: s.round == 3 and s.trick == 5, seed=8)
    dice, kept = Dice(3), set()
    for _ in range(200):
        dream = GAME.imagine(state, 0, dice)
        assert dream.kept[0] == state.kept[0]
        assert dream.spurned[0] == state.spurned[0]
        for rival in (1, 2, 3):
            for number in range(3):
                assert dream.kept[rival][number] not in state.spurned[0][number:]
                assert dream.kept[rival][number] not in state.kept[0]
                if state.kept[rival][number] in state.shown:
                    assert dream.kept[rival][number] == state.kept[rival][number]
        kept.add(dream.kept[1][2])
    assert len(kept) > 5


# rule: ruling.brawl-sealed
def test_dreamt_fingers_agree_with_the_waves_so_far() -> None:
    state = until(lambda s: len(s.beaten) > 1 and bool(s.ranks), seats=5)
    dice, orders = Dice(2), Counter[tuple[int, ...]]()
    for _ in range(600):
        dream = state.clone()
        redeal_ranks(dream, dice)
        orders[tuple(dream.ranks)] += 1
    agreeing = [
        ranks
        for ranks in permutations(range(5))
        if all(ranks[winner] < ranks[loser] for winner, loser in state.beaten)
    ]
    assert set(orders) <= set(agreeing)
    assert len(orders) > len(agreeing) / 2


# rule: ruling.open-and-hidden
def test_ships_loot_stacks_and_pile_are_open_to_all() -> None:
    state = until(lambda s: s.trick == 9 and len(s.discard) > 4)
    for name in ("ship:1", "loot:2", "stacks", "discard", "last"):
        looks = [zone(state, seat, name).things for seat in (0, 1, 2, 3, None)]
        assert looks.count(looks[0]) == 5
    assert str(len(state.quests)) in str(GAME.scene(state, None))


def test_a_table_reads_well_in_text() -> None:
    state = until(lambda s: all(s.ships))
    text = str(GAME.scene(state, 0))
    assert "Your hand: " in text
    assert "Ship of Wolf" in text
