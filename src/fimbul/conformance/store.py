"""States are stored in mid-turn and play on; spoilt ones are refused or harmless."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from fimbul.conformance.tales import (
    DrawnTale,
    listed,
    mended,
    moments,
    play_on,
    setup_fields,
    viewers,
    walk,
)
from fimbul.kernel import (
    BadState,
    Dice,
    FimbulError,
    Game,
    Setup,
    State,
    choose,
    decode,
    encode,
)

SPOILT = 12  # variations of one stored state
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 99, 2**70, 1.5, "", "x", "cell:zz", [], [[]], {}, {"0": 0}
)  # fmt: skip


def stored_states_play_on(game: Game[Any], tale: DrawnTale) -> None:
    for state, choices in moments(game, tale):
        data = encode(state)
        again = decode(game, data)
        assert again == state, "what was stored comes back"
        assert encode(again) == data
        for seat, thing in choices:
            choose(state, seat, thing)
            choose(again, seat, thing)
            assert again == state, f"after {thing} the stored match goes another way"


def spoilt_states_are_refused_or_playable(game: Game[Any], tale: DrawnTale) -> None:
    """Whatever happens to a stored state, only FimbulErrors come of it."""
    dice = Dice(tale.whim)
    for state, _ in moments(game, tale, 4):
        for data in spoilt(encode(state), dice):
            again = read_or_refused(game, data)
            if again is not None:
                check_harmless(game, again, dice, data)


def read_or_refused(game: Game[Any], data: bytes) -> State | None:
    try:
        state: State = decode(game, data)
    except BadState as bad:
        problems = bad.problems
    else:
        return state
    assert "".join(problems), "a refusal says what is wrong"
    return None


def check_harmless(game: Game[Any], state: State, dice: Dice, data: bytes) -> None:
    try:
        for seat in viewers(state):
            game.seen(state, seat)
        play_on(state, dice, 60)
        game.seen(state, None)
    except FimbulError:
        return
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as wrong:
        raise AssertionError(f"{type(wrong).__name__}: {wrong}, after {data!r}") from wrong


def spoilt(data: bytes, dice: Dice) -> Iterator[bytes]:
    """Variations of a stored state: values dropped, changed, swapped; the text cut off."""
    yield data[: dice.roll(len(data))]
    for _ in range(SPOILT):
        tree = json.loads(data)
        holders = list(_holders(tree))
        holder, key = holders[dice.roll(len(holders))]
        other, donor = holders[dice.roll(len(holders))]
        way = dice.roll(4)
        if way == 0:
            del holder[key]
        elif way == 1:
            holder[key] = ODD[dice.roll(len(ODD))]
        elif way == 2:
            holder[key] = json.loads(json.dumps(other[donor]))
        else:
            holder[key] = _nearby(holder[key], dice)
        yield json.dumps(tree).encode()


def _holders(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in the tree, as its holder and its key."""
    keys = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from _holders(tree[key])


def _nearby(value: Any, dice: Dice) -> Any:
    """The same kind of value, a little off: the ones that types cannot refuse."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.roll(5) - 2
    if isinstance(value, str) and value:
        at = dice.roll(len(value))
        return value[:at] + chr(ord("0") + dice.roll(75)) + value[at + 1 :]
    if isinstance(value, list):
        return value[::-1]
    return value


# -- every decision ------------------------------------------------------------------------------


def every_decision_can_be_stored(game: Game[Any], tale: DrawnTale) -> None:
    """Whatever a match has come to, also between the picks of one row, it can be put away."""
    for number, (state, _, thing) in enumerate(walk(game, tale)):
        try:
            again = decode(game, encode(state))
        except BadState as bad:
            raise AssertionError(f"choice {number} ({thing}): {bad.problems}") from bad
        assert again == state, f"choice {number} ({thing}): what was stored comes back otherwise"


def every_table(game: Game[Any]) -> list[Setup]:
    """Each number of seats with each value of each option of the setup, the others as usual; and
    what is one click away."""
    fewest, most = game.rulebook.about["players"]
    ways: list[dict[str, Any]] = [{}, *[preset.options for preset in game.setup_type.presets]]
    ways += [{name: value} for name, spec in setup_fields(game).items() for value in listed(spec)]
    told = [{**way, "seats": seats} for seats in range(fewest, most + 1) for way in ways]
    return list(dict.fromkeys(mended(game, options) for options in told))
