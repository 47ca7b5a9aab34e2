"""What a plain player picks: dreams are played on with it, for both seats.

A pick is judged by the margin that it likely leads to in this battle and by what is left for the
battles to come. Of the rival only what lies open is seen; his hand is taken for an average one.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import MOST_STEPS
from fimbul.games.nine_realms.engine.field import Field
from fimbul.games.nine_realms.engine.hands import mean_hands, turn_gains
from fimbul.games.nine_realms.engine.sight import Sight, floats

_HEROES, _CARDS, _SET, _HAND, _POOL = 2 * p.BATTLES, p.DECK, p.BATTLES, p.HAND, p.POOL
_BATTLES, _STEPS = p.BATTLES, MOST_STEPS + 1
_TWO, _LAST, _HERO = 0, _POOL + 1, 2 * (_POOL + 1)  # where the spreads of a stage begin
_DIE = 2.0 / 3.0  # the variance of a die


def _spreads(weights: Mapping[str, float]) -> list[float]:
    """How far a margin is open at each stage: the more dice of one's own, the further."""
    cards = [
        sqrt(weights[name] ** 2 + _DIE * dice)
        for name in ("two-open", "last-open")
        for dice in range(_POOL + 1)
    ]
    return [*cards, weights["hero-open"]]


class Instinct:
    """One way to play: what things are worth to it."""

    def __init__(self, box: p.Box, weights: Mapping[str, float]) -> None:
        self.sight = Sight(_spreads(weights), weights["future-open"])
        self.heroes = weights["heroes"]
        self.two_kept, self.last_kept = weights["two-kept"], weights["last-kept"]
        self.realms = weights["realms"]
        self.rival_hero, self.rival_hand = weights["rival-hero"], weights["rival-hand"]
        self.rival_last, self.saved = weights["rival-last"], weights["saved"]
        self.worth, self.hands = floats(_BATTLES * _CARDS), floats(_BATTLES)
        for realm in range(_BATTLES):
            for card, worth in enumerate(box.worth):
                use = max(box.in_line[realm][card], box.as_last[card]) - worth
                self.worth[realm * _CARDS + card] = worth + weights["next"] * use
        for realm, points in enumerate(mean_hands(box)):
            self.hands[realm] = points
        self.turns = floats((_POOL + 1) * _STEPS)
        for dice in range(_POOL + 1):
            for steps in range(_STEPS):
                self.turns[dice * _STEPS + steps] = turn_gains(dice, steps)
        self.promised = self.keeps = 0.0
        self.rolled = self.next = 0

    # -- heroes --------------------------------------------------------------------------------

    def hero(self, field: Field, seat: int) -> int:
        """The hero to play among those drawn."""
        end = seat * _SET + field.left[seat]
        if field.drawn[seat] == 1:
            return field.sets[end - 1]
        self.score(field, seat)
        realm, fetched = field.row[field.fought] * _HEROES, field.best_beside(seat)
        self.promise(field, seat)
        margin = self.promised - self.rival_reach(field, 1 - seat)
        edge = self.realms_ahead(field, seat) - self.heroes * self.mean(field, 1 - seat, -1)
        best, most = -1, -9.0
        for at in range(end - field.drawn[seat], end):
            hero = fighter = field.sets[at]
            if field.tricks[hero] and field.is_better(fetched, hero):
                fighter = fetched
            left = edge + self.heroes * self.mean(field, seat, hero)
            merit = self.sight.judge(_HERO, margin + field.hero_points[realm + fighter], left)
            if merit > most:
                best, most = hero, merit
        return best

    def rival_reach(self, field: Field, rival: int) -> float:
        """What a rival whose hero is not known yet will come to."""
        any_hero = field.sets[rival * _SET]
        realm = field.row[field.fought]
        favour = field.hero_points[realm * _HEROES + any_hero] - field.strengths[any_hero]
        hero = self.mean(field, rival, -1) + self.rival_hero
        return hero + favour + self.hands[realm] + self.rival_hand

    def mean(self, field: Field, seat: int, without: int) -> float:
        """The mean Strength of the heroes to come; a trickster is worth the best it can fetch."""
        total, count, trickster = 0, 0, -1
        for at in range(seat * _SET, seat * _SET + field.left[seat]):
            hero = field.sets[at]
            if hero != without:
                total += field.strengths[hero]
                count += 1
                if field.tricks[hero]:
                    trickster = hero
        if not count:
            return 0.0
        if trickster >= 0:
            total += self.gained(field, seat, trickster, without)
        return (1.0 * total) / count

    def gained(self, field: Field, seat: int, trickster: int, fights: int) -> int:
        """What the trickster would gain by an exchange."""
        fetched = field.best_beside(seat)
        best = field.strengths[fetched] if fetched >= 0 else 0
        if fights < 0:
            fights = field.hero[seat]
        if fights >= 0 and field.strengths[fights] > best:
            best = field.strengths[fights]
        best -= field.strengths[trickster]
        return best if best > 0 else 0

    # -- cards ---------------------------------------------------------------------------------

    def two(self, field: Field, seat: int) -> int:
        """The two cards to play, as one number: 32 times the one and the other."""
        self.score(field, seat)
        rival = 1 - seat
        realm, left = field.row[field.fought], _BATTLES - field.fought
        margin = field.points[seat] - field.points[rival] - self.hands[realm] - self.rival_hand
        edge, best, most = self.edge(field, seat), -1, -9.0
        for at in range(seat * _HAND, seat * _HAND + field.held[seat] - 1):
            for to in range(at + 1, seat * _HAND + field.held[seat]):
                self.pair(field, seat, at, to)
                ahead = edge + self.two_kept * self.keeps / left
                merit = self.sight.judge(_TWO + self.rolled, margin + self.promised, ahead)
                if merit > most:
                    best, most = field.hands[at] << 5 | field.hands[to], merit
        return best

    def promise(self, field: Field, seat: int) -> None:
        """What the cards of a hand come to, if none is spared, in `promised`."""
        most = -9.0
        for at in range(seat * _HAND, seat * _HAND + field.held[seat] - 1):
            for to in range(at + 1, seat * _HAND + field.held[seat]):
                self.pair(field, seat, at, to)
                if self.promised > most:
                    most = self.promised
        self.promised = most

    def pair(self, field: Field, seat: int, at: int, to: int) -> None:
        """What two cards of the hand and the best last one add, and the worth of the others."""
        realm = field.row[field.fought] * _CARDS
        one, two = field.hands[at], field.hands[to]
        dice = field.card_dice[realm + one] + field.card_dice[realm + two]
        if dice > _POOL:
            dice = _POOL
        mates = 1 << field.kinds[one] | 1 << field.kinds[two]
        twins = field.kinds[one] == field.kinds[two]
        most, gains, rest, spent = -9.0, 0.0, 0.0, 0.0
        for other in range(seat * _HAND, seat * _HAND + field.held[seat]):
            if other in (at, to):
                continue
            card = field.hands[other]
            gain = self.turns[dice * _STEPS + field.steps[card]] + field.plus[card]
            gain += self.more_dice(field.more[card], field.matches[card] & mates, twins, dice)
            worth = self.worth[self.next + card]
            rest += worth
            if gain - self.saved * worth > most:
                most, gains, spent = gain - self.saved * worth, gain, worth
        points = field.card_points[realm + one] + field.card_points[realm + two] + dice
        self.promised, self.keeps, self.rolled = points + gains, rest - spent, dice

    def more_dice(self, more: int, matched: int, twins: int, dice: int) -> int:
        """The dice of a last card after two cards, given which of their types it matches."""
        if matched:
            more += 2 if twins or matched & (matched - 1) else 1
        return more if more < _POOL - dice else _POOL - dice

    def last(self, field: Field, seat: int) -> int:
        """The card to play for its Cunning."""
        self.score(field, seat)
        first, left = seat * _HAND, _BATTLES - field.fought
        margin = field.points[seat] - field.points[1 - seat] - self.rival_last
        edge, hand, best, most = self.edge(field, seat), self.hand(field, seat), -1, -9.0
        for at in range(first, first + field.held[seat]):
            card = field.hands[at]
            dice = field.cunning_dice(seat, card)
            gain = field.plus[card] + dice
            if field.steps[card]:
                gain = field.turn_gain(seat, field.steps[card])
            ahead = edge + self.last_kept * (hand - self.worth[self.next + card]) / left
            merit = self.sight.judge(_LAST + dice, margin + gain, ahead)
            if merit > most:
                best, most = card, merit
        return best

    # -- what is left --------------------------------------------------------------------------

    def score(self, field: Field, seat: int) -> None:
        first = 0 if field.first < 0 else 1 if field.first == seat else -1
        left = _BATTLES - field.fought
        self.sight.score(field.wins[seat], field.wins[1 - seat], left, first)
        self.next = field.row[field.fought + (left > 1)] * _CARDS

    def edge(self, field: Field, seat: int) -> float:
        """How far ahead a seat is in the battles to come, when heroes have been chosen."""
        means = self.mean(field, seat, -1) - self.mean(field, 1 - seat, -1)
        return self.heroes * means + self.realms_ahead(field, seat)

    def realms_ahead(self, field: Field, seat: int) -> float:
        """The circles of the realms to come favour one side more than the other."""
        left = _BATTLES - field.fought - 1
        if not left:
            return 0.0
        favour = self.realms * field.favour[field.fought + 1] / left
        return -favour if seat else favour

    def hand(self, field: Field, seat: int) -> float:
        total = 0.0
        for at in range(seat * _HAND, seat * _HAND + field.held[seat]):
            total += self.worth[self.next + field.hands[at]]
        return total
