"""Secrets stay secret: nobody can tell a dream of its own from the truth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from fimbul.conformance.clones import check_strangers
from fimbul.conformance.table import THING
from fimbul.conformance.tales import DrawnTale, moments, play_on, refusal, viewers
from fimbul.kernel import (
    Choice,
    Dice,
    Event,
    Game,
    IllegalChoice,
    Scene,
    Seen,
    State,
    decode,
    default_of,
    encode,
    frozen,
    watch,
)

DREAMS = 3
RARE_DREAMS = 30  # for what only shows in dreams that happen to allow the same choices
THING_FIELDS = ("thing", "origin", "to")


def dreams(game: Game[Any], state: State, seat: int | None, whim: int) -> Iterator[State]:
    dice = Dice(whim)
    for _ in range(DREAMS):
        yield game.imagine(state, seat, dice)


def scenes_do_not_leak(game: Game[Any], tale: DrawnTale) -> None:
    """All that a seat is told is byte-equal in every world that it can imagine."""
    for state, _ in moments(game, tale):
        for seat in viewers(state):
            told = msgspec.json.encode(game.seen(state, seat), enc_hook=frozen)
            drawn = str(game.scene(state, seat))
            brief = game.scene(state, seat, brief=True)
            for dream in dreams(game, state, seat, tale.whim):
                dreamt = msgspec.json.encode(game.seen(dream, seat), enc_hook=frozen)
                assert dreamt == told, f"seat {seat} can tell a dream from the truth"
                assert str(game.scene(dream, seat)) == drawn
                assert game.scene(dream, seat, brief=True) == brief
                if seat is not None:
                    assert default_of(dream, seat) == default_of(state, seat), (
                        f"what is chosen for seat {seat} in its absence tells a secret"
                    )


def onlookers_know_no_more_than_players(game: Game[Any], tale: DrawnTale) -> None:
    """What a spectator is told is the same in every world that any seat can imagine: whoever plays
    and watches as well learns nothing by it, so that matches may be watched as they are played."""
    for state, _ in moments(game, tale):
        told = msgspec.json.encode(game.seen(state, None), enc_hook=frozen)
        for seat in range(state.seats):
            for dream in dreams(game, state, seat, tale.whim):
                dreamt = msgspec.json.encode(game.seen(dream, None), enc_hook=frozen)
                assert dreamt == told, f"a spectator is told what seat {seat} does not know"


def refusals_do_not_leak(game: Game[Any], tale: DrawnTale) -> None:
    """Asking why, or trying, tells a seat nothing that its scene does not, whatever it names."""
    for state, _ in moments(game, tale, 3):
        for seat in range(state.seats):
            dream = next(dreams(game, state, seat, tale.whim))
            things = ids_of(game, state) | ids_of(game, dream)
            hidden = things - set(_ids(game.scene(state, seat)))
            for thing in sorted(things):
                assert game.why(dream, seat, thing) == game.why(state, seat, thing), (
                    f"why {thing} tells seat {seat} a secret"
                )
                said, dreamt = (str(refusal(w.clone(), seat, thing)) for w in (state, dream))
                assert said == dreamt, f"seat {seat} is told a secret: {said}"
                told = set(THING.findall(said)) & hidden - {thing}
                assert not told, f"seat {seat} is told of {told}"


def ids_of(game: Game[Any], state: State) -> set[str]:
    """Everything on the table that anybody can see."""
    return {thing.id for seat in viewers(state) for thing in game.scene(state, seat).things()}


def dreams_are_legal(game: Game[Any], tale: DrawnTale) -> None:
    """A dream is a whole match of its own: other dice, the same parts, playable to the end."""
    box, bound = game.box(tale.setup), game.bound(tale.setup)
    for state, _ in moments(game, tale, 4):
        before = encode(state)
        for seat in viewers(state):
            dream = game.imagine(state, seat, Dice(tale.whim))
            assert dream.seed != state.seed, "whoever dreams does not know the dice"
            assert game.count(dream) == box, "a dream loses or invents parts"
            assert decode(game, encode(dream)) == dream
            check_strangers(state, dream)
            play_on(dream, Dice(tale.whim), bound + 1)
            assert dream.result is not None, "a dream can be played to its end"
            assert game.count(dream) == box
        assert encode(state) == before, "a dream does not change the truth"


def dreams_know_no_more_than_their_dreamer(game: Game[Any], tale: DrawnTale) -> None:
    """Whoever dreams inside a dream, with the same dice, dreams the same: nothing depends on the
    truth."""
    for state, _ in moments(game, tale):
        for seat in viewers(state):
            inner = game.imagine(state, seat, Dice(tale.whim))
            twice = game.imagine(inner, seat, Dice(tale.whim + 1))
            assert twice == game.imagine(state, seat, Dice(tale.whim + 1)), (
                f"what seat {seat} imagines hangs on what it cannot know"
            )


def secrets_are_redealt(game: Game[Any], tale: DrawnTale) -> None:
    """Whoever sees less than another has something to imagine, and imagines it otherwise."""
    if game.lore.redeal is None:
        for state, _ in moments(game, tale, 3):
            everybody = [_visible(game, state, seat) for seat in viewers(state)]
            assert everybody.count(everybody[0]) == len(everybody), (
                "seats see different things, so there are secrets, but lore has no redeal"
            )
        return
    truth = game.new(tale.setup, tale.seed)
    sights = {seat: _visible(game, truth, seat) for seat in viewers(truth)}
    everything = set[str]().union(*sights.values())
    for seat in [seat for seat, seen in sights.items() if seen != everything]:
        differ = [_same_dice(dream, truth) for dream in dreams(game, truth, seat, tale.whim)]
        assert any(dream != truth for dream in differ), f"seat {seat} only dreams the truth"


def open_tables_hide_nothing(game: Game[Any], tale: DrawnTale) -> None:
    """Where a game says that nothing is hidden, everybody sees the same, and dreams the truth."""
    for state, _ in moments(game, tale):
        if game.hides(state):
            continue
        everybody = [_visible(game, state, seat) for seat in viewers(state)]
        assert everybody.count(everybody[0]) == len(everybody), "seats see different things"
        assert game.lore.redeal is None or all(
            _redealt(game, state, seat, tale.whim) == state for seat in viewers(state)
        ), "a hidden part is dealt anew where nothing is hidden"


def _redealt(game: Game[Any], state: State, seat: int | None, whim: int) -> State:
    twin = state.clone()
    assert game.lore.redeal is not None
    game.lore.redeal(twin, -1 if seat is None else seat, Dice(whim))
    return twin


def _visible(game: Game[Any], state: State, seat: int | None) -> set[str]:
    things = game.scene(state, seat).things()
    return {thing.id for thing in things if not thing.id.startswith("button:")}


def _same_dice(dream: State, truth: State) -> State:
    dream.seed = truth.seed
    return dream


def events_do_not_leak(game: Game[Any], tale: DrawnTale) -> None:
    """An event names only what its observer could see before it, at a beat on the way, or after."""
    for state, choices in moments(game, tale, 12):
        if choices:
            before = {seat: game.scene(state, seat) for seat in viewers(state)}
            lain = [*watch(state, *choices[0]).beats, state]
            scenes = {
                seat: (before[seat], *(game.scene(moment, seat) for moment in lain))
                for seat in viewers(state)
            }
            everybody = [scene for looked in scenes.values() for scene in looked]
            for seat in viewers(state):
                check_events(game.seen(state, seat), scenes[seat], everybody)


def check_events(seen: Seen, scenes: tuple[Scene, ...], all_scenes: list[Scene]) -> None:
    visible = {name for scene in scenes for name in _ids(scene)}
    everything = {thing.id: thing.label for scene in all_scenes for thing in scene.things()}
    hidden = {name: label for name, label in everything.items() if name not in visible}
    text = msgspec.json.encode(scenes, enc_hook=str).decode()
    for event in seen.events:
        for name in _named_things(event):
            assert name in visible, f"seat {seen.seat} is told of {name}: {event}"
        words = re.sub(r"\{\d+\}", "", event.words)  # {0} is a seat's name, no thing's
        for name, label in hidden.items():
            assert not _names(words, name), f"seat {seen.seat} hears of {name}: {words!r}"
            if label not in text:
                assert not _names(words, label), f"seat {seen.seat} hears of {label}: {words!r}"


def _ids(scene: Scene) -> Iterator[str]:
    for zone in scene.zones:
        yield zone.id
    for thing in scene.things():
        yield thing.id


def _named_things(event: Event) -> Iterator[str]:
    for field in THING_FIELDS:
        name = getattr(event, field, None)
        if name:
            yield name


def _names(words: str, name: str) -> bool:
    """Whether a text says that name as a word of its own."""
    return re.search(rf"(?<![\w:-]){re.escape(name)}(?![\w:-])", words) is not None


def events_tell_equal_worlds_equally(game: Game[Any], tale: DrawnTale) -> None:
    """Two worlds that look the same before and after the same choices tell the same events,
    and look the same at each beat in between."""
    if game.lore.redeal is None:
        return
    for state, choices in moments(game, tale, 4):
        for seat in viewers(state):
            dice = Dice(tale.whim)
            truth = _row_after(state, choices)
            for _ in range(RARE_DREAMS if truth is not None and not state.sealed else 0):
                dream = _same_dice(game.imagine(state, seat, dice), state)
                other = _row_after(dream, choices)
                if other is not None and truth is not None:
                    _compare(*([game.seen(s, seat) for s in world] for world in (truth, other)))


def _row_after(state: State, choices: list[Choice]) -> list[State] | None:
    """The beats after the rest of its open row, and the end; None where it cannot be played."""
    after = state.clone()
    for seat, thing in choices:
        try:
            beats = watch(after, seat, thing).beats
        except IllegalChoice:
            return None
        if after.number != state.number:
            return [*beats, after]
    return None


def _compare(truth: list[Seen], dream: list[Seen]) -> None:
    if truth[-1].scene == dream[-1].scene:
        seat = truth[-1].seat
        assert truth[-1].events == dream[-1].events, f"seat {seat} hears a secret in the events"
        told = [(seen.scene, seen.events) for seen in truth]
        assert told == [(seen.scene, seen.events) for seen in dream], f"a beat tells seat {seat}"
