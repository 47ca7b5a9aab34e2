"""Units as cards, their states on the board, Orders and buttons with what they do."""

from __future__ import annotations

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.charge.approach import hindrance
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Charge
from fimbul.games.rag_narok.rules.command.orders import DONE, GiveOrders
from fimbul.games.rag_narok.rules.movement.activation import CANCEL, Announce
from fimbul.games.rag_narok.rules.rolls import OpenRoll, Roll, lay_open, told
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Scene, Thing, Thrown
from tests.games.rag_narok.drawn import ask, battle, put


def facing(far: int = 20) -> RagNarok:
    """Duelists of a kind before the dead, so many centimetres apart."""
    state = battle(["5 griffin-duelist", "1 alderan"], ["6 morbid-puppet"])
    put(state, 0, (40, 10, 90), files=3)
    put(state, 1, (60, 8, 90), files=1)
    put(state, 2, (40, 10 + far + 5, 270), files=3)
    return state


def things(scene: Scene) -> dict[str, Thing]:
    return {thing.id: thing for thing in scene.things()}


def test_a_card_says_all_of_its_unit_and_every_word_is_explained() -> None:
    state = facing()
    for seat in (0, 1, None):
        scene = GAME.scene(state, seat)
        rosters = [zone for zone in scene.zones if zone.role == "roster"]
        assert [zone.seat for zone in rosters] == [0, 1]
        known = {term.name for term in scene.terms}
        for card in (card for zone in rosters for card in zone.things):
            assert card.kind == "card"
            assert {name for name, _ in card.values} <= known
            assert set(card.terms) <= known
    (dead,) = rosters[1].things
    assert (dead.label, dead.badge, dead.whole) == ("Unit 0", "6 of 6", "unit:1-unit-0")
    assert dict(dead.values)["FEAR"] == "5"
    assert dead.terms == ("Undead",)


def test_orders_on_a_card_are_their_owners_secret() -> None:  # rule: order.hidden
    state = facing()
    state.units[0].orders = (p.CHARGE, p.COUNTER_CHARGE)
    card = "card:0-unit-0"
    assert things(GAME.scene(state, 0))[card].tip == "Charge, Counter-Charge"
    for seat in (1, None):
        seen = things(GAME.scene(state, seat))[card]
        assert (seen.tip, seen.art) == ("2 Orders face down", "unit")


def test_a_routed_unit_looks_routed() -> None:
    # rule: state.rout, state.fear, state.control, state.disorganised
    state = facing()
    calm = GAME.scene(state, 0)
    assert not [thing for thing in calm.things() if thing.id.startswith("plight:")]
    for mood, word, art in (
        (p.FEAR, "in fear", "fear"),
        (p.CONTROL, "under control", "control"),
        (p.ROUT, "routed", "rout"),
    ):
        state.units[2].mood, state.units[2].shaken = mood, 1
        scene = GAME.scene(state, 0)
        found = things(scene)
        assert found["unit:1-unit-0"].said == found["card:1-unit-0"].said == (word, "disorganised")
        counter = found[f"plight:1-unit-0-{art}"]
        assert (counter.art, counter.label) == (f"plight-{art}", f"Unit 0, {word}")
        assert set(counter.terms) <= {term.name for term in scene.terms}
        captions = [mark.text for mark in scene.zones[0].marks if mark.kind == "caption"]
        assert f"Unit 0, {word}, disorganised" in captions


def test_phases_are_a_track() -> None:  # rule: turn.sequence
    state = facing()
    state.turn, state.phase = 2, p.MOVEMENT
    track = next(zone for zone in GAME.scene(state, None).zones if zone.kind == "track")
    assert track.title.startswith("Turn 2 of ")
    states = {thing.label: thing.state for thing in track.things}
    assert states["Movement"] == ("now",)
    assert states["Strategy"] == ("past",)
    assert states["Melee"] == ()
    assert "Divination" not in states, "nobody here prays"


def test_whoever_is_done_too_early_is_asked_first() -> None:  # rule: order.hidden
    state = facing()
    state.phase = p.STRATEGY
    sources = order_sources(state, 0)
    assert sources
    done = things(GAME.scene(ask(state, GiveOrders(0, sources)), 0))[DONE]
    assert done.confirm == f"Leave {len(sources)} Order{'s' * (len(sources) > 1)} unused?"


def test_every_order_says_what_it_does_and_none_is_called_cancel() -> None:  # rule: order.cancel
    state = facing()
    state.phase = p.STRATEGY
    giving = ask(state, GiveOrders(0, order_sources(state, 0), (), 0))
    found = things(GAME.scene(giving, 0))
    offered = [found[thing] for thing in giving.open[0].options]
    assert all(order.tip for order in offered)
    assert "20 cm" in found["order:charge"].tip
    button = things(GAME.scene(ask(facing(), Announce(0, 0, p.RUN)), 0))[CANCEL]
    assert button.label.startswith("Roll to call it off (")


def test_ruler_ring_and_rules_tell_one_truth() -> None:  # rule: charge.procedure
    for far, words in ((15, "15 of 20 cm"), (20, "20 of 20 cm"), (25, "25 of 20 cm")):
        state = ask(facing(far), Charge(0, 0))
        look = next(one for one in GAME.scene(state, 0).previews if one.thing == "unit:1-unit-0")
        assert look.marks[-1].text == words
        assert bool(hindrance(state, Assault(0, 2, True))) == (far > 20)
    assert look.notes[0].facts[0].value == "25 cm, 5 too far"


def test_what_bars_a_charge_is_named() -> None:  # rule: charge.procedure, move.no-interpenetration
    state = battle(["5 griffin-duelist", "2 griffin-duelist"], ["6 morbid-puppet"])
    put(state, 0, (40, 10, 90), files=3)
    put(state, 1, (40, 18, 90), files=2)
    put(state, 2, (40, 30, 270), files=3)
    assert hindrance(state, Assault(0, 2, True)) == "Unit 1 in the way"


def test_a_roll_is_laid_open_die_by_die() -> None:  # rule: test.six-reroll
    state = facing()
    roll = Roll(5 + 6 + 6 + 4, False, 6)
    assert told(roll, 5) == "5 + 6 + 6 + 4 = 21"
    assert lay_open(state, 0, OpenRoll("A test", "DIS", 5, 20, "test.basic"), roll)
    line = state.events[-1]
    assert isinstance(line, Thrown)
    assert (line.faces, line.plus, line.outcome, line.good) == ((6, 6, 4), 5, "passed", True)
    assert line.terms[-1] == "a 6 is rolled again and added"
    assert not lay_open(state, 0, OpenRoll("A test", "DIS", 5, 4, "test.basic"), Roll(6, True, 1))
    line = state.events[-1]
    assert isinstance(line, Thrown)
    assert line.outcome == "a 1 always fails"
