"""What every battle keeps, whoever fights in it; and what random players meet on the way."""

from __future__ import annotations

from fimbul.conformance import clones, ends, leaks, refusals, repeats, store, table
from fimbul.conformance.tales import Property
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Dice, Game, choose, decode, encode

PROMISES: tuple[Property, ...] = (
    clones.clones_are_strangers_and_equal,
    clones.looking_changes_nothing,
    store.stored_states_play_on,
    store.spoilt_states_are_refused_or_playable,
    repeats.order_of_arrival_does_not_matter,
    table.decisions_are_sound,
    table.options_lie_on_the_table,
    table.scenes_are_sound,
    table.goals_can_be_reached,
    table.why_answers,
    leaks.scenes_do_not_leak,
    leaks.refusals_do_not_leak,
    leaks.dreams_are_legal,
    leaks.dreams_know_no_more_than_their_dreamer,
    leaks.events_do_not_leak,
    leaks.events_tell_equal_worlds_equally,
    refusals.illegal_choices_change_nothing,
    ends.matches_end_within_the_bound,
    ends.parts_are_conserved,
    ends.values_stay_in_range,
)


def steps_met(game: Game[RagNarok], matches: int) -> set[str]:
    """The steps that asked somebody in so many random matches; each state on the way is sound."""
    seen: set[str] = set()
    for seed in range(matches):
        state, dice = game.new(seed=seed), Dice(seed)
        while state.open:
            seen.add(type(state.agenda[-1][0]).__name__)
            decision = state.open[dice.roll(len(state.open))]
            choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
            assert list(state.problems()) == []
        assert decode(game, encode(state)) == state
    return seen
