"""The examples of the rulebook, played. A field that no test reads is a mistake here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers.jormungandr import AnotherTurn
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import ask
from tests.games.ragnarocks import table as t

Example = dict[str, Any]
EXAMPLES: list[Example] = GAME.rulebook.tables["example"]
PLAYED = [example for example in EXAMPLES if "awaits" not in example]
PROSE = {"id", "derived", "rules", "given", "when", "then"}


def before(example: Example) -> Ragnarocks:
    position = example["pos"] if "pos" in example else t.POSITIONS[example["position"]]
    if "frigg_stones_on_red_card" in example:
        position += f" frigg={example['frigg_stones_on_red_card']}"
    state = t.laid(position, powers=powers_of(example))
    if "first_turn" in example:
        state.newcomers = (0, 1)
    return state


def powers_of(example: Example) -> tuple[str, str]:
    return example.get("power", "none"), example.get("opp_power", "none")


def after(example: Example) -> Ragnarocks:
    """The state that `regions`, `score` and `winner` speak of."""
    legal = example.get("legal", False)
    return t.play(before(example), example["turn"]) if legal else before(example)


def to_move(example: Example) -> list[tuple[str, Ragnarocks]]:
    """The turns of the side that the position names; none if it must skip."""
    state = before(example)
    side = p.LETTERS.index(example["pos"].split(" ")[1])
    if not state.asked or state.side(state.asked[0].seat) != side:
        return []
    return list(t.turns(state))


def check_pos(example: Example) -> None:  # the string is what it should be, and can be laid out
    state = t.laid(example["pos"], powers=powers_of(example))
    side = p.LETTERS.index(example["pos"].split(" ")[1])
    state.skips = state.stall = 0
    assert t.position(state, side) == example["pos"]


def check_position(example: Example) -> None:
    assert example["position"] in t.POSITIONS


def check_turn(example: Example) -> None:
    state = before(example)
    if example["legal"]:
        state = after(example)
        assert state.turns == 1 or state.result is not None
    elif powers_of(example) == ("none", "none"):
        with pytest.raises(fimbul.IllegalChoice):
            t.play(state, example["turn"])
    else:
        with suppress(fimbul.IllegalChoice, ValueError):
            t.play(state, example["turn"])
        assert state.turns == 0, "no such turn can be completed"


def check_after(example: Example) -> None:
    side = p.LETTERS.index(example["after"].split(" ")[1])
    state = after(example)
    state.stall, state.spent = 0, False  # an example tells these elsewhere, or not at all
    assert t.position(state, side) == example["after"]


def check_reaction(example: Example) -> None:
    turn = f"{example['turn']}|{example['reaction']}"
    state = t.play(before(example), turn)
    assert t.position(state, p.RED) == example["after_reaction"]
    texts = [text for text, _ in t.turns(before(example)) if text.startswith(example["turn"])]
    ends = {t.position(t.play(before(example), text), p.RED) for text in texts}
    assert len(ends) == example["reaction_outcomes"]


def check_regions(example: Example) -> None:
    assert t.regions(after(example)) == example["regions"]


def check_score(example: Example) -> None:
    assert t.score(after(example)) == example["score"]


def check_count(example: Example) -> None:
    assert len(to_move(example)) == example["count"]


def check_ends(example: Example) -> None:
    ends = {t.position(state, p.RED) for _, state in to_move(example)}
    assert len(ends) == example["ends"]


def check_next_count(example: Example) -> None:
    following = list(t.turns(after(example)))
    assert len(following) == example["next_count"]
    assert all(turn in example["then"] for turn, _ in following)


def check_winner(example: Example) -> None:
    result = GAME.result(after(example))
    assert result is not None
    winners = {"ivory": (1, 2), "red": (2, 1), "draw": (1, 1)}
    assert result.places == winners[example["winner"]]
    if result.because.startswith("power."):
        assert result.scores == (), "a card has decided"
    else:
        assert list(result.scores) == example.get("final_score", example["score"])


def check_final_score(example: Example) -> None:
    assert "winner" in example


def check_power(example: Example) -> None:
    assert before(example).powers[0] == example["power"]


def check_opp_power(example: Example) -> None:
    assert before(example).powers[1] == example["opp_power"]


def check_idun(example: Example) -> None:
    assert after(example).spent is (example["idun"] == "spent")


def check_frigg_stones_on_red_card(example: Example) -> None:
    assert before(example).debt == example["frigg_stones_on_red_card"]


def check_additional_turn(example: Example) -> None:
    state = after(example)
    offered = isinstance(state.agenda[-1][0], AnotherTurn)
    assert offered is example["additional_turn"]
    assert (state.asked[0].seat == 0) is offered


def check_order(example: Example) -> None:
    """Who is asked at the end of a turn, by which power; or who of two teams, in which order."""
    if example["order"][0] in ("I1", "R1"):
        state = t.start(seats=5, teams="2-3")
        drafted = t.draft(state)
        assert len(drafted) == example.get("pool", 5)
        turns = [] if "pool" in example else t.turn_order(state, len(example["order"]))
        assert (turns or drafted) == example["order"]
        return
    state = t.laid(t.WALLS, powers=("mani", "aegir"))
    for thing in (t.thing_at(state, "g5"), "cell:f5", "cell:f2"):
        fimbul.choose(state, 0, thing)
    told = []
    while state.turns == 0:
        step = state.agenda[-1][0]
        told.append(f"{p.COLOURS[step.seat]}:{getattr(step, 'power', '')}")
        fimbul.choose(state, step.seat, p.PASS)
    assert told == example["order"]


def check_setups(example: Example) -> None:
    state = t.start(powers=("fenrir", "ask"))
    first = [t.played(state, option) for option in state.asked[0].options]
    assert {one.asked[0].seat for one in first} == {1}
    both = [t.played(one, option) for one in first for option in one.asked[0].options]
    assert len({t.position(one, p.IVORY) for one in both}) == example["setups"]
    assert {len(one.home) for one in both} == {1}
    assert {one.waiting in p.board(one.board).sides[p.RED] for one in both} == {True}


def check_hand(example: Example) -> None:
    """Odin's rhythm: who commands what, turn by turn; red only waits."""
    state = t.start(powers=("odin", "none"))
    state.hand = tuple(example["hand"])
    state.asked = ask(state)
    active = []
    for command in example["commands"]:
        things = {"pickup": p.TAKE_BACK}
        fimbul.choose(state, 0, things.get(command, f"power:{command}"))
        active.append(state.borrowed[0] or "none")
        while state.asked[0].seat == 0:
            fimbul.choose(state, 0, state.asked[0].options[-1])
        while state.asked[0].seat == 1:
            fimbul.choose(state, 1, state.asked[0].options[0])
    assert active == example["active"]
    assert sorted(state.hand) == sorted(example["hand"])


def check_offers(example: Example) -> None:
    state = t.start(powers="draft")
    firsts = [t.played(state, option) for option in state.asked[0].options]
    offers = {
        frozenset((one, two))
        for one, after in zip(state.asked[0].options, firsts, strict=True)
        for two in after.asked[0].options
    }
    assert len(offers) == example["offers"]
    for name in (example["ivory_power"], example["red_power"]):
        fimbul.choose(state, 0, f"power:{name}")
    assert len(state.asked[0].options) == 2
    fimbul.choose(state, 1, f"power:{example['red_power']}")
    assert state.powers == (example["ivory_power"], example["red_power"])


def check_ivory_power_in_red_turns(example: Example) -> None:
    state = t.start(seats=3, teams="2-1", powers=("sol", "mani", "nerthus"))
    heard = []
    for _ in range(6):
        seat = state.asked[0].seat
        ivory, red = (state.powers[state.acting[side]] for side in (0, 1))
        assert red == "mani"
        if seat == 1:
            heard.append(ivory)
        t.pass_turn(state)
    assert heard == example["ivory_power_in_red_turns"]


def check_empty(example: Example) -> None:
    for power in ("fjorgyn", "fenrir"):
        for place, turns in zip(example["empty"], example["first_turn_counts"], strict=True):
            state = t.start(powers=(power, "none"))
            fimbul.choose(state, 0, t.thing_at(state, place))
            assert t.perft(state, 1) == turns


def check_destinations(example: Example) -> None:
    state = t.select(before(example), example["selected"])
    assert sorted(t.asked(state)) == sorted(example["destinations"])


def check_nodes(example: Example) -> None:
    assert t.perft(before(example), example["depth"]) == example["nodes"]


CHECKS: dict[str, Callable[[Example], None]] = {
    "pos": check_pos,
    "position": check_position,
    "turn": check_turn,
    "after": check_after,
    "regions": check_regions,
    "score": check_score,
    "count": check_count,
    "ends": check_ends,
    "next_count": check_next_count,
    "winner": check_winner,
    "destinations": check_destinations,
    "nodes": check_nodes,
    "power": check_power,
    "opp_power": check_opp_power,
    "final_score": check_final_score,
    "idun": check_idun,
    "frigg_stones_on_red_card": check_frigg_stones_on_red_card,
    "additional_turn": check_additional_turn,
    "order": check_order,
    "setups": check_setups,
    "reaction": check_reaction,
    "empty": check_empty,
    "hand": check_hand,
    "offers": check_offers,
    "ivory_power_in_red_turns": check_ivory_power_in_red_turns,
}
READ_WITH = {
    "legal": "turn",
    "selected": "destinations",
    "depth": "nodes",
    "first_turn": "turn",
    "first_turn_counts": "empty",
    "after_reaction": "reaction",
    "commands": "hand",
    "active": "hand",
    "ivory_power": "offers",
    "pool": "order",
    "red_power": "offers",
    "reaction_outcomes": "reaction",
}


@pytest.mark.parametrize("example", PLAYED, ids=lambda example: example["id"])
def test_an_example_of_the_rulebook(example: Example) -> None:
    fields = example.keys() - PROSE
    for field in fields:
        assert READ_WITH.get(field, field) in CHECKS, f"nothing checks {field}"
        assert READ_WITH.get(field, field) in fields
    for field in sorted(fields - READ_WITH.keys()):
        CHECKS[field](example)


def test_every_example_says_something_that_is_checked() -> None:
    assert len(PLAYED) == 104
    assert all(example.keys() - PROSE for example in PLAYED)


def test_examples_that_await_something_need_it() -> None:
    """Only what rests on rules that are awaited themselves is left."""
    awaited = GAME.rulebook.awaited
    for example in EXAMPLES:
        needs = set(example["rules"]) & awaited
        assert bool(needs) is ("awaits" in example), example["id"]


def test_examples_cite_rules_that_exist() -> None:
    for example in EXAMPLES:
        assert set(example["rules"]) <= GAME.rulebook.ids, example["id"]
