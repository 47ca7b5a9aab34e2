"""What a player does in a battle without a thought: bots play dreams on with it, to its end.

Which hero fights is worth a thought: there instinct is silent, and lore judges.
"""

from __future__ import annotations

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.lore import gain
from fimbul.games.nine_realms.rules.battle import GiantSwap, LayLast, LayTwo, Swap, TurnDice
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Decision, Dice

SAVED = 0.4  # what a point of a card that is kept is worth in the next battle


def instinct(state: NineRealms, decision: Decision, dice: Dice) -> str | None:
    """The pick, if this is a step of a battle in which there are heroes."""
    rule, options = decision.rule, decision.options
    if rule == LayTwo.rule:
        points, number = state.box.in_line[state.realm], state.box.card_number
        return max(options, key=lambda card: points[number[card]])
    if rule == LayLast.rule:
        return _last(state, decision)
    if rule in (Swap.rule, GiantSwap.rule):
        return _strongest(state, decision)
    return options[0] if rule == TurnDice.rule else None  # what is proposed comes first


def _last(state: NineRealms, decision: Decision) -> str:
    """The card whose Cunning gains more than it is worth in the next battle."""
    box, line = state.box, state.lines[decision.seat]

    def merit(card: int) -> float:
        return gain(box, line, card) - SAVED * box.worth[card]

    return max(decision.options, key=lambda name: merit(box.card_number[name]))


def _strongest(state: NineRealms, decision: Decision) -> str:
    """The strongest hero there is to fetch, if it is stronger than the trickster."""
    box, trickster = state.box, state.lines[decision.seat].hero
    heroes = [(box.strengths[hero], hero) for hero in state.beside[decision.seat]]
    strength, hero = max(heroes)
    return box.hero_ids[hero] if strength > box.strengths[trickster] else p.KEEP
