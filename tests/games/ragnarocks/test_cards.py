"""The powers of runestones, of scores and of the first moves; cards on the table."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.rules.regions import creates
from fimbul.games.ragnarocks.setup import RagnarocksSetup
from fimbul.games.ragnarocks.state import Ragnarocks
from tests.games.ragnarocks import table as t
from tests.games.ragnarocks.test_powers import asks, holding, number, touched

DRAWN = "4o4/2r2o4/2o1r1o4/2r3o4/6o3/ooooooooo/5i2/2i4/3i2/5 i 25"  # 26 to 26, 19 wild
HOME = """
       . . . o . . . o .
      . . . . o . . i o .
     o o . . . o o . o o o
      . o . r i o . . r . .
       . . . . . o . r . i
        o o o o o o o o o
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
"""  # nothing is settled yet


def scores(position: str, ivory: str, red: str = "none") -> tuple[int, ...]:
    result = GAME.result(holding(position, ivory, red))
    assert result is not None
    return result.scores


def test_freya_scores_the_wild() -> None:  # rule: power.freya.score
    assert scores(DRAWN, "none") == (26, 26)
    assert scores(DRAWN, "freya") == (45, 26)
    assert scores(DRAWN, "none", "freya") == (26, 45)


def test_hel_scores_runestones() -> None:  # rule: power.hel.score
    assert scores(DRAWN, "hel") == (15, 26)


def test_frigg_pays_her_opponent() -> None:  # rule: power.frigg.score, ruling.thor-stones
    paid = DRAWN.replace("25", "23") + " frigg=2"
    assert scores(paid, "frigg") == (26, 28)
    assert scores(paid, "frigg", "hel") == (26, 17), "her runestones are added to Hel's"


def test_idun_wins_with_a_big_first_region() -> None:
    # rule: power.idun.win, adv.win-priority, ruling.idun-moment
    state = t.drawn(HOME, left=17, powers=("idun", "none"))
    state = touched(state, "i9", "i8", "h8")
    assert state.result == fimbul.Result((1, 2), (), "power.idun.win")


def test_a_move_that_ends_the_match_completes_the_turn() -> None:
    """Through the runestones ivory may leave the west to red, and so lose at once."""
    # rule: ruling.complete-turns-only, ruling.idun-moment
    state = t.drawn(HOME, left=17, powers=("fjorgyn", "idun"))
    assert "g7" in t.asked(touched(state, "g5"))
    assert touched(state, "g7").result == fimbul.Result((2, 1), (), "power.idun.win")


def test_idun_is_spent_by_a_small_one_or_several() -> None:  # rule: power.idun.lost
    small = HOME.replace(". . . o . . . o .", ". . . o o . . o .")
    state = t.drawn(small, left=16, powers=("idun", "none"))
    assert touched(state, "i9", "i8", "h8").spent
    assert state.result is None
    assert holding(t.WALLS, "idun").spent, "somebody has settled before"


def test_fenrir_wins_beside_an_enemy_when_its_turn_begins() -> None:
    # rule: power.fenrir.win, adv.win-priority
    state = holding(t.BLOCKED.format("i"), "fenrir")
    assert state.result == fimbul.Result((1, 2), (), "power.fenrir.win")
    assert holding(t.BLOCKED.format("r"), "fenrir").result is None, "not in red's turn"


@pytest.mark.parametrize("power", ["fenrir", "fjorgyn", "ask"])
def test_some_start_with_two_vikings(power: str) -> None:
    # rule: power.fenrir.setup, power.fjorgyn.setup, power.ask.setup, adv.setup-text
    state = t.start(powers=("none", power))
    seat, prompt, options = asks(state)
    assert (seat, options) == (1, ["j6", "j7", "j8"])
    assert prompt.startswith(POWERS[power].title)
    state = touched(state, "j7")
    assert t.position(state, p.IVORY).startswith("3r1r3/")
    assert bool(state.waiting) is (power == "ask")
    assert GAME.count(state) == {"viking-ivory": 3, "viking-red": 3, "runestone": 40}


def test_ivory_sets_up_first() -> None:  # rule: adv.setup-order, ruling.setup-sequence
    state = t.start(powers=("ask", "fenrir"), first="red")
    assert [state.asked[0].seat, touched(state, "a2").asked[0].seat] == [0, 1]
    assert touched(state, "j8").asked[0].seat == 1, "and then red begins"


def test_ask_summons_over_obstacles() -> None:  # rule: power.ask.summon, ruling.ask-line
    state = touched(holding(t.OPEN, "ask"), "d4", "d5")
    assert {"d7", "d8"} <= set(t.asked(state)), "beyond the viking on d6"
    assert "d6" not in t.asked(state)


def test_ask_and_embla_arrive_with_the_first_region() -> None:  # rule: power.ask.arrival
    waiting = t.WALLS.replace("2i4", "7") + " wait=i"
    state = touched(holding(waiting, "ask"), "g5", "f5", "f2")
    assert (
        asks(state)[1]
        == "Ask and Embla are joined by the third viking. Place it on a free contested hex"
    )
    assert "g8" in t.asked(state)
    state = touched(state, "g8")
    assert (t.thing_at(state, "g8"), state.waiting) == ("viking:ivory-3", 0)


def test_without_room_the_viking_stays_on_the_card() -> None:  # rule: ruling.ask-arrival-impossible
    """The last gap in row e is closed, and no land is contested any more."""
    full = "9/4r5/4r6/2r8/10/oooo1oooo/2i5/1i5/6/5 i 32 wait=i"
    state = touched(holding(full, "ask"), "d3", "d5", "e5")
    assert (state.waiting, state.home) == (0, (3,))
    assert state.result is not None


def test_thor_throws_from_his_card() -> None:
    # rule: power.thor.setup, power.thor.throw, ruling.thor-stones
    state = t.start(powers=("thor", "none"))
    assert (state.supply, state.hoard) == (36, 4)
    state = touched(state, "a3", "d3")
    fimbul.choose(state, 0, "power:thor")
    assert len(t.asked(state)) == 80
    state = touched(state, "j3")
    assert (state.supply, state.hoard, number(state, "j3")) == (36, 3, 1)


def test_nerthus_forbids_new_regions() -> None:
    # rule: power.nerthus.no-new-region, ruling.nerthus-scope
    state = touched(holding(t.WALLS, "none", "nerthus"), "g5", "f5")
    assert "f3" in t.asked(state)
    assert "f2" not in t.asked(state)
    forced = holding("9/10/4rr5/11/10/9/4i1i1/r6/io4/1o3 i 38", "none", "nerthus")
    assert t.asked(touched(forced, "b1", "a1")) == ["b1"], "there is no other hex"
    thor = holding("9/10/4rr5/11/10/9/4i1i1/r6/io4/1o3 i 34 thor=4", "thor", "nerthus")
    assert t.asked(touched(thor, "b1", "a1")) == ["thor"], "from the card there are others"


def test_nerthus_looks_at_both_runestones_of_surtr_and_all_of_thor() -> None:
    surtr = touched(holding(t.WALLS, "surtr", "nerthus"), "g5", "f5", "f4")
    plain = touched(holding(t.WALLS, "surtr"), "g5", "f5", "f4")
    assert set(t.asked(surtr)) < set(t.asked(plain))
    rows, side, _ = t.WALLS.split(" ")
    thor = touched(holding(f"{rows} {side} 13 thor=4", "thor", "nerthus"), "g5", "f5")
    assert "f2" not in t.asked(thor)
    fimbul.choose(thor, 0, "power:thor")
    assert "f2" not in t.asked(thor)


def test_nerthus_grants_no_second_runestone_that_creates_a_region() -> None:
    """The first alone is a way to place it, so there is another option."""
    narrow = "o2rr4/o8o/5o1o1io/1o2o6/r2o2o1o1/o3o2io/5o2/o6/1i4/5 i 24"
    assert t.asked(touched(holding(narrow, "surtr"), "h10", "f10", "g11")) == ["g10", "pass"]
    assert touched(holding(narrow, "surtr", "nerthus"), "h10", "f10", "g11").turns == 1


def test_nerthus_is_silent_about_further_runestones_at_the_end_of_a_turn() -> None:
    """No selected viking summons them."""  # rule: ruling.nerthus-scope
    for other in ("none", "nerthus"):
        ymir = touched(holding(t.WALLS, "ymir", other), "g5", "f5", "f3")
        assert creating(ymir) == {"h8"}
    cut = "7o1/8o1/4rr5/11/10/9/4i1i1/r6/io4/1o3 i 36"
    free, bound = (
        touched(holding(cut, "forseti", o), "b1", "a1", "b1") for o in ("none", "nerthus")
    )
    assert t.asked(free) == t.asked(bound)
    assert "i11" in creating(bound)


def creating(state: Ragnarocks) -> set[str]:
    """The hexes on which a runestone would create a region."""
    index = p.board(state.board).index
    hexes = [name for name in t.asked(state) if f"cell:{name}" in index]
    return {name for name in hexes if creates(state, index[f"cell:{name}"])}


def test_surtr_places_a_second_runestone_beside_the_first() -> None:
    # rule: power.surtr.two-stones, ruling.surtr-second
    state = touched(holding(t.OPEN, "surtr"), "d4", "d5", "e5")
    seat, prompt, options = asks(state)
    assert (seat, prompt) == (
        0,
        "Surtr may add a second runestone beside the first. Choose where, or pass",
    )
    assert {"f5", "pass"} <= set(options)
    assert touched(state, "f5").supply == 36
    assert touched(holding(t.WALLS, "surtr"), "i9", "i8", "h8").turns == 1, "nothing is contested"


def test_ymir_adds_a_runestone_beside_a_nomad() -> None:  # rule: power.ymir.extra-stone
    state = touched(holding(t.WALLS, "ymir"), "i9", "i8", "h8")
    assert "f5" in t.asked(state)
    assert "j8" not in t.asked(state), "i8 has just settled"
    assert touched(state, "f5").supply == 15


def test_forseti_answers_a_new_region() -> None:
    # rule: power.forseti.extra-stone, ruling.forseti-placement
    state = touched(holding(t.WALLS, "forseti"), "i9", "i8", "h8")
    assert {"j8", "g10", "f1", "pass"} <= set(t.asked(state)), "new regions and contested ones"
    assert not {"a1", "i11"} & set(t.asked(state)), "not old settled or wild land"
    assert touched(holding(t.WALLS, "forseti"), "g5", "f5", "f3").turns == 1


def test_freyr_takes_a_runestone_away() -> None:
    # rule: power.freyr.remove, power.freyr.limit, ruling.freyr-protected
    state = touched(holding(t.WALLS, "freyr"), "g5", "f5", "f2")
    offered = {p.board(state.board).spoken(state.stones[int(n) - 1]) for n in t.asked(state)[:-1]}
    assert "f6" in offered
    assert "e5" not in offered, "the settled south lies behind it"
    fimbul.choose(state, 0, f"stone:{number(state, 'f6')}")
    assert (state.supply, number(state, "f6")) == (17, 0)
    assert "contested:33" in t.regions(state), "west and east are one"


def test_the_next_runestone_takes_the_free_number() -> None:
    state = touched(holding(t.WALLS, "freyr"), "g5", "f5", "f2")
    taken = number(state, "f6")
    fimbul.choose(state, 0, f"stone:{taken}")
    t.play(state, "f8-f7/f6")
    assert number(state, "f6") == taken
    assert len(state.stones) == 24


def test_cards_lie_beside_the_board() -> None:
    state = t.start(powers=("thor", "idun"))
    mine, theirs = (zone for zone in GAME.scene(state, None).zones if zone.id.startswith("power-"))
    assert [(zone.seat, zone.things[0].id, zone.things[0].badge) for zone in (mine, theirs)] == [
        (0, "power:thor", "4 stones"),
        (1, "power:idun", ""),
    ]
    assert mine.things[0].tip.startswith("Instead of summoning you may throw one")
    assert all("power" not in zone.id for zone in GAME.scene(t.start(), 0).zones)


def test_what_lies_on_a_card_is_told() -> None:
    frigg = holding(t.OPEN.replace("38", "36") + " frigg=2", "frigg", "sol")
    assert badges(frigg) == {"frigg": "", "sol": "◉ +2 points"}
    assert badges(holding(t.WALLS, "idun", "sol")) == {"idun": "spent", "sol": "◉"}
    waiting = holding(t.WALLS.replace("2i4", "7") + " wait=i", "ask")
    assert badges(waiting) == {"ask": "a viking waits"}


def badges(state: Ragnarocks) -> dict[str, str]:
    cards = [thing for thing in GAME.scene(state, None).things() if thing.id.startswith("power:")]
    return {card.id.removeprefix("power:"): card.badge for card in cards}


def test_every_card_has_a_sentence_and_a_picture() -> None:
    art = (GAME.folder / "art" / "powers.svg").read_text(encoding="utf-8")
    for row in GAME.rulebook.tables["power"]:
        assert row["card"].endswith(".")
        assert len(row["card"]) <= 110, "it must fit on the card"
        assert f'id="power-{row["id"]}"' in art


@pytest.mark.parametrize(
    ("powers", "said"),
    [
        (("loki", "none"), "powers: there is no power 'loki'"),
        (("thor", "thor"), "powers: Thor is one card, and cannot be in play twice"),
        (("ratatosk", "none"), "did you mean 'ratatoskr'"),
    ],
)
def test_powers_that_cannot_be_are_named(powers: tuple[str, str], said: str) -> None:
    # rule: ruling.when-powers-are-picked
    with pytest.raises(fimbul.BadSetup) as bad:
        GAME.setup(powers=powers)
    assert said in str(bad.value)


def test_powers_may_be_drawn_or_matched() -> None:  # rule: adv.matchups, adv.expansion-compat
    drawn = {GAME.new(GAME.setup(powers="random"), seed).powers for seed in range(40)}
    assert len(drawn) > 30
    assert all(one != other and {one, other} <= set(POWERS) for one, other in drawn)
    presets = [preset.options.get("powers") for preset in RagnarocksSetup.presets]
    for matchup in GAME.rulebook.tables["matchup"]:
        assert matchup["powers"] in presets, "one click away"
        state: Ragnarocks = t.start(powers=tuple(matchup["powers"]))
        assert state.powers == tuple(matchup["powers"])
        assert t.start(powers=tuple(matchup["powers"]), ivory=1).powers == state.powers[::-1]
