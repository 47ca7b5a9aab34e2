"""Matches on paper: a game's notation, and whole `.saga` files, both ways."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from fimbul.conformance.tales import DrawnTale, begin, moments, told
from fimbul.kernel import (
    BadRecord,
    Choice,
    Dice,
    Game,
    IllegalChoice,
    Match,
    NoSuchGame,
    State,
    choose,
    read_saga,
    write_saga,
)


def notation_round_trips(game: Game[Any], tale: DrawnTale) -> None:
    """Of whole matches, unfinished ones and incomplete turns."""
    choices, dice = told(game, tale), Dice(tale.whim)
    for length in {len(choices), *(dice.roll(len(choices) + 1) for _ in range(4))}:
        check_turns(game, begin(game, tale), choices[:length])


def check_turns(game: Game[Any], state: State, choices: list[Choice]) -> None:
    done = 0
    for count, text in list(game.notation.write(state.clone(), choices)):
        assert count >= 0, "a turn takes choices, or none where it was skipped"
        assert re.fullmatch(r"[^{}\s]([^{}\r\n]*[^{}\s])?", text), f"{text!r} is no turn of a saga"
        taken = choices[done : done + count]
        assert list(game.notation.read(state, text)) == taken, f"{text!r} does not say {taken}"
        for seat, thing in taken:
            choose(state, seat, thing)
        done += count
    assert done == len(choices), "the notation loses choices"


def sagas_round_trip(game: Game[Any], tale: DrawnTale) -> None:
    choices, dice = told(game, tale), Dice(tale.whim)
    for length in {len(choices), dice.roll(len(choices) + 1)}:
        match = Match(game, tale.setup, tale.seed)
        for seat, thing in choices[:length]:
            match.choose(seat, thing)
        turns = len(list(game.notation.write(begin(game, tale), match.choices)))
        remark = re.sub(r"[{}\r\n]", "", tale.words).strip()
        comments = {number: remark for number in (0, turns) if remark}
        record = match.record(tags={"Site": tale.words}, comments=comments)
        text = write_saga(game, record)
        assert read_saga(text, finder(game)) == record
        assert write_saga(game, read_saga(text, finder(game))) == text


def finder(game: Game[Any]) -> Any:
    def find(name: str) -> Game[Any]:
        if name != game.id:
            raise NoSuchGame(name, [game.id])
        return game

    return find


def odd_turns_are_refused(game: Game[Any], tale: DrawnTale) -> None:
    """Whatever stands in a turn, it is read as choices or refused as a ValueError."""
    dice = Dice(tale.whim)
    for state, choices in moments(game, tale, 4):
        turns = [text for _, text in game.notation.write(state.clone(), choices)]
        for text in (tale.words, *(_slip(turn, dice) for turn in turns[:4])):
            if text.strip():
                check_odd_turn(game, state.clone(), text.strip())


def check_odd_turn(game: Game[Any], state: State, text: str) -> None:
    said = "it was read"
    try:
        for seat, thing in game.notation.read(state, text):
            choose(state, seat, thing)
    except (ValueError, IllegalChoice) as refused:
        said = str(refused)
    assert said, f"{text!r} is refused without a word"


def _slip(text: str, dice: Dice) -> str:
    """One letter wrong, missing or twice; one too many where nothing was written."""
    if not text:
        return "z"
    at = dice.roll(len(text))
    return text[:at] + ("", "z", "9", " ", text[at] * 2)[dice.roll(5)] + text[at + 1 :]


def cut_sagas_are_refused(game: Game[Any], tale: DrawnTale) -> None:
    """A file that ends too early is another match, or a BadRecord; nothing else."""
    match = Match(game, tale.setup, tale.seed)
    for seat, thing in told(game, tale):
        match.choose(seat, thing)
    text = write_saga(game, match.record())
    dice = Dice(tale.whim)
    for _ in range(4):
        with suppress(BadRecord):
            read_saga(text[: dice.roll(len(text))], finder(game))
