"""Select, move, summon; skipping; the end."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.turn import Move, Select, Summon
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted, Ended, Moved, Placed, Said
from tests.games.ragnarocks import table as t


def because(state: Ragnarocks) -> str:
    result = GAME.result(state)
    return result.because if result else ""


def words(state: Ragnarocks) -> list[str]:
    return [event.words for event in state.events]


# -- setting up --------------------------------------------------------------------------------


def test_chance_decides_who_plays_ivory() -> None:  # rule: setup.colours, ruling.colour-choice
    drawn = [GAME.new(seed=seed).ivory for seed in range(200)]
    assert 70 < sum(drawn) < 130
    assert [GAME.new(seed=seed).ivory for seed in range(200)] == drawn
    for seat in (0, 1):
        assert {GAME.new(GAME.setup(ivory=seat), seed).ivory for seed in range(20)} == {seat}


def test_ivory_has_the_first_turn() -> None:  # rule: ruling.first-player, turn.alternate
    for seat in (0, 1):
        state = t.start(ivory=seat)
        assert state.asked[0].seat == seat
        assert t.play(state, "a3-d3/d7").asked[0].seat == 1 - seat
        assert t.play(state, "j7-g7/g3").asked[0].seat == seat
    assert t.start(first="red").asked[0].seat == 1


def test_three_vikings_in_the_middle_of_each_edge() -> None:
    # rule: setup.three-vikings, setup.ivory-start, setup.red-start, ruling.middle-three
    state = t.start()
    board = p.board(state.board)
    places = [[board.spoken(state.where[n]) for n in side] for side in board.sides]
    assert places == [["a2", "a3", "a4"], ["j6", "j7", "j8"]]


def test_forty_stones_and_none_on_the_board() -> None:  # rule: setup.supply, region.start
    state = t.start()
    assert (state.supply, len(state.stones), state.hexes.count(p.STONE)) == (40, 0, 0)
    assert t.regions(state) == ["contested:86"]


# -- the three steps ---------------------------------------------------------------------------


def test_a_turn_is_select_move_summon() -> None:  # rule: turn.three-steps, turn.mandatory
    state, seen = t.start(), []
    for thing in ("viking:ivory-2", "cell:d3", "cell:d7"):
        (decision,) = state.asked
        seen.append(type(state.agenda[-1][0]))
        assert not [option for option in decision.options if option.startswith("button:")]
        fimbul.choose(state, decision.seat, thing)
    assert seen == [Select, Move, Summon]
    assert state.turns == 1
    assert (decision.seat, state.asked[0].seat) == (0, 1)


def test_what_a_turn_tells() -> None:
    state = t.select(t.start(), "a3")
    fimbul.choose(state, 0, "cell:d3")
    moved = Moved(seat=0, thing="viking:ivory-2", origin="cell:a3", to="cell:d3", words="a3 to d3")
    assert state.events == [moved]
    fimbul.choose(state, 0, "cell:d7")
    assert state.events == [Placed(seat=0, thing="stone:1", to="cell:d7", words="stone on d7")]


def test_only_own_nomads_can_be_selected() -> None:  # rule: select.own-nomad, select.nomad-meaning
    state = t.laid(t.WALLS)  # c3 is settled
    assert len(state.asked[0].options) == 2
    for place in ("g5", "i9"):
        assert t.asked(t.select(state.clone(), place))
    for place in ("c3", "g4"):
        with pytest.raises(fimbul.IllegalChoice):
            t.select(state.clone(), place)


def test_the_whole_turn_belongs_to_the_selected_viking() -> None:  # rule: select.own-nomad
    state = t.select(t.start(), "a3")
    with pytest.raises(fimbul.IllegalChoice, match="carried out with the viking on a3"):
        fimbul.choose(state, 0, "viking:ivory-1")


def test_a_move_goes_straight_any_distance_up_to_the_first_piece() -> None:
    # rule: move.straight-line, move.any-distance, move.blocked-by-stones, move.blocked-by-vikings
    state = t.drawn(
        """
          j3 . . . . . . . . .  j11
         i2 . . . . . . . . . .  i11
        h1 . . r . . . . . . . .  h11
         g1 . . . . . . r . . . .  g11
          f1 . . . . . . . . . .  f10
           e1 . . . r . o . . .  e9
            d1 . . . i . i . .  d8
             c1 . . o . . . .  c7
              b1 . . . . . .  b6
               a1 . . i . .  a5
        """
    )
    ways = t.asked(t.select(state, "d4"))
    east, north_east, west, south_east = (
        ["d5"],
        ["e5", "f6"],
        ["d3", "d2", "d1"],
        ["c4", "b4", "a4"],
    )
    assert sorted(ways) == sorted(east + north_east + west + south_east)


def test_a_move_goes_at_least_one_hex() -> None:  # rule: ruling.zero-move, move.any-distance
    state = t.select(t.laid(t.OPEN), "d4")
    assert "d4" not in t.asked(state)
    allowed = t.select(t.laid(t.OPEN, zero_move=True), "d4")
    assert "d4" in t.asked(allowed)
    assert t.play(t.laid(t.OPEN, zero_move=True), "d4-d4/d5").turns == 1


def test_the_stone_flies_from_where_the_viking_now_stands() -> None:
    # rule: summon.origin, summon.like-a-move, ruling.stone-own-hex, ruling.vacated-hex
    state = t.select(t.laid(t.OPEN), "d6")
    fimbul.choose(state, 0, "cell:g9")
    flights = t.asked(state)
    assert "g9" not in flights
    back = ["f8", "e7", "d6", "c5", "b4"]  # through the hex it left, up to a3, where ivory stands
    assert set(back) <= set(flights)
    assert "a3" not in flights
    others = ["g10", "g11", "h10", "i11", "h9", "i9", "j9", "g8", "f9", "e9"]
    assert sorted(flights) == sorted(back + others)  # west it meets red on g7


def test_a_stone_stays_for_good() -> None:  # rule: summon.final
    state = t.play(t.start(), "a3-d3/d7")
    stones = {p.board(state.board).index["cell:d7"]}
    while state.asked:
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
        laid = {at for at, held in enumerate(state.hexes) if held == p.STONE}
        assert stones <= laid
        stones = laid
    assert stones == set(state.stones)


# -- skipping ----------------------------------------------------------------------------------


def test_who_cannot_complete_a_turn_skips() -> None:
    # rule: skip.forced, ruling.blocked-nomad, turn.alternate, ruling.turn-exists
    state = t.laid(t.BLOCKED.format("i"))
    assert (state.asked[0].seat, state.turns, state.skips) == (1, 1, 1)
    assert state.events == [Said(seat=0, words="{0} cannot complete a turn and skips")]


def test_who_skipped_is_asked_again() -> None:  # rule: ruling.skip-not-final, skip.forced
    state = t.play(t.laid(t.BLOCKED.format("i")), "b1-d1/c1")
    assert (state.asked[0].seat, state.skips) == (0, 0)
    assert len(list(t.turns(state))) == 3


def test_who_can_act_must_act() -> None:  # rule: turn.mandatory, skip.forced
    """One free hex beside one nomad is enough, and then there is no way to pass."""
    state = t.play(t.laid(t.BLOCKED.format("r")), "b1-d1/c1")
    assert len(state.asked[0].options) == 1
    assert t.asked(t.select(state, "a1")) == ["b1"]


# -- the end -----------------------------------------------------------------------------------


def test_two_skips_in_a_row_end_it() -> None:  # rule: end.nobody-can-act, ruling.end-test
    """Ivory a1 and red b1 are walled in together; a2 b2 c1 c2 are stones."""
    state = t.laid("9/10/4ii5/11/10/ooooooooo/4r3/oo2r2/ro4/io3 i 27")
    assert (state.turns, state.skips, because(state)) == (2, 2, "end.nobody-can-act")
    skips = [event for event in state.events if isinstance(event, Said)]
    assert [event.seat for event in skips] == [0, 1]
    assert isinstance(state.events[-1], Ended)


def test_a_position_may_begin_after_a_skip() -> None:  # rule: ruling.end-test
    position = t.BLOCKED.format("i") + " skips=1"
    assert because(t.laid(position)) == "end.nobody-can-act"
    assert t.laid(position).turns == 1


def test_it_ends_at_once_when_nothing_is_contested() -> None:  # rule: ruling.end-test
    state = t.play(t.laid("9/4r5/4r6/2r8/10/oooo1oooo/2i5/1i5/3i2/5 i 32"), "d3-d5/e5")
    assert (state.turns, state.skips, because(state)) == (1, 0, "end.nobody-can-act")
    over = t.laid("4o4/2r2o4/2o1r1o4/2r3o4/6o3/ooooooooo/5i2/2i4/3i2/5 i 25")
    assert (over.turns, because(over)) == (0, "end.nobody-can-act")


def test_an_empty_supply_ends_it() -> None:  # rule: ruling.supply, setup.supply
    state = t.laid(t.OPEN.replace("38", "1"))
    assert state.supply == 1
    state = t.play(state, "d4-d5/c5")
    assert (state.supply, state.turns, because(state)) == (0, 3, "ruling.supply")
    assert because(t.laid(t.OPEN.replace("38", "0"))) == "ruling.supply"


def test_the_last_runestones_are_counted_down() -> None:  # rule: ruling.supply
    state = t.laid(t.OPEN.replace("38", "7"))
    assert words(t.play(state, "d4-d5/c5")) == ["stone on c5"]  # six: the table shows them
    assert words(t.play(state, "h3-h4/h5"))[1:] == [
        "5 runestones left. When none is left, the match ends"
    ]
    t.play(state, "d5-d4/d5", "h4-h3/h4", "d6-c6/c7")
    assert words(t.play(state, "g7-g6/f5"))[1:] == [
        "1 runestone left. When none is left, the match ends"
    ]
    assert words(t.play(state, "c6-b6/c6"))[1] == "The supply is empty"
    assert because(state) == "ruling.supply"


def test_a_supply_without_limit_never_ends() -> None:  # rule: ruling.supply
    state = t.start(stones=0)
    for _ in range(30):
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
    assert state.supply == p.ENDLESS
    assert "runestone" not in GAME.count(state)


def test_turns_without_a_new_stone_end_it() -> None:  # rule: ruling.stall
    position = t.BLOCKED.format("i")
    assert because(t.laid(position, stall_limit=1)) == "ruling.stall"
    assert because(t.laid(position + " stall=19")) == "ruling.stall"
    state = t.laid(position + " stall=18")
    assert (because(state), state.stall) == ("", 19)
    assert t.play(state, "b1-d1/c1").stall == 0


def test_equal_scores_are_a_draw() -> None:  # rule: ruling.tie, object.win
    state = t.laid("4o4/2r2o4/2o1r1o4/2r3o4/6o3/ooooooooo/5i2/2i4/3i2/5 i 25")
    assert state.result is not None
    assert (state.result.places, state.result.scores) == ((1, 1), (26, 26))


def test_more_points_win_whoever_has_them() -> None:  # rule: object.win, object.goal
    position = "9/10/4ii5/11/10/ooooooooo/4r3/oo2r2/ro4/io3 i 27"
    for seat in (0, 1):
        result = t.laid(position, ivory=seat).result
        assert result is not None
        assert (result.places[seat], result.scores[seat], result.scores[1 - seat]) == (1, 51, 20)


def test_scoring_is_told_region_by_region() -> None:
    # rule: score.settled-regions, score.contested-nothing, score.wild-nothing
    # rule: score.stones-do-not-count, score.viking-hexes-count, region.inner-stones
    state = t.laid("4o4/2r2o4/2o1r1o4/2r3o4/6o3/ooooooooo/5i2/2i4/3i2/5 i 25")
    told = [event for event in state.events if isinstance(event, Counted)]
    assert [(event.seat, event.amount, event.rule) for event in told] == [
        (0, 26, "score.settled-regions"),
        (1, 26, "score.settled-regions"),  # 27 hexes, one of them a stone inside the region
        (-1, 0, "score.wild-nothing"),
    ]
    assert words(state)[0] == "{0} scores 26 points for the region at a1"
    pair = t.laid("9/10/4ii5/11/10/ooooooooo/4r3/oo2r2/ro4/io3 i 27")
    nothing = [e for e in pair.events if isinstance(e, Counted) and not e.amount]
    assert [(event.amount, event.rule) for event in nothing] == [(0, "score.contested-nothing")]
