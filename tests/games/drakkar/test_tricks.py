"""Phase 2: committing, being late, the order of colours, and what lies on the ship."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.parts import FACES, NONE
from fimbul.games.drakkar.rules.stowing import Equip, Place
from fimbul.games.drakkar.rules.tricks import Commit, Reveal
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import IllegalChoice, choose, settle
from tests.games.drakkar.drawn import Box, play, revealed, table, written
from tests.games.drakkar.walking import until


def committing(players: list[str], hands: list[list[str]], *, late: bool = False) -> Drakkar:
    """A table with hands, at the commit."""
    box = Box()
    state = table(players, box)
    state.late = late
    state.hands = [tuple(box.face(face) for face in hand) for hand in hands]
    state.then(tuple(Commit(seat) for seat in range(len(players))), Reveal())
    settle(state)
    return state


# rule: play.covered, ruling.commit-final, play.face-up-counts
def test_a_card_is_covered_and_final() -> None:
    state = committing(["none"] * 3, [["bow", "beer"], ["stern"], ["deck"]])
    card = state.hands[0][0]
    seen = GAME.seen(state, 1)
    choose(state, 0, FACES[card])
    assert GAME.seen(state, 1).scene == seen.scene
    assert GAME.seen(state, 1).sealed == (0,)
    with pytest.raises(IllegalChoice, match="sealed"):
        choose(state, 0, FACES[card ^ 1])


# rule: play.choose-card, ruling.rearrange-bound
def test_a_card_is_awaited_from_a_hand_that_has_one_and_a_ship_that_is_sound() -> None:
    state = committing(["none"] * 3, [["bow", "beer"], ["stern"], []])
    assert Commit(0).fits(state)
    assert not Commit(0, moves=p.REARRANGED + 1).fits(state)
    assert not Commit(2).fits(state), "an empty hand"
    state.played[0] = state.hands[0][0]
    assert not Commit(0).fits(state), "it has played"


# rule: play.reveal, ruling.fearsome-no-bonus
def test_nothing_hangs_on_who_commits_first() -> None:
    states = []
    for order in ((0, 1, 2), (2, 1, 0)):
        state = committing(["none"] * 3, [["loki#2", "beer"], ["loki#7", "beer"], ["deck", "bow"]])
        state.loot = [(0, 0, 0), (0, 0, 1), (0, 0, 0)]
        for seat in order:
            choose(state, seat, FACES[state.hands[seat][0]])
        states.append(state)
    assert states[0].loot == states[1].loot == [(0, 0, 0), (0, 0, 1), (0, 0, 0)]
    assert states[0].last == states[1].last


# rule: play.face-up-counts, play.reveal
def test_the_lower_face_is_ignored() -> None:
    # example: example.lower-face-ignored
    state = committing(["bow:-", "stern:-", "none"], [["raid#18"], ["bow"], ["beer"]])
    state.hands[0] = (state.hands[0][0] ^ 1,)
    assert OURS.labels[state.hands[0][0]] == "Viking 2"
    for seat in range(3):
        choose(state, seat, FACES[state.hands[seat][0]])
    assert written(state, 0)[1] == ["v2"]
    assert state.open == (), "no raid is carried out"


# rule: play.late-discard, ruling.late-replaces-play, play.ten-tricks, ruling.timeouts
def test_who_is_late_loses_a_random_card_instead_of_playing() -> None:
    state = committing(
        ["none"] * 3, [["bow", "beer", "deck"]] * 1 + [["stern"], ["viking3"]], late=True
    )
    hand = state.hands[0]
    choose(state, 0, p.LATE)
    choose(state, 1, FACES[state.hands[1][0]])
    choose(state, 2, FACES[state.hands[2][0]])
    assert len(state.hands[0]) == 2
    gone = set(hand) - set(state.hands[0])
    assert set(state.discard) >= gone
    assert state.ships[0] == ()
    assert written(state, 1)[0] == ["stern"], "the others' cards are carried out"


# rule: play.late-discard, ruling.random-stream
def test_any_card_of_a_late_hand_may_go() -> None:
    lost = set()
    for seed in range(30):
        hands = [["bow", "beer", "deck"], ["stern"], ["viking3"]]
        state = committing(["none"] * 3, hands, late=True)
        hand, state.seed = state.hands[0], seed
        choose(state, 0, p.LATE)
        for seat in (1, 2):
            choose(state, seat, FACES[state.hands[seat][0]])
        lost |= set(hand) - set(state.hands[0])
    assert lost == set(hand)


# rule: play.late-discard, play.covered
def test_a_started_count_ends_only_for_those_without_a_card() -> None:
    # example: example.count-started
    gunnar, helga, astrid, bjorn = range(4)
    hands = [["bow", "beer"], ["stern", "beer"], ["deck", "beer"], ["viking1", "beer"]]
    state = committing(["none"] * 4, hands, late=True)
    for seat in (gunnar, helga):
        choose(state, seat, FACES[state.hands[seat][0]])
    choose(state, bjorn, FACES[state.hands[bjorn][0]])
    with pytest.raises(IllegalChoice, match="sealed"):
        choose(state, bjorn, p.LATE)
    choose(state, astrid, p.LATE)
    assert [len(hand) for hand in state.hands] == [1, 1, 1, 1]
    assert written(state, gunnar)[0] == ["bow"]
    assert state.ships[astrid] == ()
    assert "is late" in " ".join(event.words for event in state.events)


# rule: ruling.late-replaces-play
def test_nobody_is_late_without_a_clock() -> None:
    state = until(lambda s: s.trick == 1)
    assert all(p.LATE not in decision.options for decision in state.asked)
    timings = (("manual", "off"), ("auto", "off"), ("off", "30s"))
    for count, clock in timings:
        timed = until(lambda s: s.trick == 1, count=count, clock=clock)
        assert all(p.LATE in decision.options for decision in timed.asked)
        assert len(timed.open[0].options) == 21


# rule: play.red-first, play.blue-third, ruling.numbers-unique
def test_colours_and_numbers_set_the_order() -> None:
    faces = ["raid#9", "thief#5", "loki#2", "sabotage#4", "beer"]
    state = revealed(["bow:v1 | 0,0,0", "bow:- | 1,0,0", "none", "none | 0,1,0", "deck:-"], faces)
    steps = [type(row[0]).__name__ for row in reversed(state.agenda)]
    assert steps == ["Loki", "Thief", "Yellow", "Sabotage", "Raid"]
    for colour in (range(p.LOKI, p.RAID), range(p.RAID, len(p.KINDS))):
        numbers = [OURS.orders[f] for f in range(2 * p.CARDS) if OURS.kinds[f] in colour]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))


# rule: ruling.number-tie
def test_equal_numbers_go_clockwise_from_the_earl() -> None:
    own = [dict(row) for row in GAME.rulebook.tables["card"]]
    for row in own:
        if row["b"]["kind"] == "loki":
            row["b"] = {**row["b"], "order": 1}
    state = GAME.new(GAME.setup(seats=3, cards=own), 1)
    lokis = [f for f in range(60) if state.pack.kinds[f] == p.LOKI][:2]
    state.played, state.earl, state.agenda = [lokis[0], NONE, lokis[1]], 2, []
    state.loot = [(1, 0, 0), (0, 0, 0), (0, 1, 0)]
    state.then(Reveal())
    settle(state)
    assert state.loot == [(0, 0, 0), (0, 0, 0), (1, 1, 0)], "seat 2 has taken the goat first"
    assert state.open[0].seat == 0, "and seat 0 now chooses which token to take"


# rule: play.yellow-second, ruling.yellow-order, ship.place
def test_yellow_cards_are_placed_all_at_once() -> None:
    state = revealed(["bow:- deck:-", "bow:- stern:-", "none"], ["viking1", "beer", "bow"], earl=1)
    assert [decision.seat for decision in state.open] == [1, 0], "asked together"
    assert written(state, 2)[0] == ["bow"]
    with_words = [event.words for event in state.events if "builds" in event.words]
    assert with_words == ["{2} builds the Bow"]


# rule: play.unplayable, ruling.must-carry-out, ruling.after-use
@pytest.mark.parametrize(
    ("ship", "face"),
    [
        ("bow:- stern:-", "bow"),
        ("none", "viking3"),
        ("none", "beer"),
        ("none", "bardl"),
        ("bow:beer", "spear"),
        ("none", "loki#2"),
        ("none", "thief#3"),
        ("bow:beer", "raid#9"),
        ("bow:v3", "boarding2#11"),
        ("none", "sabotage#4"),
    ],
)
def test_what_cannot_be_played_is_discarded(ship: str, face: str) -> None:
    state = revealed([ship, "none", "none"], [face, "-", "-"])
    before = written(table([ship, "none", "none"]), 0)
    assert written(state, 0) == before
    assert len(state.discard) == 1
    assert state.played == state.loose == [NONE] * 3


# rule: ruling.no-piece-exchange, ship.one-of-each, ship.one-ship, yellow.ship
@pytest.mark.parametrize("piece", ["bow", "stern", "deck"])
def test_a_second_piece_of_a_kind_is_discarded(piece: str) -> None:
    state = revealed([f"{piece}:v1", "none", "none"], [piece, "-", "-"])
    assert written(state, 0)[0] == [piece]
    assert len(state.discard) == 1


# rule: ship.knarr, ship.drakkar, ship.upgrade, ruling.ship-any-order, ruling.yggdrasil-role
@pytest.mark.parametrize(
    ("drawn", "complete"),
    [
        ("bow:- stern:-", True),
        ("bow:- stern:- deck:-", True),
        ("deck:-", False),
        ("deck:- bow:-", False),
        ("ygg:-", False),
        ("ygg:- deck:-", False),
        ("ygg:- ygg:-", True),
        ("ygg:- bow:-", True),
        ("stern:- ygg:- deck:-", True),
        ("none", False),
    ],
)
def test_what_makes_a_ship_complete(drawn: str, *, complete: bool) -> None:
    assert s.complete(OURS, Box().ship(drawn)) is complete


# rule: ruling.yggdrasil-role, yellow.yggdrasil
def test_a_ship_never_has_three_ends() -> None:
    box = Box()
    bow = box.take("Bow")
    assert not s.has_room(OURS, box.ship("ygg:- ygg:-"), bow)
    assert not s.has_room(OURS, box.ship("stern:- ygg:-"), bow)
    assert s.has_room(OURS, box.ship("deck:-"), bow)


# rule: store.what, ruling.card-content
def test_the_last_face_of_an_own_pack_can_be_stored_too() -> None:
    last = len(OURS.kinds) - 2
    berths = ((Box().take("Bow"), last, NONE),)
    assert not s.sound(OURS, berths), "Loki is no cargo"
    assert s.sound(replace(OURS, kinds=(*OURS.kinds[:last], p.VIKING, NONE)), berths)


@pytest.mark.parametrize(
    ("cargo", "carried", "sound"),
    [
        ("viking3", "spear", True),
        ("bardl", "spear", True),
        ("beer", "spear", False),
        ("viking3", "beer", False),
    ],
)
def test_a_spear_lies_with_a_viking_and_nothing_else_does(
    cargo: str, carried: str, *, sound: bool
) -> None:  # rule: yellow.spear-equip
    box = Box()
    berths = ((box.face("bow"), box.face(cargo), box.face(carried)),)
    assert s.sound(OURS, berths) is sound


# rule: ruling.store-any-piece, store.what, store.one-per-ship-card, ruling.overflow
@pytest.mark.parametrize("piece", ["bow", "deck", "stern", "ygg"])
@pytest.mark.parametrize("cargo", ["viking3", "beer", "bardl"])
def test_any_ship_card_holds_any_storable_card(piece: str, cargo: str) -> None:
    state = revealed([f"{piece}:-", "none", "none"], [cargo, "-", "-"])
    assert state.open == ()
    assert len(s.stored(state.ships[0])) == 1


# rule: ruling.overflow, store.replace, store.needs-space
def test_a_full_ship_asks_what_goes() -> None:
    state = revealed(["bow:v1 stern:beer deck:v2", "none", "none"], ["viking3", "-", "-"])
    assert state.open[0].options[0] == p.DISCARD, "the default is to discard the new card"
    assert len(state.open[0].options) == 4


# rule: yellow.spear-moves, ruling.spear-left-over, ruling.overflow
def test_a_replaced_viking_leaves_its_spear_to_the_new_one() -> None:
    state = revealed(["bow:v1+s", "none", "none"], ["viking3", "-", "-"])
    play(state, ["1 overflow v1"])
    assert written(state, 0)[1] == ["v3+s"]
    lost = revealed(["bow:v1+s", "none", "none"], ["beer", "-", "-"])
    play(lost, ["1 overflow v1"])
    assert written(lost, 0)[1] == ["beer"]
    assert [OURS.labels[face] for face in lost.discard] == ["Viking 1", "Odin's Spear"]


# rule: yellow.spear-equip, ruling.spear-one-each, ruling.spear-left-over, ruling.timeouts
def test_a_spear_goes_to_a_viking_without_one() -> None:
    state = revealed(["bow:v1 stern:v3 deck:bardl", "none", "none"], ["spear", "-", "-"])
    labels = [OURS.labels[p.FACE_OF[name]] for name in state.open[0].options]
    assert labels == ["Viking 3", "Viking 1", "Bardl the Brewer"], "the strongest first"
    assert Equip(0).fits(state)
    assert not Equip(1).fits(state), "it holds no Spear"
    other = state.clone()
    other.loose[0] = Box().take("Viking 2")
    assert not Equip(0).fits(other), "a Viking is no Spear"
    choose(state, 0, state.open[0].options[2])
    assert "bardl+s" in written(state, 0)[1]


def test_the_only_viking_takes_the_spear_unasked() -> None:  # rule: ruling.must-carry-out
    state = revealed(["bow:v1 stern:-", "none", "none"], ["spear", "-", "-"])
    assert state.open == ()
    assert "v1+s" in written(state, 0)[1]


def moving(drawn: str = "bow:- stern:- deck:v2") -> tuple[Drakkar, int]:
    state = committing([drawn, "none", "none"], [["bow", "beer"], ["stern"], ["deck"]])
    return state, s.stored(state.ships[0])[0]


# rule: store.move, ruling.rearrange-window
def test_stored_cards_can_be_moved_before_a_card_is_played() -> None:
    state, viking = moving()
    ship, bow = state.ships[0], state.ships[0][0][0]
    choose(state, 0, FACES[viking])
    mine = next(z for z in GAME.scene(state, 0).zones if z.id == "ship:0")
    assert [thing.badge for thing in mine.things if thing.id == FACES[viking]] == ["on Bow"]
    theirs = next(z for z in GAME.scene(state, 1).zones if z.id == "ship:0")
    assert [thing.badge for thing in theirs.things if thing.id == FACES[viking]] == ["on Deck"]
    assert state.ships[0] == ship
    choose(state, 0, FACES[state.hands[0][1]])
    for seat in (1, 2):
        choose(state, seat, FACES[state.hands[seat][0]])
    assert (bow, viking, NONE) in state.ships[0]


# rule: ruling.rearrange-bound
def test_nobody_moves_cards_for_ever() -> None:
    state, viking = moving()
    for _ in range(4):
        choose(state, 0, FACES[viking])
    assert FACES[viking] not in state.open[0].options
    answer = GAME.why(state, 0, FACES[viking])
    assert answer is not None
    assert answer[0] == "store.move"


# rule: ruling.rearrange-bound, store.move
@pytest.mark.parametrize(
    ("drawn", "placings"),
    [
        ("bow:v1 stern:- deck:-", 3),
        ("bow:v1 stern:beer deck:-", 6),
        ("bow:v1 stern:v2 deck:beer", 6),
        ("bow:v1+s stern:v2", 4),
        ("bow:v1+s stern:v2 deck:-", 12),
        ("bow:v1+s stern:v2 deck:beer", 12),
        ("bow:v1+s stern:v2 deck:v3", 18),
    ],
)
def test_any_placing_is_within_reach(drawn: str, placings: int) -> None:
    start = Box().ship(drawn)
    reached, edge = {start}, {start}
    for _ in range(4):
        edge = {
            s.moved_on(OURS, ship, card) for ship in edge for card in s.movable(OURS, ship)
        } - reached
        reached |= edge
    assert len(reached) == placings
    assert all(s.sound(OURS, ship) and s.rearranged(ship, start) for ship in reached)


# rule: store.move, ruling.rearrange-window, ruling.rearrange-bound
def test_cards_can_be_moved_together_with_storing_one() -> None:
    state = revealed(["bow:- stern:- deck:beer", "none", "none"], ["viking3", "-", "-"])
    assert isinstance(state.agenda[-1][0], Place)
    beer = s.stored(state.ships[0])[0]
    bow, stern = state.ships[0][0][0], state.ships[0][1][0]
    choose(state, 0, FACES[beer])
    choose(state, 0, FACES[stern])
    cargo = {piece: stored for piece, stored, _ in state.ships[0]}
    assert cargo[bow] == beer
    assert OURS.labels[cargo[stern]] == "Viking 3"
    assert s.free_pieces(state.ships[0]) == [state.ships[0][2][0]], "only the Deck is left free"


# rule: store.move, ruling.no-free-discard, blue.sabotage-empty
def test_ships_are_frozen_after_the_reveal_and_nothing_is_discarded_at_will() -> None:
    state = revealed(["bow:- stern:v1 deck:v1", "bow:- stern:-", "none"], ["-", "-", "sabotage#4"])
    assert all(decision.seat == 2 for decision in state.open)
    calm, _ = moving()
    assert not any("discard" in name for name in calm.open[0].options)
