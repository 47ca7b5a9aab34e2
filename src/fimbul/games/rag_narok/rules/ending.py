"""The end of the turn, rallying, and victory."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED, STONES
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.gaps import gap_at_most
from fimbul.games.rag_narok.ground.hiding import OUT, appear, uncover
from fimbul.games.rag_narok.rules.aims import aims, count_stones
from fimbul.games.rag_narok.rules.magic.mana import Recover, magicians
from fimbul.games.rag_narok.rules.rolls import d6, unit_test
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import discipline, successors
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    enemies,
    fighter,
    is_routed,
    is_standing,
    lapse,
    say,
    tell,
)
from fimbul.games.rag_narok.state.charms import NUMBER
from fimbul.games.rag_narok.state.facts import Until
from fimbul.kernel import phrase, player

KNIGHTING = "occult-knighting"


def is_wiped(state: RagNarok, seat: int) -> bool:  # rule: turn.last-turn, ruling.regeneration-wiped
    """No Unit left, none in reserve, and nobody who may still rise again this turn."""
    mine = state.roster.of(seat)
    for unit in mine:  # asked before and after every activation: usually the first one stands
        if is_standing(state, unit):
            return False
    aside = (*state.aside.reserve, *(unit for unit, *_ in state.aside.hidden))
    if any(unit in aside for unit in mine):
        return False
    return not any(
        fighter(state, number).seat == seat and fighter(state, number).card.has("regeneration")
        for number, *_ in state.fallen
    )


def is_over(state: RagNarok) -> bool:
    return is_wiped(state, 0) or is_wiped(state, 1)


def scores(state: RagNarok) -> tuple[int, int]:  # rule: victory.points, ruling.three-stones
    """The AP of enemies killed or fled, half of those in Rout, and what the scenario adds."""
    lost, routed = losses(state)
    points = [2 * lost[0] + routed[0], 2 * lost[1] + routed[1]]
    if state.scenario == STONES:
        mine, theirs = (side.stones for side in state.sides)
        return -(-points[0] // 4) + mine, -(-points[1] // 4) + theirs
    if state.scenario == PITCHED:
        for seat in range(p.SEATS):
            points[seat] += 2 * aims(state, seat)
    return -(-points[0] // 2), -(-points[1] // 2)  # rule: test.rounding


def losses(state: RagNarok) -> tuple[list[int], list[int]]:
    """The AP of those killed or fled, and of those in Rout, by the seat that gains from them."""
    lost, routed = [0, 0], [0, 0]
    for one, now in zip(state.roster.fighters, state.fighters, strict=True):
        if now.fate in (p.DEAD, p.FLED):
            lost[1 - one.seat] += one.ap
    for unit in all_standing(state):
        if is_routed(state, unit):
            gained = sum(fighter(state, member).ap for member in state.units[unit].ranks)
            routed[1 - state.roster.units[unit].seat] += gained
    return lost, routed


def stop_early(state: RagNarok) -> None:  # rule: turn.last-turn
    """One side has no Unit left: the battle ends at once."""
    finish(state, "turn.last-turn")


def margin(state: RagNarok) -> int:  # rule: victory.points, ruling.margin
    """The lead that wins; less is a draw."""
    return state.terms.scenario.deeds.margin


def finish(state: RagNarok, because: str) -> None:  # rule: victory.points
    """The higher score wins, unless it is too close."""
    for unit, *_ in state.aside.hidden:
        appear(state, unit, OUT)
    mine, theirs = scores(state)
    close = abs(mine - theirs) < margin(state)
    places = (1, 1) if close else (1, 2) if mine > theirs else (2, 1)
    state.finish(places, because, (mine, theirs))


class Score(RagStep, frozen=True):  # rule: turn.last-turn, ruling.stalemate, victory.points
    """After the last turn."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        finish(state, "victory.points")


class EndPhase(RagStep, frozen=True):  # rule: end.sequence, state.rally, state.disorganised
    """Rally and tidy up, recover mana, close the turn."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.phase = p.END
        uncover(state)
        for unit in all_standing(state):
            rally(state, unit)
            tidy(state, unit)
        state.then(*((Recover(),) if magicians(state.armies) else ()), CloseTurn())


class CloseTurn(RagStep, frozen=True):  # rule: end.sequence
    """Effects end, Orders are discarded, and who is left is checked."""

    phase = p.END

    def run(self, state: RagNarok, pick: str | None) -> None:
        conjured = state.magic.conjured
        state.magic.conjured = tuple([thing for thing in conjured if thing[4] > state.turn])
        for unit in state.units:
            unit.mood = p.ROUT if unit.mood == p.ROUT else p.CALM
        lapse(state, Until.CLOSE)
        maintain(state)
        state.charms = tuple(charm for charm in state.charms if charm[2] > state.turn)
        if state.scenario == STONES and state.turn >= p.STONE_FROM:
            count_stones(state)
        if is_over(state):
            stop_early(state)


def maintain(state: RagNarok) -> None:  # rule: miracle.knighting-upkeep
    """A die for each fighter under Occult Knighting: on 1 or 2 it ends for that one."""
    for charm in [charm for charm in state.charms if charm[0] == NUMBER[KNIGHTING]]:
        one = fighter(state, charm[1])
        if state.places[charm[1]] is None or d6(state, one.unit) <= p.FADES:
            state.charms = tuple(other for other in state.charms if other != charm)
            over = "{fighter} is no longer under Occult Knighting"
            say(state, one.seat, phrase(over, fighter=one.card.name))


def rally(state: RagNarok, unit: int) -> None:  # rule: state.rally
    """A routed Unit that is not in contact may come to its senses."""
    if not may_rally(state, unit):
        return
    difficulty = p.RALLY_CLOSE if is_pressed(state, unit) else p.RALLY
    if unit_test(state, unit, "Discipline to rally", discipline(state, unit), difficulty):
        state.units[unit].mood = p.CALM
        tell(state, unit, "{unit} [rallies|rally]")


def may_rally(state: RagNarok, unit: int) -> bool:
    return is_routed(state, unit) and not in_melee(state, unit)


def is_pressed(state: RagNarok, unit: int) -> bool:  # rule: state.rally
    """Whether an enemy is near."""
    return any(gap_at_most(state, unit, foe, p.RALLY_NEAR) for foe in enemies(state, unit))


def tidy(state: RagNarok, unit: int) -> None:  # rule: state.disorganised
    if state.units[unit].shaken and unit_test(
        state, unit, "Discipline to form up", discipline(state, unit), p.TIDY
    ):
        state.units[unit].shaken = 0


class NameSuccessor(RagStep, frozen=True):  # rule: command.death-successor
    """The army Commander is dead: another takes over."""

    prompt, rule = "Name a new army Commander", "command.death-successor"

    def options(self, state: RagNarok) -> Sequence[str]:
        found = successors(state, self.seat)
        return [fighter(state, number).id for number in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = successors(state, self.seat)
        chosen = next((n for n in found if fighter(state, n).id == pick), None)
        state.sides[self.seat].general = chosen if chosen is not None else (found or [-1])[0]
        who = "nobody" if not found else fighter(state, state.sides[self.seat].general).card.name
        words = "{who} is now commanded by {commander}"
        say(state, self.seat, phrase(words, who=player(self.seat), commander=who))
