"""Setup, the Brawl and the Quest deal."""

from __future__ import annotations

from collections import Counter

import pytest

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OUR_CARDS, OURS, label_of
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Dice, IllegalChoice, choose, races, timing_of
from tests.games.drakkar.walking import asked_for, until, walk


def new(seats: int = 4, seed: int = 7) -> Drakkar:
    return GAME.new(GAME.setup(seats=seats), seed)


def brawled(seed: int = 7) -> Drakkar:
    """Everybody has taken a deck without a quarrel."""
    state = new(seed=seed)
    for seat in range(4):
        choose(state, seat, p.DECKS[seat])
    return state


# rule: setup.two-decks, setup.loot-stacks, setup.starting-goat, ruling.loot-split
def test_the_table_is_laid() -> None:
    state = new()
    assert GAME.count(state) == {"cards": 40, "quests": 24, "goat": 20, "weapon": 20, "gold": 20}
    assert state.stacks == [16, 20, 20]
    assert state.loot == [(1, 0, 0)] * 4


# rule: setup.shield-table, setup.ten-per-player, ruling.shield-example, ruling.shield-counts
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_shields_give_ten_cards_a_player(seats: int) -> None:
    shields = sorted(card.shield for card in OUR_CARDS)
    assert Counter(shields) == {3: 30, 4: 10, 5: 10, 6: 10}
    used = {face // 2 for deck in new(seats).decks for face in deck}
    assert used == set(range(10 * seats))
    assert max(shields[card] for card in used) == seats


# rule: ruling.card-content
def test_every_card_has_a_yellow_face_and_is_marked_as_reconstructed() -> None:
    yellow = [[p.KINDS.index(side.kind) < p.LOKI for side in (c.a, c.b)] for c in OUR_CARDS]
    assert all(any(sides) for sides in yellow)
    assert sum(all(sides) for sides in yellow) == 19
    tables = GAME.rulebook.tables
    assert all(row["reconstructed"] for row in (*tables["card"], *tables["quest"]))
    kinds = Counter(label_of(side).split(" no.")[0] for c in OUR_CARDS for side in (c.a, c.b))
    assert all(kinds[kind["name"]] == kind["faces"] for kind in tables["face_kind"])


# rule: ruling.first-earl, brawl.earl-deals
def test_the_seed_draws_the_first_earl_and_the_wooden_viking_goes_round() -> None:
    assert {new(seed=seed).earl for seed in range(40)} == {0, 1, 2, 3}
    earls = {state.round: state.earl for state in walk(4, 2) if state.open}
    assert [(earls[number + 1] - earls[number]) % 4 for number in (1, 2)] == [1, 1]


# rule: brawl.decks-of-ten, brawl.cards-shown, ruling.brawl-face-shown
def test_decks_lie_fanned_and_show_one_face_of_each_card() -> None:
    state = new()
    assert [len(deck) for deck in state.decks] == [10] * 4
    scene = GAME.scene(state, 2)
    for deck, faces in enumerate(state.decks):
        zone = next(zone for zone in scene.zones if zone.id == f"spread:{deck + 1}")
        assert [thing.label for thing in zone.things[1:]] == [OURS.labels[f] for f in faces]
        assert not any("Other side" in text for thing in zone.things for text in thing.more)
    sides = Counter(
        face % 2 for seed in range(30) for deck in new(seed=seed).decks for face in deck
    )
    assert abs(sides[0] - sides[1]) < 150  # of 1200: either side comes up as often


# rule: brawl.signal, brawl.ready
def test_all_point_at_once_at_one_deck_each() -> None:
    state = new()
    assert [decision.seat for decision in state.open] == [(state.earl + n) % 4 for n in range(4)]
    choose(state, 0, "deck:1")
    with pytest.raises(IllegalChoice, match="sealed"):
        choose(state, 0, "deck:2")
    assert state.hands == [()] * 4, "nothing is taken before all have pointed"


# rule: brawl.first-takes, brawl.slower-elsewhere, ruling.brawl-sealed, ruling.brawl-record
def test_the_quickest_finger_takes_the_deck_and_the_others_point_again() -> None:
    state = new()
    wanted = state.decks[1]
    quickest = state.ranks.index(0)
    for seat in range(4):
        choose(state, seat, "deck:2")
    assert state.hands[quickest] == wanted
    losers = [seat for seat in range(4) if seat != quickest]
    assert sorted(decision.seat for decision in state.open) == losers
    assert all(d.options == ("deck:1", "deck:3", "deck:4") for d in state.open)
    answer = GAME.why(state, losers[0], "deck:2")
    assert answer is not None
    assert answer[0] == "brawl.slower-elsewhere"
    choose(state, losers[0], "deck:1")
    choose(state, losers[1], "deck:3")
    last = state.decks[3]
    choose(state, losers[2], "deck:3")
    loser = next(seat for seat in losers[1:] if state.hands[seat] != state.decks[2])
    assert last in state.hands, "the last one takes the last deck without a choice"
    assert loser in losers


def test_who_points_alone_gets_the_deck_however_slow() -> None:
    state = brawled()
    assert sorted(len(hand) for hand in state.hands) == [10] * 4
    assert state.ranks == [], "the ranks are forgotten when nothing hangs on them"


# rule: ruling.random-stream
def test_one_seed_makes_one_match() -> None:
    assert new(seed=9) == new(seed=9)
    assert new(seed=9).decks != new(seed=10).decks
    dice = Dice(9)
    assert new(seed=9).earl == dice.roll(4), "the first Earl is drawn first"
    order = dice.shuffled(range(40))
    sides = dice.roll(2**40)
    faces = [2 * card + (sides >> place & 1) for place, card in enumerate(order)]
    assert new(seed=9).decks == [tuple(faces[deck::4]) for deck in range(4)]
    assert new(seed=9).ranks == dice.shuffled(range(4))


# rule: deal.after-brawl, deal.keep-one, ruling.quest-deal-once, end.new-quests
def test_two_quests_each_once_a_round_and_one_is_kept() -> None:
    state = brawled()
    assert [len(quests) for quests in state.offered] == [2] * 4
    assert {decision.rule for decision in state.open} == {"deal.keep-one"}
    deals = [s.round for s in walk(4, 5) if all(len(o) == 2 for o in s.offered) and not s.sealed]
    assert deals == [1, 2, 3]


# rule: deal.other-returns, ruling.quest-kept-leaves, end.after-third
def test_the_other_quest_goes_back_and_the_kept_one_leaves() -> None:
    state = brawled()
    pairs = list(state.offered)
    for seat in range(4):
        choose(state, seat, p.QUEST_NAMES[pairs[seat][seat % 2]])
    assert [kept[-1] for kept in state.kept] == [pairs[seat][seat % 2] for seat in range(4)]
    assert {pairs[seat][1 - seat % 2] for seat in range(4)} <= set(state.quests)
    assert len(state.quests) == 20
    later = until(lambda s: s.round == 3 and s.trick == 1)
    assert len(later.quests) == 24 - 3 * 4
    assert len({quest for kept in later.kept for quest in kept}) == 12, "none comes twice"


# rule: play.choose-card
def test_the_first_commit_has_twenty_options_and_the_tenth_two() -> None:
    # example: example.twenty-faces
    first = until(lambda s: s.trick == 1)
    assert [len(decision.options) for decision in first.asked] == [20] * 4
    tenth = until(lambda s: s.trick == 10 and any(not s.ships[d.seat] for d in s.open))
    bare = [decision for decision in tenth.open if not tenth.ships[decision.seat]]
    assert bare
    assert all(len(decision.options) == 2 for decision in bare)


# rule: ruling.timeouts
def test_the_first_option_is_what_an_absent_player_does() -> None:
    state = new()
    assert state.open[0].options[0] == "deck:1"
    keeping = until(asked_for("deal.keep-one"))
    decision = keeping.open[0]
    assert decision.options[0] == p.QUEST_NAMES[keeping.offered[decision.seat][0]]
    late = until(asked_for("play.choose-card"), count="auto")
    assert late.open[0].options[0] == p.LATE
    stop = until(asked_for("team.ask-one"))
    assert stop.open[0].options[0] == p.STOP


# rule: ruling.brawl-race, brawl.first-takes, brawl.slower-elsewhere, ruling.brawl-bots-in-race
def test_a_race_serves_fingers_as_they_come_and_by_rank_where_none_is_live() -> None:
    state = GAME.new(GAME.setup(seats=4, brawl="race"), 3)
    assert state.open[0].options == (p.BY_ODIN, p.IN_SECRET)
    assert state.open[0].seat == state.earl
    labels = [
        thing.label for thing in GAME.scene(state, state.earl).things() if thing.art == "button"
    ]
    assert labels == ["By Odin", "In secret"]
    choose(state, state.earl, p.BY_ODIN)
    waiting = [decision.seat for decision in state.open]
    assert [state.ranks[seat] for seat in waiting] == [0, 1, 2, 3], "turn by turn: the best rank"
    quick, beaten, *_ = reversed(waiting)
    deck = state.decks[1]
    choose(state, quick, "deck:2")
    assert state.hands[quick] == deck, "at once, and before all others"
    with pytest.raises(IllegalChoice, match="taken"):
        choose(state, beaten, "deck:2")
    choose(state, beaten, "deck:1")
    choose(state, state.open[0].seat, "deck:3")
    assert sorted(map(len, state.hands)) == [10] * 4, "the last deck is nobody's choice"
    assert state.ranks == []


# rule: ruling.brawl-apart, ruling.brawl-sealed
def test_the_earl_can_have_everybody_point_in_secret_instead() -> None:
    state = GAME.new(GAME.setup(seats=4, brawl="race"), 3)
    timing = timing_of(state, state.earl)
    assert timing is not None
    assert timing.apart == p.IN_SECRET
    choose(state, state.earl, p.IN_SECRET)
    assert len(state.open) == 4
    assert {decision.rule for decision in state.open} == {"brawl.signal"}
    assert not races(state)


# rule: ruling.timeouts
@pytest.mark.parametrize(("clock", "time"), [("off", 0), ("60s", 60_000), ("15s", 15_000)])
def test_every_other_decision_has_the_time_of_the_set_up(clock: str, time: int) -> None:
    for rule in ("brawl.signal", "deal.keep-one", "play.choose-card"):
        state = until(asked_for(rule), clock=clock)
        timing = timing_of(state, state.open[0].seat)
        assert (timing.closes if timing else 0) == time
        assert (timing.late if timing else "") == (
            p.LATE if time and rule == "play.choose-card" else ""
        )


# rule: ruling.brawl-race
def test_the_delay_is_drawn_from_the_seed() -> None:
    def delay(seed: int) -> int:
        state = GAME.new(GAME.setup(seats=3, brawl="race"), seed)
        choose(state, state.earl, p.BY_ODIN)
        timing = timing_of(state, 0)
        assert timing is not None
        assert timing.closes - timing.opens == p.RACE
        assert p.FIRST_TAP[0] <= timing.reach[0] <= p.FIRST_TAP[1]
        assert p.NEXT_TAP[0] <= timing.reach[1] <= p.NEXT_TAP[1]
        return timing.opens

    delays = [delay(seed) for seed in range(40)]
    assert len(set(delays)) > 30
    assert p.OPENING[0] <= min(delays) <= max(delays) <= p.OPENING[1]
    assert delay(5) == delay(5)


# rule: ruling.brawl-race, ruling.hand-information
def test_a_race_leaks_nothing() -> None:
    for seed in range(6):
        for state in walk(4, seed, brawl="race"):
            if state.round > 1 or not state.open:
                break
            for seat in (None, 0, 3):
                dream = GAME.imagine(state, seat, Dice(seed))
                assert GAME.seen(dream, seat) == GAME.seen(state, seat)
