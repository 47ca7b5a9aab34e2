"""The team game: who sits where, who drafts, who has the turn, whose power is heard."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.notation.turns import position_text
from fimbul.games.ragnarocks.rules.moments import POWERS, our_icons, speakers
from fimbul.games.ragnarocks.rules.set_up import DraftCard
from fimbul.games.ragnarocks.rules.teams import SIZES
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice, Said, choose, encode, next_step, settle
from tests.games.ragnarocks import table as t
from tests.games.ragnarocks.test_powers import touched

FIVE = ("sol", "mani", "nerthus", "tyr", "vali")  # I1 R1 I2 R2 R3
BOXED = "9/10/4ii5/11/10/ooooooooo/4r3/4r2/ro4/io3 i 29"  # ivory's only nomad is boxed in on a1


def five(**options: Any) -> Ragnarocks:
    """Two of ivory against three of red: seats I1 R1 I2 R2 R3."""
    return t.start(**{"seats": 5, "teams": "2-3", "powers": FIVE, **options})


def problems(**options: Any) -> list[str]:
    with pytest.raises(fimbul.BadSetup) as bad:
        GAME.setup(**options)
    return list(bad.value.problems)


def voices(state: Ragnarocks, seat: int) -> list[str]:
    names = {id(power): name for name, power in POWERS.items()}
    return [names[id(power)] for power, _ in speakers(state, seat)]


@pytest.mark.parametrize(("name", "sizes"), SIZES.items())
def test_any_two_teams_of_six_can_play(name: str, sizes: tuple[int, int]) -> None:
    # rule: team.size, team.sides, team.numbering, ruling.team-vikings
    state = t.start(seats=sum(sizes), teams=name, powers="random")
    if sum(sizes) == 2:
        assert state.teams == ()
        return
    players = [t.spoken(state, seat) for seat in range(state.seats)]
    told = [f"I{n}" for n in range(1, sizes[0] + 1)] + [f"R{n}" for n in range(1, sizes[1] + 1)]
    assert sorted(players) == told
    assert players[:2] == ["I1", "R1"]
    for _ in range(2 * max(sizes)):
        seat = state.asked[0].seat
        vikings = {thing for thing in state.asked[0].options if thing.startswith("viking")}
        assert vikings, "every player moves the vikings of the team"
        assert vikings <= {f"viking:{p.COLOURS[state.side(seat)]}-{n}" for n in (1, 2, 3)}
        t.pass_turn(state)


def test_left_open_teams_are_even() -> None:
    sizes = {n: GAME.new(GAME.setup(seats=n, powers="random", ivory=0)).teams for n in (3, 4, 5)}
    assert sizes == {3: (0, 1, 1), 4: (0, 1, 0, 1), 5: (0, 1, 0, 1, 1)}


def test_chance_or_the_setup_says_which_team_is_ivory() -> None:
    drawn = {GAME.new(GAME.setup(seats=3, powers="random"), seed).ivory for seed in range(20)}
    assert drawn == {0, 1}
    state = five(ivory=4)
    assert [t.spoken(state, seat) for seat in range(5)] == ["R1", "I1", "R2", "I2", "I3"]
    assert state.powers == ("mani", "sol", "tyr", "nerthus", "vali"), "by number, ivory's first"
    assert t.turn_order(state, 5) == ["I1", "R1", "I2", "R2", "I3"]


def test_teams_always_have_powers_with_the_icon() -> None:
    # rule: team.with-powers, team.card-pool, adv.odin-icon, ruling.team-scoring
    assert five(powers=None).asked[0].rule == "team.card-pool", "left open, they draft"
    assert "always played with powers" in problems(seats=3, powers="none")[0]
    (icon,) = problems(seats=3, powers=("sol", "thor", "mani"))
    assert icon == "powers: Thor has no Odin icon, and cannot be in a team game"
    for seed in range(20):
        drawn = GAME.new(GAME.setup(seats=6, powers="random"), seed).powers
        assert len(set(drawn)) == 6
        assert set(drawn) <= set(our_icons())


def test_everything_wrong_with_teams_is_said_at_once() -> None:
    found = problems(seats=4, teams="2-3", powers=("loki", "thor", "sol"), ivory=7)
    assert [problem.split(":")[0] for problem in found] == [*["powers"] * 3, "ivory", "teams"]
    assert "teams: 4 players divide into 1-3, 2-2, 3-1, not '2-3'" in found
    assert "powers: 4 players have a power each, not 3" in found
    assert problems(powers=("draft", "sol")) == ["powers: a draft is for everybody"]
    assert problems(seats=7)[0].startswith("seats: 2 to 6 can play")
    assert "2 players" in problems(seats=2, teams="1-2")[0]


def test_ivory_lays_out_a_card_for_each() -> None:  # rule: team.card-pool
    state = five(powers=None)
    asked = []
    for _ in range(5):
        asked.append(t.spoken(state, state.asked[0].seat))
        assert set(t.asked(state)) <= set(our_icons())
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
    assert asked == ["I1", "I2", "I1", "I2", "I1"]
    assert t.asked(state) == list(our_icons()[:5])
    assert len({thing.id for thing in GAME.scene(state, 0).things() if "power" in thing.id}) == 5


def test_cards_are_drafted_red_first() -> None:  # rule: team.draft, ruling.team-draft-unequal
    state = five(powers=None)
    assert t.draft(state) == ["R1", "I1", "R2", "I2", "R3"]
    assert [state.powers[seat] for seat in (1, 0, 3, 2, 4)] == list(our_icons()[:5])
    many = t.start(seats=6, teams="4-2")
    assert t.draft(many) == ["R1", "I1", "R2", "I2", "I3", "I4"]


def test_a_draft_is_stored_under_the_name_it_always_had() -> None:
    state = five(powers=None)
    while not isinstance(next_step(state), DraftCard):
        decision = state.open[0]
        choose(state, decision.seat, decision.options[0])
    assert b'"type":"Draft"' in encode(state)


def test_a_drafted_card_is_its_players_and_shown() -> None:
    state = five(powers=None)
    while not any(state.powers):
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[-1])
    assert isinstance(state.events[-1], Said)
    title = POWERS[state.powers[1]].title
    assert state.events[-1].words == f"{{1}} takes {title}"
    zone = next(zone for zone in GAME.scene(state, None).zones if zone.id == "powers-red")
    assert [(card.label, card.badge) for card in zone.things] == [(title, "Red 1")]


def test_each_team_cycles_through_its_own_players() -> None:
    # rule: team.alternate, team.cycle, ruling.team-frequency
    assert t.turn_order(five(), 8) == ["I1", "R1", "I2", "R2", "I1", "R3", "I2", "R1"]
    assert t.turn_order(five(first="red"), 4) == ["R1", "I1", "R2", "I2"]


def test_a_power_is_heard_until_the_next_teammate_has_a_turn() -> None:
    # rule: team.power-duration, ruling.team-before-first-turn
    state = five()
    assert voices(state, 0) == ["sol", "mani"], "before red has had a turn, its first player's"
    t.pass_turn(state)
    assert voices(state, 1) == ["mani", "sol"]
    t.pass_turn(state)
    assert voices(state, 2) == ["nerthus", "mani"]
    t.pass_turn(state)
    assert voices(state, 3) == ["tyr", "nerthus"], "now ivory's second restricts red"
    cards = {c.id: c.state for z in GAME.scene(state, 0).zones for c in z.things if "power" in c.id}
    active = [name for name, looks in cards.items() if looks == ("selected",)]
    assert sorted(active) == ["power:nerthus", "power:tyr"]


def test_nerthus_of_a_teammate_restricts_only_while_active() -> None:
    # rule: team.power-duration
    walls = t.WALLS.replace(" i ", " r ")
    trio = {"seats": 3, "teams": "2-1", "powers": ("nerthus", "mani", "sol")}
    restricted = t.laid(walls + " ivory=1", **trio)
    free = t.laid(walls + " ivory=2", **trio)
    assert len(list(t.turns(restricted))) < len(list(t.turns(free)))


def test_another_turn_is_the_same_players() -> None:  # rule: ruling.additional-turn
    state = t.laid(t.WALLS, seats=4, powers=("jormungandr", "sol", "tyr", "mani"))
    touched(state, "g5", "h5", "h3")
    assert (state.asked[0].seat, state.asked[0].rule) == (0, "power.jormungandr.extra-turn")
    again, passed = state.clone(), state.clone()
    fimbul.choose(again, 0, t.thing_at(again, "h5"))
    assert (again.asked[0].seat, again.acting, again.upcoming) == (0, (0, 1), (2, 1))
    fimbul.choose(passed, 0, p.PASS)
    assert passed.asked[0].seat == 1


def test_a_skip_counts_in_the_cycle_and_a_teammate_may_act() -> None:
    # rule: ruling.team-skip, team.cycle
    """Sol's player cannot act with a1; the next of ivory jumps over the runestone."""
    state = t.laid(BOXED, seats=4, powers=("sol", "mani", "sleipnir", "tyr"))
    assert (t.spoken(state, state.asked[0].seat), state.skips) == ("R1", 1)
    assert state.acting[0] == 0, "the power of who skipped is active"
    t.play(state, "d5-d6/d7")
    assert t.spoken(state, state.asked[0].seat) == "I2"
    assert t.asked(t.select(state, "a1")) == ["a3", "c3"]


@pytest.mark.parametrize(("teams", "skips"), [("1-1", 2), ("1-2", 4), ("2-2", 4), ("2-3", 6)])
def test_a_match_ends_when_everybody_has_been_asked(teams: str, skips: int) -> None:
    # rule: ruling.team-skip, end.nobody-can-act
    sizes = SIZES[teams]
    empty = "9/10/4i6/11/10/9/4r3/7/6/5 i 0"
    state = t.laid(empty, seats=sum(sizes), teams=teams, powers=FIVE[: sum(sizes)])
    assert state.result is not None
    assert (state.turns, state.skips) == (skips, skips)


def test_teams_win_together() -> None:  # rule: team.win, ruling.team-scoring
    over = "9/10/4ii5/11/10/ooooooooo/4r3/oo2r2/ro4/io3 i 27"
    state = t.laid(over, seats=5, teams="2-3", powers=FIVE)
    assert state.result == fimbul.Result(
        (1, 2, 1, 2, 2), (51, 20, 51, 20, 20), "end.nobody-can-act"
    )
    words = [event.words for event in state.events]
    assert "the ivory team scores 51 points for the region at f1" in words


def test_positions_say_who_had_the_latest_turn() -> None:
    state = five()
    for _ in range(7):
        assert state.asked
        again = t.laid(position_text(state), seats=5, teams="2-3", powers=FIVE)
        assert again.asked == state.asked
        assert (again.acting, again.upcoming) == (state.acting, state.upcoming)
        t.pass_turn(state)
    assert position_text(state).endswith(" r 33 ivory=2 red=1")


@pytest.mark.parametrize(
    ("position", "options", "said"),
    [
        (" ivory=3", {}, "position: ivory 3 has the turn, but 2 play in that team"),
        (" red=4", {}, "position: red 4 has the turn, but 3 play in that team"),
        (" red=3", {"ivory": 1}, "position: red 3 has the turn, but 2 play in that team"),
        (" ivory=3", {"ivory": None}, "position: ivory 3 has the turn, but 2 play in that team"),
        (
            " ivory=1",
            {"seats": 2, "teams": "", "powers": None},
            "position: ivory 1 has the turn, but 0 play",
        ),
        (" skips=6", {}, "position: after 6 skips in a row the match is over"),
    ],
)
def test_positions_that_fit_no_team_are_refused(
    position: str, options: dict[str, Any], said: str
) -> None:
    whole = {"seats": 5, "teams": "2-3", "powers": FIVE, "ivory": 0, **options}
    (problem,) = problems(position=t.OPEN + position, **whole)
    assert problem.startswith(said)


@pytest.mark.parametrize(("seats", "last"), [(2, 1), (3, 3), (4, 3), (5, 5)])
def test_a_position_may_be_one_skip_from_the_end(seats: int, last: int) -> None:
    over = f"position: after {last + 1} skips in a row the match is over"
    cards = {"seats": seats, "powers": FIVE[:seats]}
    GAME.setup(position=f"{t.OPEN} skips={last}", **cards)
    assert problems(position=f"{t.OPEN} skips={last + 1}", **cards) == [over]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_team_matches_are_written_and_read(seats: int) -> None:
    for seed in range(3):
        match = fimbul.Match(GAME, GAME.setup(seats=seats), seed)
        dice = Dice(seed)
        while match.state.asked:
            (decision,) = match.state.asked
            match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
        assert fimbul.read_saga(fimbul.write_saga(match.record())) == match.record()
        assert not list(match.state.problems())


def test_the_draft_is_written_card_by_card() -> None:
    state = t.start(seats=3)
    start, picks = state.clone(), []
    while state.turns == 0:
        picks.append((state.asked[0].seat, state.asked[0].options[0]))
        fimbul.choose(state, *picks[-1])
    texts = [text for _, text in t.NOTATION.write(start, picks)]
    assert texts[:3] == ["pool=gullinbursti", "pool=hildisvini", "pool=mani"]
    assert texts[3:6] == ["draft=gullinbursti", "draft=hildisvini", "draft=mani"]


def test_a_stored_team_must_make_sense() -> None:
    state = five()
    settle(state)
    for change in (
        {"teams": (0, 1, 0, 1)},
        {"teams": (0, 0, 1, 1, 1)},
        {"teams": ()},
        {"acting": (1, 0)},
        {"upcoming": (0, 9)},
        {"powers": ()},
    ):
        spoilt = state.clone()
        for name, value in change.items():
            setattr(spoilt, name, value)
        with pytest.raises(fimbul.BadState):
            fimbul.decode(GAME, fimbul.encode(spoilt))
    assert fimbul.decode(GAME, fimbul.encode(state)) == state
