"""Disengagement and flight: who gets away, where to, through whom."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.conjured import WALLS
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.charge import withdraw as w
from fimbul.games.rag_narok.rules.ending import is_over, scores
from fimbul.games.rag_narok.state import fighter, middle, remove
from tests.games.rag_narok.charge.drawn import melee
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, stand
from tests.games.rag_narok.movement.drawn import march

(WALL,) = WALLS


def test_disengaging() -> None:
    # example: example.forced-disengage-type
    # rule: disengage.procedure, rout.forced-disengage-type, disengage.march-only
    state = melee("6 alahan-guard", "6 morbid-puppet")
    assert w.forced_way(state, 0) == w.FORCE
    assert w.difficulty(state, 0, w.FORCE) == 9
    assert w.difficulty(state, 0, w.DODGE) == 5
    lost = state.units[0].ranks[3:]
    for member in lost:
        remove(state, member, p.DEAD)
    assert w.difficulty(state, 0, w.FORCE) == 10
    ask(state, w.Disengage(0, 0))
    assert options(state) == (w.DODGE, w.FORCE)
    roll_next(state, 2)
    play(state, w.DODGE)
    assert in_melee(state, 0)
    ask(state, w.Disengage(0, 0))
    roll_next(state, 3)
    play(state, w.DODGE)
    assert options(state)[0] == "way:270"  # towards the own edge
    play(state, "way:270", "advance:10")
    assert not in_melee(state, 0)
    assert (state.units[0].moved, state.units[0].left) == (p.MARCHED, 1)
    assert state.units[0].files == 3


def test_states_weigh_on_a_disengagement() -> None:
    # rule: ruling.disengage-values, disengage.procedure, state.rout, state.fear, state.disorganised
    state = melee("6 griffin-duelist", "6 alahan-guard")
    card = w.main_card(state, 0)
    assert (w.vigour(state, 0, w.DODGE), w.vigour(state, 0, w.FORCE)) == (card.ini, card.strength)
    before = w.difficulty(state, 0, w.DODGE)
    state.units[0].mood, state.units[0].shaken = p.ROUT, 1
    assert w.vigour(state, 0, w.DODGE) == card.ini - 2
    assert w.vigour(state, 0, w.FORCE) == card.strength
    state.units[1].mood = p.FEAR
    assert w.difficulty(state, 0, w.DODGE) == before - 1
    mixed = melee("1 abel, 1 griffin-duelist", "6 alahan-guard")
    cards = [fighter(mixed, member).card for member in mixed.units[0].ranks]
    assert len({card.df for card in cards}) == 1  # even: the higher value counts
    assert w.vigour(mixed, 0, w.DODGE) == max(card.ini for card in cards)
    assert w.vigour(mixed, 0, w.FORCE) == max(card.strength for card in cards)
    needed = before - 1 - (card.ini - 2)
    roll_next(state, needed - 1)
    assert not w.break_free(state, 0, w.DODGE)
    roll_next(state, needed)
    assert w.break_free(state, 0, w.DODGE)


def test_who_is_free_disengages_at_once() -> None:
    # example: example.disengage-free
    # rule: disengage.automatic-if-free, disengage.march-only
    state = march()
    ask(state, w.Disengage(0, 0))
    assert state.open[0].prompt == "Turn the Unit before it moves? It goes straight ahead"
    play(state, "turn:0")
    assert options(state)[-1] == "advance:10"


def test_the_way_out_crosses_as_few_enemies_as_possible() -> None:
    # example: example.disengage-surrounded
    # rule: disengage.even-surrounded, disengage.sensible-path, ruling.disengage-path
    state = battle(["1 alahan-guard"], ["8 morbid-puppet"])
    stand(state, 0, (68, 30, 90))
    ring = [(2.5, 0), (-2.5, 0), (-5, 0), (0, 2.5), (0, 5), (0, -2.5), (0, -5), (-7.5, 0)]
    for member, (dx, dy) in zip(state.units[1].ranks, ring, strict=True):
        stand(state, member, (68 + dx, 30 + dy, 90))
    best = w.ways_out(state, 0)[0]
    assert best not in (90, 180, 270)
    assert w.march_away(state, 0, w.ways_out(state, 0), f.Way())
    assert not in_melee(state, 0)


def test_the_player_chooses_among_the_ways_that_cross_the_fewest() -> None:
    # rule: disengage.sensible-path, disengage.march-only, ruling.disengage-path
    state = melee("6 alahan-guard", "6 morbid-puppet")
    ask(state, w.Disengage(0, 0))
    roll_next(state, 5, 4)
    play(state, w.FORCE)
    free = {f"way:{heading}" for count, heading in w.crossings(state, 0) if count == 0}
    assert len(free) > 3
    assert set(options(state)) <= free
    here = middle(state, 0)
    play(state, "way:315")
    assert options(state)[:2] == ("advance:10", "advance:9")
    play(state, "advance:6")
    there = middle(state, 0)
    assert state.units[0].facing == 315
    assert (round((there[0] - here[0]) / 100, 1), round((there[1] - here[1]) / 100, 1)) == (
        4.2,
        -4.2,
    )
    assert (state.units[0].moved, state.units[0].left, state.open) == (p.MARCHED, 1, ())


def test_nobody_chooses_a_way_through_more_enemies_than_need_be() -> None:
    # rule: disengage.sensible-path, disengage.even-surrounded
    state = battle(["1 alahan-guard"], ["8 morbid-puppet"])
    stand(state, 0, (68, 30, 90))
    ring = [(2.5, 0), (-2.5, 0), (-5, 0), (0, 2.5), (0, 5), (0, -2.5), (0, -5), (-7.5, 0)]
    for member, (dx, dy) in zip(state.units[1].ranks, ring, strict=True):
        stand(state, member, (68 + dx, 30 + dy, 90))
    counts = {heading: count for count, heading in w.crossings(state, 0)}
    able = [h for h in counts if any(w.lengths_out(state, 0, h, f.Way()))]
    fewest = min(counts[heading] for heading in able)
    assert max(counts[heading] for heading in able) > fewest
    assert set(w.outlets(state, 0)) == {h for h in able if counts[h] == fewest}


def test_the_way_out_leads_over_the_ground() -> None:
    # rule: disengage.march-only, move.difficult, move.feat
    state = melee("6 alahan-guard", "6 morbid-puppet")
    for unit, y in ((0, 37), (1, 42)):
        put(state, unit, (25, y, 90 + 180 * unit), files=3)
    f.loosen(state, 1)
    assert w.is_open(state, 0, 90, 1000)
    state.units[0].files = 3
    assert not w.is_open(state, 0, 270, 1000)  # through the wood in ranks: twice the price
    put(state, 0, (55, 31.8, 90), files=6)
    assert w.is_open(state, 0, 270, 500)
    assert not w.is_open(state, 0, 270, 600)
    assert w.march_away(state, 0, [270], f.Way())
    assert state.units[0].moved == p.FEATED
    state.magic.conjured = ((WALL, 5500, 2000, 90, 9),)
    put(state, 0, (55, 23, 90), files=6)
    assert not w.is_open(state, 0, 270, 500)


def test_a_routed_unit_flees_to_the_nearest_edge() -> None:
    # example: example.rout-leaves
    # rule: state.rout, ruling.nearest-edge, rout.march-to-edge, rout.stragglers, move.table-edge
    # rule: ruling.fled-double
    state = march()
    put(state, 0, (40, 26, 90), files=3)
    state.units[0].mood = p.ROUT
    assert w.edge(state, 0) == 270
    ask(state, w.Flight(0, 0))
    assert (middle(state, 0), state.units[0].facing) == ((4000, 600), 270)
    assert (state.units[0].left, state.units[0].moved) == (1, p.FAST)
    stuck = melee("6 alahan-guard", "6 morbid-puppet")
    stuck.units[0].mood = p.ROUT
    before = middle(stuck, 0)
    roll_next(stuck, 4)
    ask(stuck, w.Flight(0, 0))
    after = middle(stuck, 0)
    assert (after[0], before[1] - after[1]) == (before[0], 1000)
    assert f.block_of(stuck, 0).extent == (750, 500)


def test_a_forced_disengagement_goes_to_the_nearest_edge() -> None:
    # rule: rout.march-to-edge, rout.in-melee-must-disengage, move.table-edge
    state = melee("6 alahan-guard", "6 morbid-puppet")
    for member, place in enumerate(state.places):
        assert place is not None
        state.places[member] = (place[0] - 1300, place[1] + 1300, place[2])
    state.units[0].mood, before = p.ROUT, middle(state, 0)
    assert before == (1700, 3300)
    roll_next(state, 4)
    ask(state, w.Flight(0, 0))
    assert middle(state, 0) == (700, 3300)
    assert not in_melee(state, 0)


def test_a_routed_unit_may_stay_stuck() -> None:
    # example: example.rout-stuck
    # rule: rout.in-melee-must-disengage, rout.failed-disengage-stays
    state = melee("6 alahan-guard", "6 morbid-puppet")
    state.units[0].mood = p.ROUT
    roll_next(state, 2)
    ask(state, w.Flight(0, 0))
    assert in_melee(state, 0)
    assert state.units[0].mood == p.ROUT


def test_whoever_leaves_the_table_is_lost() -> None:
    # rule: move.table-edge, victory.points, turn.last-turn
    state = march()
    put(state, 0, (68, 5, 90), files=3)
    state.units[0].mood = p.ROUT
    ask(state, w.Flight(0, 0))
    assert state.units[0].ranks == ()
    assert scores(state) == (0, 66)
    assert is_over(state)


def test_even_edges_go_to_the_own_one_then_clockwise() -> None:  # rule: ruling.nearest-edge
    state = march()
    wide, deep = (side / 100 for side in state.terms.table)
    for at, seat, due in (
        ((wide / 2, deep / 2), 0, 270),
        ((20, 20), 0, 270),
        ((20, deep - 20), 0, 180),  # north-west: west is nearer clockwise from the south
        ((wide - 20, deep - 20), 0, 90),
        ((20, deep - 20), 1, 90),
        ((wide - 20, 20), 1, 0),
    ):
        put(state, seat, (*at, 0), files=1)
        spot = tuple(round(100 * side) for side in at)
        assert middle(state, seat) == spot
        assert w.edge(state, seat) == due, at


def test_fleeing_goes_round_what_is_in_the_way() -> None:  # rule: ruling.nearest-edge
    state = battle(["3 griffin-duelist", "3 griffin-duelist"], ["6 morbid-puppet"])
    put(state, 0, (50, 27, 90), files=3)
    put(state, 1, (50, 15, 90), files=3)
    put(state, 2, (50, 50, 270), files=3)
    w.flee(state, 0)
    assert middle(state, 0)[1] < 1500
    assert middle(state, 0)[0] != 5000
