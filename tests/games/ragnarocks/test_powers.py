"""The powers that move vikings, each on a board.

`OPEN`: one contested region; ivory a3 d4 d6, red e4 g7 h3, runestones c3 e6.
`WALLS`: ivory g5 and red g4 in the west, ivory i9 and red g9 f8 in the east, ivory c3 settled.
"""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import POWERS, our_icons
from fimbul.games.ragnarocks.rules.whereabouts import spot
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel.keep.codec import steps_of
from tests.games.ragnarocks import table as t

CORNER = """
       . . . . . . . . .
      . . . . . . . . . .
     . . r . . . . . . . .
      . . . . . . . . . . .
       . . . . . . . . . .
        . . . . . . . . .
         . . . . i . . .
          {} . . . . . .
           i o . . . .
            . o . . .
"""  # after b1-a1/b1 the viking on a1 is walled in


def holding(position: str, ivory: str, red: str = "none") -> Ragnarocks:
    return t.laid(position, powers=(ivory, red))


def touched(state: Ragnarocks, *places: str) -> Ragnarocks:
    """The state after the seat that is asked has touched the viking on, or the hex of, each."""
    for place in places:
        options = state.asked[0].options
        viking = t.thing_at(state, place)
        pick = viking if viking in options else f"cell:{place}"
        fimbul.choose(state, state.asked[0].seat, pick)
    return state


def asks(state: Ragnarocks) -> tuple[int, str, list[str]]:
    """Who is asked, what, and what is offered: vikings by the hexes they stand on."""
    decision = state.asked[0]
    return decision.seat, decision.prompt, [spot(state, thing) for thing in decision.options]


def offered(state: Ragnarocks) -> list[str]:
    return asks(state)[2]


def test_every_power_of_the_book_has_a_file_and_its_card_says_what_the_book_says() -> None:
    # rule: ruling.power-list, ruling.names, adv.odin-icon, ruling.odin-icons
    told = [
        (row["id"], row["name"], row["card"], row["odin_icon"])
        for row in GAME.rulebook.tables["power"]
    ]
    cards = [(name, one.title, one.sentence, one.icon) for name, one in POWERS.items()]
    assert cards == told, "in the order of the book"
    assert len(cards) == 32
    assert len(our_icons()) == 23
    files = {path.stem for path in (GAME.folder / "powers").glob("[!_]*.py")}
    assert files == set(POWERS), "a file in the folder is a power, and nothing else lies there"


def test_the_steps_of_a_power_lie_in_its_file() -> None:
    steps = [step for step in steps_of(GAME.package) if ".powers." in step.__module__]
    named = {step: getattr(step, "power", "") for step in steps}
    assert len(steps) > 30
    assert not [
        step for step, power in named.items() if power and not step.__module__.endswith(f".{power}")
    ]


def test_stored_matches_draw_the_same_powers_again() -> None:
    """Whoever changes the order of the cards changes matches that are known by their seed."""
    drawn = [GAME.new(GAME.setup(powers="random"), seed).powers for seed in range(3)]
    assert drawn == [("freya", "ask"), ("odin", "idun"), ("forseti", "idun")]
    odin = GAME.setup(powers=("odin", "random"))
    hands = [GAME.new(odin, seed).hand for seed in range(3)]
    assert hands == [("gullinbursti", "njord"), ("njord", "bragi"), ("forseti", "sleipnir")]


def test_tiers_are_the_ones_of_the_book() -> None:  # rule: ruling.tiers
    drafting = GAME.new(GAME.setup(powers="draft"), 0)
    zones = {zone.id: zone for zone in GAME.scene(drafting, None).zones}
    for tier in ("simple", "advanced"):
        told = [row["id"] for row in GAME.rulebook.tables["power"] if row["tier"] == tier]
        assert [thing.id for thing in zones[tier].things] == [f"power:{name}" for name in told]


def test_gerd_moves_again_beside_a_friend() -> None:
    # rule: power.gerd.extra-move, ruling.gerd-compulsory
    state = touched(holding(t.OPEN, "gerd"), "d4", "d5", "c5")
    seat, prompt, options = asks(state)
    assert (seat, prompt) == (0, "Gerd makes the viking on d5 move again. Choose where")
    assert "b3" in options
    assert "pass" not in options
    assert touched(state, "b3").turns == 1


def test_gerd_is_not_asked_for_what_cannot_be_done() -> None:  # rule: ruling.extra-move-impossible
    state = t.drawn(CORNER.format("i"), powers=("gerd", "none"))
    assert touched(state, "b1", "a1", "b1").turns == 1


def test_blodughofi_summons_beside_itself_and_may_go_on() -> None:
    # rule: power.blodughofi.adjacent, power.blodughofi.again, ruling.blodughofi-enemy
    state = touched(holding(t.OPEN, "blodughofi"), "d4", "d5")
    assert sorted(t.asked(state)) == ["c4", "c5", "d4", "e5"]
    rule, said = GAME.why(state, 0, "cell:b5") or ("", "")
    assert (rule, said) == ("adv.must-and-cannot", "A power does not allow b5.")
    assert t.asked(touched(state.clone(), "e5"))[-1] == "pass"
    assert touched(state, "c5").turns == 1, "no enemy stands beside c5"


def test_ratatoskr_runs_back_the_way_it_came() -> None:
    # rule: power.ratatoskr.back, ruling.ratatoskr-first-move
    state = touched(holding(t.OPEN, "ratatoskr"), "d4", "d5", "c5")
    assert asks(state) == (
        0,
        "Ratatoskr may run back from d5. Choose where, or pass",
        ["d4", "d3", "d2", "d1", "pass"],
    )
    assert touched(holding(t.OPEN, "ratatoskr"), "d4", "d5", "d4").turns == 1, "the way is blocked"


def test_a_viking_that_settles_itself_still_runs_back() -> None:  # rule: ruling.settled-mid-turn
    state = touched(holding(t.WALLS, "ratatoskr"), "i9", "i8", "h8")
    assert state.land[p.board(state.board).index["cell:i8"]] == p.SETTLED[p.IVORY]
    assert t.asked(state) == ["i9", "pass"]


def test_njord_sails_on_from_the_edge_alone() -> None:
    # rule: power.njord.second-move, ruling.njord-others, ruling.unoccupied
    state = touched(holding(t.WALLS, "njord"), "g5", "j5")
    seat, prompt, options = asks(state)
    assert (seat, prompt) == (0, "Njord may sail on from j5. Choose where, or pass")
    assert {"j3", "pass"} <= set(options)
    assert "Summon" in touched(holding(t.WALLS, "njord"), "g5", "h5").asked[0].prompt
    assert "Summon" in touched(holding(t.OPEN, "njord"), "d4", "d1").asked[0].prompt, "a3 is there"


def test_gullinbursti_moves_instead_of_summoning() -> None:  # rule: power.gullinbursti.move-again
    state = touched(holding(t.OPEN, "gullinbursti"), "d4", "d5")
    assert state.asked[0].options[-1] == "power:gullinbursti"
    fimbul.choose(state, 0, "power:gullinbursti")
    assert (
        state.asked[0].prompt
        == "Gullinbursti moves again from d5 instead of summoning. Choose where"
    )
    assert touched(state, "c5").supply == 38


def test_sol_steps_east_or_west_first() -> None:  # rule: power.sol.sidestep, ruling.sample-sol
    state = touched(holding(t.OPEN, "sol"), "d4")
    assert asks(state) == (
        0,
        "Sol may step one hex east or west from d4. Choose where, or pass",
        ["d5", "d3", "pass"],
    )
    assert "from d5" in touched(state, "d5").asked[0].prompt


def test_frigg_shifts_for_a_price_once_a_turn() -> None:
    # rule: power.frigg.relocate, ruling.frigg-once, ruling.frigg-supply, ruling.selected
    state = touched(holding(t.OPEN, "frigg"), "d4", "d5")
    assert (state.supply, state.debt) == (37, 1)
    assert "Summon" in touched(state, "f5").asked[0].prompt, "not again after the move"
    poor = touched(holding(t.OPEN.replace("38", "1"), "frigg"), "d4")
    assert poor.asked[0].prompt.startswith("Move"), "the last runestone is for the summon"


def test_frigg_waits_for_the_second_turn() -> None:  # rule: power.frigg.not-first-turn
    state = t.start(powers=("frigg", "none"))
    assert touched(state, "a3").asked[0].prompt.startswith("Move")
    state = t.play(t.start(powers=("frigg", "none")), "a3-d3/d7")
    assert touched(t.play(state, "j7-g7/g3"), "d3").asked[0].prompt.startswith("Frigg")


def test_bragi_moves_an_enemy_first() -> None:  # rule: power.bragi.lure, ruling.bragi-full-move
    state = touched(holding(t.OPEN, "bragi"), "d4")
    assert asks(state)[1:] == (
        "Bragi may lure an enemy beside d4 away. Pick one, or pass",
        ["e4", "pass"],
    )
    assert "h4" in t.asked(touched(state, "e4")), "any distance"


def test_bragi_may_be_the_only_way_to_act() -> None:  # rule: ruling.complete-turns-only
    """a1 is boxed in by runestones and red b1: only when b1 is lured away can it move."""
    blocked = t.BLOCKED.format("i")
    assert t.laid(blocked).turns == 1, "without Bragi ivory skips"
    state = touched(holding(blocked, "bragi"), "a1")
    assert offered(state) == ["b1"], "nobody may begin what cannot be finished"


def test_tyr_swaps_with_a_neighbour() -> None:  # rule: power.tyr.swap, ruling.selected
    state = touched(holding(t.OPEN, "tyr"), "d4", "d5")
    assert (
        asks(state)[1] == "Tyr may swap the viking on d5 with one beside it. Pick that one, or pass"
    )
    mine, other = (t.thing_at(state, place) for place in ("d5", "d6"))
    state = touched(state, "d6")
    assert state.asked[0].prompt.startswith("Summon a runestone from d6")
    assert [t.thing_at(state, place) for place in ("d6", "d5")] == [mine, other]


def test_vali_throws_an_enemy_to_the_other_side() -> None:
    # rule: power.vali.throw, ruling.move-vs-relocate
    state = touched(holding(t.OPEN, "vali"), "d4", "d3")
    assert asks(state)[1:] == (
        "Vali may throw an enemy beside d3 over the viking. Pick one, or pass",
        ["e4", "pass"],
    )
    enemy = t.thing_at(state, "e4")
    assert t.thing_at(touched(state, "e4"), "c2") == enemy
    assert "Summon" in touched(holding(t.OPEN, "vali"), "d4", "e5").asked[0].prompt, "e6 is full"


def test_sleipnir_jumps_a_runestone() -> None:  # rule: power.sleipnir.jump, ruling.fafnir-status
    state = touched(holding(t.WALLS, "sleipnir"), "i9")
    assert "i11" in t.asked(state)
    state = touched(state, "i11")
    assert t.score(state) == [28, 16], "the wild is settled, the east left to red"
    assert t.asked(state) == ["j11"]
    narrow = holding(t.WALLS.replace("3o3o1/", "3o3oo/").replace("17", "16"), "sleipnir")
    assert "i11" not in t.asked(touched(narrow, "i9")), "from there nothing could be summoned"


def test_hildisvini_pushes_who_is_in_the_way() -> None:
    # rule: power.hildisvini.push, ruling.hildisvini-after-push
    state = touched(holding(t.OPEN, "hildisvini"), "d4")
    assert {"e4", "d6"} <= set(offered(state))
    mine, other = (t.thing_at(state, place) for place in ("d4", "d6"))
    state = touched(state, "d6")
    assert [t.thing_at(state, place) for place in ("d6", "d7")] == [mine, other]


def test_fafnir_moves_from_the_runestone_beside_it() -> None:
    # rule: power.fafnir.origin, power.fafnir.limit, ruling.fafnir-compulsory, ruling.fafnir-status
    state = touched(holding(t.WALLS, "fafnir"), "i9")
    assert state.asked[0].prompt == ("Fafnir moves from the top of a runestone. Pick one beside i9")
    assert p.PASS not in state.asked[0].options
    fimbul.choose(state, 0, f"stone:{number(state, 'i10')}")
    assert state.asked[0].prompt == (
        "Fafnir moves in a straight line from the runestone on i10. Choose where"
    )
    assert "i9" in t.asked(state), "its own hex counts as free"
    assert "i11" not in t.asked(state), "not into the wild"


def number(state: Ragnarocks, place: str) -> int:
    """The number of the runestone there, 0 if there is none."""
    return state.stones.find(p.board(state.board).index[f"cell:{place}"]) + 1


def test_selkolla_travels_along_the_edge() -> None:
    # rule: power.selkolla.relocate, power.selkolla.adjacent, ruling.selkolla-move
    state = touched(holding(t.OPEN, "selkolla"), "a3")
    fimbul.choose(state, 0, "power:selkolla")
    assert (
        state.asked[0].prompt
        == "Selkolla takes the viking on a3 to another hex of the edge. Choose where"
    )
    assert len(t.asked(state)) == 29
    assert sorted(t.asked(touched(state, "j11"))) == ["i10", "i11", "j10"]
    inner = touched(holding(t.OPEN, "selkolla"), "d4")
    assert "power:selkolla" not in inner.asked[0].options


def test_must_and_cannot_bind() -> None:  # rule: adv.must-and-cannot, ruling.must-loses
    state = touched(holding(t.OPEN, "selkolla"), "d4", "d5")
    with pytest.raises(fimbul.IllegalChoice, match="A power does not allow b5"):
        fimbul.choose(state, 0, "cell:b5")


def test_fjorgyn_passes_through_a_row_of_runestones() -> None:
    # rule: power.fjorgyn.through, power.fjorgyn.limit, ruling.fjorgyn-stone-path
    state = touched(holding(t.WALLS, "fjorgyn"), "g5")
    assert "g7" in t.asked(state)
    assert "g8" not in t.asked(state), "not both through runestones and free hexes"
    assert t.score(touched(state, "g7")) == [26, 19], "the west is left to red"


def test_mani_steps_with_any_viking_once() -> None:
    # rule: power.mani.step, ruling.mani-any-viking, ruling.may-once
    state = touched(holding(t.WALLS, "mani"), "g5", "f5", "f2")
    assert asks(state)[1:] == (
        "Mani may step one hex with a viking of yours. Pick one, or pass",
        ["i9", "f5", "c3", "pass"],
    )
    state = touched(state, "c3")
    assert (state.asked[0].prompt, len(t.asked(state))) == (
        "Mani steps one hex from c3. Choose where",
        6,
    )
    assert touched(state, "c4").asked[0].seat == 1


def test_aegir_shifts_nomads_when_a_region_is_created() -> None:
    # rule: power.aegir.tide, ruling.aegir-limits, adv.simultaneous, ruling.hook-order
    state = touched(holding(t.WALLS, "mani", "aegir"), "g5", "f5", "f2")
    assert state.asked[0].seat == 0, "whose turn it is speaks first"
    fimbul.choose(state, 0, p.PASS)
    assert asks(state) == (
        1,
        "Aegir may shift enemy nomads one hex each. Pick one, or pass",
        ["i9", "f5", "pass"],
    )
    state = touched(state, "f5", "g5")
    assert offered(state) == ["i9", "pass"], "each at most once"
    quiet = touched(holding(t.WALLS, "none", "aegir"), "g5", "f5", "f3")
    assert quiet.turns == 1, "no region was created"


def test_heimdallr_calls_a_settled_viking_away() -> None:
    # rule: power.heimdallr.relocate, ruling.heimdallr-targets, ruling.sample-heimdallr
    state = touched(holding(t.WALLS, "heimdallr"), "i9", "i8", "h8")
    assert offered(state) == ["i8", "pass"], "c3 was settled before"
    state = touched(state, "i8")
    assert {"g10", "i11"} <= set(t.asked(state))
    assert "b2" not in t.asked(state)
    assert "contested:9" in t.regions(touched(state, "g10")), "red's new land is open again"


def test_dain_moves_all_and_leaves_runestones() -> None:
    # rule: power.dain.move-all, power.dain.trail, ruling.dain-order
    state = touched(holding(t.OPEN, "dain"), "a3", "a1")
    assert number(state, "a3")
    assert sorted(offered(state)) == ["d4", "d6"]
    assert touched(state, "d4", "d5", "d6", "d7").turns == 1
    assert (state.supply, state.hexes.count(p.STONE)) == (35, 5)
    assert t.laid(t.BLOCKED.format("i"), powers=("dain", "none")).turns == 1, "nobody can move"


def test_jormungandr_earns_another_turn_with_the_same_viking() -> None:
    # rule: power.jormungandr.extra-turn, ruling.jormungandr-line, ruling.additional-turn
    state = touched(holding(t.WALLS, "jormungandr"), "g5", "h5", "h3")
    assert asks(state) == (
        0,
        "Jormungandr has earned another turn. Touch the viking on h5 to take it, or pass",
        ["h5", "pass"],
    )
    assert state.turns == 1
    again = touched(state.clone(), "h5")
    assert again.asked[0].prompt.startswith("Move your viking from h5")
    fimbul.choose(state, 0, p.PASS)
    assert state.asked[0].seat == 1
