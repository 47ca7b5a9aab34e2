"""What bots know: how the battle stands, what is left for the next ones, and what is hidden."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from math import erf, sqrt
from typing import NamedTuple

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.battle import ChooseHero, GiantSwap, LayTwo, Swap, rank
from fimbul.games.nine_realms.rules.strength import BattleLine, base, best_turn, bonus, faces, total
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Dice, next_step

# How far a margin is still open: with the dice to come, with the last cards, with nothing; and
# before a battle, where only half of what hands and heroes promise comes true. Fitted to 250
# matches of greedy bots.
DICE_OPEN, LAST_OPEN, FUTURE = 3.1, 1.2, 3.2
DAWN, DAWN_OPEN = 0.5, 2.6
KEPT = 1.0  # what a point of a card still in hand is worth to the battles to come
SWAPS = frozenset((Swap.rule, GiantSwap.rule))
TRIED = 2000  # choices, where the match may end with the row
FINE, FAR = 4, 12  # margins of the future: quarters of a point, at most three points


def redeal(dream: NineRealms, seat: int, dice: Dice) -> None:
    """Deal afresh what a seat cannot see: the rival's cards, the pile, all face-down heroes.

    The pile holds only what was shuffled into it, so whoever counts cards knows that an older
    one which is out of sight is in a hand; how many of those a hand holds is known too.
    """
    rivals = [other for other in (0, 1) if other != seat]
    hidden = sorted([*dream.pile, *(card for other in rivals for card in dream.hands[other])])
    fresh = dice.shuffled(card for card in hidden if dream.fresh >> card & 1)
    older = dice.shuffled(card for card in hidden if not dream.fresh >> card & 1)
    for other in rivals:
        hand = dream.hands[other]
        from_old = sum(not dream.fresh >> card & 1 for card in hand)
        cards = [older.pop() for _ in range(from_old)]
        cards += [fresh.pop() for _ in range(len(hand) - from_old)]
        dream.hands[other] = tuple(sorted(cards))
    dream.pile = fresh
    for other in (0, 1):
        _redeal_heroes(dream, other, dice, drawn_too=other != seat)


def _redeal_heroes(dream: NineRealms, seat: int, dice: Dice, *, drawn_too: bool) -> None:
    count = len(dream.drawn[seat]) if drawn_too else 0
    known = () if drawn_too else dream.drawn[seat]
    heroes = dice.shuffled(sorted({*dream.sets[seat], *dream.drawn[seat]} - {*known}))
    dream.drawn[seat] = known or rank(dream.box, heroes[:count])
    dream.sets[seat] = tuple(heroes[count:])


def secrets(state: NineRealms) -> dict[Hashable, int]:
    """Cards in the pile and in hands, and all face-down heroes."""
    found: dict[Hashable, int] = dict.fromkeys(state.pile, 0)
    for seat in (0, 1):
        found |= dict.fromkeys(state.hands[seat], 1 << seat)
        found |= {(seat, hero): 0 for hero in state.sets[seat]}
        found |= {(seat, hero): 1 << seat for hero in state.drawn[seat]}
    return found


class Race(NamedTuple):
    """Battles won and lost, battles left, who won the first (1: this side), and the edge."""

    wins: int
    losses: int
    left: int
    first: int
    level: int  # ahead by this many quarter points in each battle to come


def near(state: NineRealms) -> int:
    """How many choices are worth trying in search of an end within a round.

    Only once the last cards are due in a battle that may decide the match.
    """
    won = state.won
    last = len(won) == p.BATTLES - 1 or p.WINS - 1 in (won.count(0), won.count(1))
    step = next_step(state)
    return TRIED if last and not isinstance(step, ChooseHero | LayTwo) else 0


def value(state: NineRealms, seat: int) -> float:
    """The chance of the match: this battle's, and that of the ones that follow."""
    if state.result is not None:
        return state.result.reward(seat)
    won, rival = state.won, 1 - seat
    left = p.BATTLES - len(won)
    first = next((1 if winner == seat else -1 for winner in won if winner >= 0), 0)
    edge = _heroes_left(state, seat) - _heroes_left(state, rival)
    if state.lines[seat].hero == p.NONE:
        margin = DAWN * (_promise(state, seat) - _promise(state, rival))
        race = Race(won.count(seat), won.count(rival), left, first, _level(edge))
        return _after(race, _odds(margin, DAWN_OPEN))
    mine, keeps = _reach(state, seat)
    theirs, rival_keeps = _reach(state, rival)
    edge += KEPT * (keeps - rival_keeps) / left
    race = Race(won.count(seat), won.count(rival), left, first, _level(edge))
    return _after(race, _odds(mine - theirs, _open(state, seat)))


def _level(margin: float) -> int:
    return max(-FAR, min(FAR, round(margin * FINE)))


def _open(state: NineRealms, seat: int) -> float:
    line = state.lines[seat]
    return DICE_OPEN if not line.cards else LAST_OPEN if line.last == p.NONE else 0.01


def _odds(margin: float, spread: float) -> tuple[float, float]:
    """How likely a battle is to be won, and to be lost; the rest is a tie."""
    scale = spread * sqrt(2)
    return (1 + erf((margin - 0.5) / scale)) / 2, (1 + erf((-margin - 0.5) / scale)) / 2


@cache
def chance(race: Race) -> float:
    """What a match is worth from here, from -1 to 1."""
    wins, losses, left, first, level = race
    if wins >= p.WINS or losses >= p.WINS or not left:
        ahead = wins - losses or first
        return float((ahead > 0) - (ahead < 0))
    return _after(race, _odds(level / FINE, FUTURE))


def _after(race: Race, odds: tuple[float, float]) -> float:
    """The same after one more battle with these odds."""
    (wins, losses, left, first, level), (win, lose) = race, odds
    tie = chance(Race(wins, losses, left - 1, first, level))
    good = chance(Race(wins + 1, losses, left - 1, first or 1, level))
    bad = chance(Race(wins, losses + 1, left - 1, first or -1, level))
    return win * good + lose * bad + (1 - win - lose) * tie


def _heroes_left(state: NineRealms, seat: int) -> float:
    """The mean Strength of the heroes to come; a trickster is worth the best it can fetch."""
    box, line = state.box, state.lines[seat]
    heroes = state.sets[seat] + state.drawn[seat]
    if not heroes:
        return 0.0
    strengths = box.strengths
    points = 0
    for hero in heroes:
        points += strengths[hero]
        if box.tricks[hero]:
            fought = state.beside[seat] + ((line.hero,) if line.hero >= 0 else ())
            points += max([strengths[past] for past in fought], default=0)
            points -= strengths[hero] if fought else 0
    return points / len(heroes)


def _hand(state: NineRealms, seat: int) -> float:
    worth = state.box.worth
    return sum([worth[card] for card in state.hands[seat]])


def _reach(state: NineRealms, seat: int) -> tuple[float, float]:
    """The total a side will likely come to, and the worth of the cards it keeps."""
    box, realm, line, hand = state.box, state.realm, state.lines[seat], state.hands[seat]
    if line.last != p.NONE:
        return total(box, realm, line) + _to_turn(box, line), _hand(state, seat)
    if line.cards:
        gains = [(gain(box, line, card), card) for card in hand]
        best, last = max(gains)
        return total(box, realm, line) + best, _hand(state, seat) - box.worth[last]
    points, kept = _in_hand(state, seat)
    return base(box, realm, _fighter(state, seat)) + points, kept


def _promise(state: NineRealms, seat: int) -> float:
    """What the best hero and the best cards of a side come to, before anything is chosen."""
    points = state.box.hero_points[state.realm]
    best = max([points[hero] for hero in state.drawn[seat] or state.sets[seat]])
    return best + _in_hand(state, seat)[0]


def _in_hand(state: NineRealms, seat: int) -> tuple[float, float]:
    """What the two best cards and the best last one add, and the worth of the two others."""
    box, in_line = state.box, state.box.in_line[state.realm]
    ranked = sorted(state.hands[seat], key=in_line.__getitem__, reverse=True)
    last = max(ranked[2:], key=box.as_last.__getitem__)
    kept = sum([box.worth[card] for card in ranked[2:]]) - box.worth[last]
    return in_line[ranked[0]] + in_line[ranked[1]] + box.as_last[last], kept


def _fighter(state: NineRealms, seat: int) -> BattleLine:
    """The hero of a line; while a trickster may still be exchanged, the best it can fetch."""
    line = state.lines[seat]
    if any(decision.seat == seat and decision.rule in SWAPS for decision in state.asked):
        return BattleLine(max(state.beside[seat], key=state.box.strengths.__getitem__))
    return line


def _to_turn(box: p.Box, line: BattleLine) -> int:
    """What a Treasure still gains, if its dice are not turned yet."""
    steps = box.steps[line.last]
    if not steps or line.ups:
        return 0
    return _turned(faces(line), steps)


def _turned(dice: list[int], steps: int) -> int:
    before = bonus(dice)
    for die in best_turn(dice, steps):
        dice[die] += 1
    return bonus(dice) - before


def gain(box: p.Box, line: BattleLine, last: int) -> float:
    """What a card in hand adds as the last one."""
    if box.steps[last]:
        return _turned(list(line.dice), box.steps[last])
    count, matches = box.more[last], box.matches[last]
    for card in line.cards:
        count += matches[box.kinds[card]]
    return box.plus[last] + min(count, p.POOL - len(line.dice))
