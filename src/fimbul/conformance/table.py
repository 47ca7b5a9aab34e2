"""Decisions, scenes and endings are sound: what is asked lies on the table, by its rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import structs

from fimbul.conformance.tales import DrawnTale, moments, refusal, viewers, walk
from fimbul.draw import symbols
from fimbul.kernel import (
    Counted,
    Decision,
    Ended,
    Fact,
    Game,
    Result,
    Scene,
    State,
    choose,
    decision_of,
    default_of,
    step_of,
    tried,
)
from fimbul.server.http.tables import sides_of

THING = re.compile(r"[a-z][a-z_-]*:[^\s{}]+")
COMMON = re.compile(r"die(-[1-6])?|seat-[a-z]+")  # symbols that every table has
JUNK = ("", " ", ":", "x", "cell:", ":d4", "button:", "button:done", "nonsense:1", "card:ᚠ", "\0")


def decisions_are_sound(game: Game[Any], tale: DrawnTale) -> None:
    known = game.rulebook.ids
    final = None
    for state, _, _ in walk(game, tale):
        assert state.result is None, "a match that is over asks nothing"
        assert state.agenda, "what is asked is on the agenda"
        assert state.order in known, f"the order of turns is by no rule: {state.order!r}"
        seats = [decision.seat for decision in state.asked]
        assert len(set(seats)) == len(seats), "a seat is asked one question at a time"
        for decision in state.asked:
            check_decision(decision, state.seats, known)
            default = default_of(state, decision.seat)
            assert default in decision.options, f"{default} is chosen for the absent: no option"
        check_rules_of_events(state, known)
        final = state
    assert final is not None, "somebody chooses something"
    check_rules_of_events(final, known)
    if final.result is not None:  # whether it ends at all is another property
        left = (final.agenda, final.asked, final.sealed, final.lanes)
        assert not any(left), f"the match is over, but {left} is left"
        check_result(final.result, final.seats, known)


def check_decision(decision: Decision, seats: int, known: frozenset[str]) -> None:
    assert 0 <= decision.seat < seats, f"seat {decision.seat} is asked, of {seats}"
    assert decision.prompt.strip(), "a question has words"
    assert decision.rule in known, f"{decision.prompt!r} is asked by no rule: {decision.rule!r}"
    assert decision.options, "who is asked has something to choose"
    twice = [thing for thing, count in Counter(decision.options).items() if count > 1]
    assert not twice, f"offered twice: {twice}"
    for thing in decision.options:
        assert THING.fullmatch(thing), f"{thing!r} is not a kind:name without blanks"


def check_rules_of_events(state: State, known: frozenset[str]) -> None:
    for event in state.events:
        if isinstance(event, Counted):
            assert event.rule in known, f"counted by no rule: {event.rule!r}"
        if isinstance(event, Ended):
            assert event.because in known, f"ended by no rule: {event.because!r}"


def check_result(result: Result, seats: int, known: frozenset[str]) -> None:
    assert len(result.places) == seats, "every seat has a place"
    assert min(result.places) == 1, "somebody is first"
    assert max(result.places) <= seats, "there are no more places than seats"
    assert len(result.scores) in (0, seats), "every seat has a score, or none has"
    assert result.because in known, f"ended by no rule: {result.because!r}"


def options_lie_on_the_table(game: Game[Any], tale: DrawnTale) -> None:
    """Every option is a thing in the scene of the seat that is asked."""
    for state, _ in moments(game, tale, 10):
        for decision in state.asked:
            for brief in (False, True):
                scene = game.scene(state, decision.seat, brief=brief)
                lying = {thing.id for thing in scene.things()}
                away = [thing for thing in decision.options if thing not in lying]
                assert not away, f"seat {decision.seat} may touch what it cannot see: {away}"


def scenes_are_sound(game: Game[Any], tale: DrawnTale) -> None:
    for state, _ in moments(game, tale):
        for seat in viewers(state):
            scene = game.scene(state, seat)
            check_scene(scene, state.seats, game.rulebook.ids)
            check_scene(game.scene(state, seat, brief=True), state.seats, game.rulebook.ids)
            drawn = str(scene)
            assert drawn.strip(), "a table can be drawn in text"
            assert drawn == str(game.scene(state.clone(), seat)), "the same table looks the same"


def goals_can_be_reached(game: Game[Any], tale: DrawnTale) -> None:
    """Every goal stands for picks that one seat may really make, one after the other."""
    for state, _ in moments(game, tale, 10):
        for decision in state.asked:
            for reach in game.scene(state, decision.seat).reaches:
                check_way(state, decision.seat, reach.ways[0])
                check_way(state, decision.seat, reach.ways[-1])
            for usual in game.scene(state, decision.seat).usual:
                check_way(state, decision.seat, (usual.pick,))
            check_leads(state, decision)


def check_leads(state: State, decision: Decision) -> None:
    """Where a step says what a pick leads to, playing it leads there and nowhere else."""
    step = step_of(state, decision.seat)
    assert step is not None, "whoever is asked is asked by a step"
    for pick in decision.options:
        ahead = step.leads(state, pick)
        if ahead is not None:
            after = tried(state, decision.seat, pick)
            assert after is not None, f"{pick} leads to {ahead}, they say, but nobody is asked"
            found = step_of(after, decision.seat)
            assert found == ahead, f"{pick} leads to {found}, not to {ahead}"
            asked = {"agenda": after.agenda, "asked": after.asked, "number": after.number}
            led = structs.replace(state, **asked, events=after.events)
            assert led == after, f"{pick} does more than lead"


def check_way(state: State, seat: int, picks: tuple[str, ...]) -> None:
    trial = state.clone()
    for pick in picks:
        decision = decision_of(trial, seat)
        offered = decision.options if decision else ()
        assert pick in offered, f"{picks} cannot be made: {pick} is not among {offered}"
        choose(trial, seat, pick)


def check_scene(scene: Scene, seats: int, known: frozenset[str]) -> None:
    check_once([zone.id for zone in scene.zones], "zones")
    things = [thing.id for thing in scene.things()]
    check_once(things, "things")
    check_once([*(zone.id for zone in scene.zones), *things], "zones and things")
    for thing in scene.things():
        assert THING.fullmatch(thing.id), f"{thing.id!r} is not a kind:name without blanks"
        assert thing.label.strip(), f"{thing.id} has no name at the table"
    check_wholes(scene)
    check_words_of_scenes(scene, seats)
    assert [plate.seat for plate in scene.plates] == list(range(seats)), "a plate for each seat"
    assert all(scene.names()), "every seat has a name in the game"
    for preview in scene.previews:
        assert preview.thing in things, f"a preview of {preview.thing}, which is not there"
    for reach in scene.reaches:
        away = [one for one in (reach.thing, *reach.grips, *reach.onto) if one not in things]
        assert not away, f"{away} can be brought somewhere, but is not there"
        assert reach.ways, f"{reach.thing} can be brought nowhere"
    check_once([one.name for one in scene.usual], "answers that are usual")
    for fact in facts(scene):
        assert not fact.rule or fact.rule in known, f"{fact.text!r} is by no rule: {fact.rule!r}"


def check_wholes(scene: Scene) -> None:
    """What a thing is a member of is seen as well, and is no member itself: nothing hidden is."""
    wholes = {thing.id: thing.whole for thing in scene.things()}
    for member, whole in wholes.items():
        assert not whole or whole in wholes, f"{member} is a member of {whole}, which is not there"
        assert not whole or not wholes[whole], f"{member} is a member of a member, {whole}"


def check_words_of_scenes(scene: Scene, seats: int) -> None:
    """Kinds, roles and states are words that the page knows, each where it means something."""
    try:
        read = msgspec.json.decode(msgspec.json.encode(scene, enc_hook=str), type=Scene)
    except msgspec.ValidationError as wrong:
        raise AssertionError(f"the page does not know that word: {wrong}") from None
    assert read == scene, "what is sent is what is read"
    for zone in scene.zones:
        owned = zone.seat is not None and 0 <= zone.seat < seats
        assert owned or not zone.role, f"{zone.id} is a {zone.role}, but nobody's"
        for thing in zone.things:
            assert thing.kind != "space" or zone.kind == "board", f"{thing.id}: no board, no space"
            named = thing.seat is not None and 0 <= thing.seat < seats
            assert named or thing.kind != "seat", f"{thing.id} is a player, but does not say which"


def facts(scene: Scene) -> Iterator[Fact]:
    for plate in scene.plates:
        yield from plate.gains
    for note in (*scene.notes, *(note for preview in scene.previews for note in preview.notes)):
        yield from note.facts


def check_once(names: Iterable[str], what: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    assert not twice, f"{what} that occur twice: {twice}"


def presets_can_be_played(game: Game[Any]) -> None:
    """What is one click away can be set up, and says what it is."""
    check_once([preset.title for preset in game.setup_type.presets], "presets")
    for preset in game.setup_type.presets:
        assert preset.text.endswith("."), f"{preset.title} has no sentence"
        assert game.new(game.setup(**preset.options)).open, f"{preset.title} asks nobody"
        assert len(preset.art) <= 3, f"{preset.title} has no room for so many symbols"
        check_drawn(game, preset.art)


def sides_can_be_chosen(game: Game[Any]) -> None:
    """Each side has a name, a seat of its own, and options that the setup knows."""
    sides = sides_of(game)
    check_once([side.name for side in sides], "sides")
    check_once([str(side.seat) for side in sides], "seats of sides")
    for side in sides:
        assert game.new(game.setup(**side.options)).open, f"{side.name} asks nobody"
        assert side.seat is None or 0 <= side.seat < 2, f"{side.name} sits nowhere"
        check_drawn(game, (side.art,) if side.art else ())


def check_drawn(game: Game[Any], pictures: Iterable[str]) -> None:
    sheet = symbols(game)
    missing = [one for one in pictures if f'id="{one}"' not in sheet and not COMMON.match(one)]
    assert not missing, f"the sheet has no {', '.join(missing)}"


def why_answers(game: Game[Any], tale: DrawnTale) -> None:
    """A rule and a sentence for what cannot be touched; None exactly for what can."""
    for state, _ in moments(game, tale, 4):
        for seat in range(state.seats):
            things = [thing.id for thing in game.scene(state, seat).things()]
            for thing in (*things, *JUNK):
                check_why(game, state, seat, thing)


def check_why(game: Game[Any], state: State, seat: int, thing: str) -> None:
    answer = game.why(state, seat, thing)
    if answer is None:
        choose(state.clone(), seat, thing)
        return
    rule, sentence = answer
    assert rule in game.rulebook.ids, f"{thing} is refused by no rule: {rule!r}"
    assert sentence.strip(), f"{thing} is refused without a word"
    decision = decision_of(state, seat)
    if decision is not None and thing in decision.options:
        assert seat in state.sealed, f"{thing} is offered, but why says: {sentence}"
    refused = refusal(state.clone(), seat, thing)
    assert refused, f"why says that {thing} cannot be touched, but it can"
