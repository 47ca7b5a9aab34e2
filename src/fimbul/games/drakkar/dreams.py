"""Dealing anew all that a seat cannot see: exactly the worlds that agree with what it knows.

A dream depends on that knowledge and on the dice, never on how the truth lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Dice

Edge = tuple[int, int]  # the two looks that a card may have shown


def redeal(dream: Drakkar, seat: int, dice: Dice) -> None:
    redeal_cards(dream, seat, dice)
    redeal_quests(dream, seat, dice)
    if not dream.race:  # rule: ruling.brawl-race
        redeal_ranks(dream, dice)


def secrets(state: Drakkar) -> dict[Hashable, int]:
    """Which cards lie in decks and hands, the quests, and who is quicker than whom."""
    found: dict[Hashable, int] = {("quest", quest): 0 for quest in state.quests}
    found |= {("card", face >> 1): 0 for deck in state.decks for face in deck}
    for seat in range(state.seats):
        found |= {("card", face >> 1): 1 << seat for face in state.hands[seat]}
        own = (*state.offered[seat], *state.kept[seat])
        found |= {("quest", quest): 1 << seat for quest in own if quest not in state.shown}
    if not state.race:  # rule: ruling.brawl-race
        order = sorted(range(len(state.ranks)), key=state.ranks.__getitem__)
        pairs = combinations(order, 2)
        found |= {("rank", pair): 0 for pair in pairs if pair not in state.beaten}
    return found


# -- double-faced cards: one face of each is known, the other is not --------------------------


def redeal_cards(dream: Drakkar, seat: int, dice: Dice) -> None:  # rule: ruling.hand-information
    """Every card in a rival's hand, and in the decks, may be any that can show that face."""
    rivals = [other for other in range(dream.seats) if other != seat]
    piles = [*dream.decks, *[dream.hands[other] for other in rivals]]
    looks = dream.pack.looks
    dealt = Showing(dream.pack, [face for pile in piles for face in pile]).deal(dice)
    fresh = [tuple([next(dealt[looks[face]]) for face in pile]) for pile in piles]
    dream.decks = fresh[: len(dream.decks)]
    for other, hand in zip(rivals, fresh[len(dream.decks) :], strict=True):
        dream.hands[other] = hand


class Showing:
    """Which face each of these cards may show, so that the same looks are seen as now.

    Seen as a graph: looks are nodes, a card is an edge between its two, and is pointed at the
    look it shows. All ways to point the edges that give every look its count are equally likely.
    """

    def __init__(self, pack: Pack, faces: Sequence[int]) -> None:
        looks = pack.looks
        self.looks = looks
        self.demand = Counter([looks[face] for face in faces])
        self.shown: dict[int, list[int]] = {look: [] for look in self.demand}
        self.unsure = sorted([face >> 1 for face in faces])
        ends = [looks[2 * card + side] for card in self.unsure for side in (0, 1)]
        self.able = Counter(ends)  # how many unsure cards could show a look

    def deal(self, dice: Dice) -> dict[int, Iterator[int]]:
        """Faces by look, in random order."""
        while self.settle_some():
            pass
        self.settle_rest(dice)
        return {look: iter(dice.shuffled(sorted(faces))) for look, faces in self.shown.items()}

    def settle_some(self) -> bool:
        """Cards of which only one face can have been shown."""
        before = self.unsure
        self.unsure = [card for card in before if not self.settle(card)]
        return len(self.unsure) < len(before)

    def settle(self, card: int) -> bool:
        one, other = self.looks[2 * card], self.looks[2 * card + 1]
        demand, able = self.demand, self.able
        if not demand[other] or demand[one] == able[one]:
            self.show(2 * card)
        elif not demand[one] or demand[other] == able[other]:
            self.show(2 * card + 1)
        else:
            return False
        return True

    def show(self, face: int) -> None:
        look = self.looks[face]
        self.demand[look] -= 1
        self.shown[look].append(face)
        self.able[look] -= 1
        self.able[self.looks[face ^ 1]] -= 1

    def settle_rest(self, dice: Dice) -> None:
        """The cards that could show either, one by one, each face by its number of ways."""
        looks, pair = self.looks, {card: self.pair(card) for card in self.unsure}
        cards = sorted(self.unsure, key=lambda card: (pair[card], card))
        nodes = sorted({look for both in pair.values() for look in both})
        place = {look: n for n, look in enumerate(nodes)}
        edges = tuple([(place[pair[card][0]], place[pair[card][1]]) for card in cards])
        need = tuple([self.demand[look] for look in nodes])
        for number, card in enumerate(cards):
            rest, sides = edges[number + 1 :], (2 * card, 2 * card + 1)
            after = [less(need, place[looks[face]]) for face in sides]
            chances = [ways(rest, left) if min(left) >= 0 else 0 for left in after]
            side = int(dice.roll(sum(chances)) >= chances[0])
            self.show(sides[side])
            need = after[side]

    def pair(self, card: int) -> Edge:
        one, other = self.looks[2 * card], self.looks[2 * card + 1]
        return (one, other) if one < other else (other, one)


def less(need: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*need[:at], need[at] - 1, *need[at + 1 :])


@lru_cache(maxsize=1 << 16)
def ways(edges: tuple[Edge, ...], need: tuple[int, ...]) -> int:
    """In how many ways each edge can be pointed at one of its ends, so often at each node."""
    if not edges:
        return int(not any(need))
    able = Counter([node for edge in edges for node in set(edge)])
    if any(wanted > able[node] for node, wanted in enumerate(need)):
        return 0
    ends = [less(need, node) for node in sorted(set(edges[0])) if need[node]]
    return sum(ways(edges[1:], left) for left in ends)


# -- quests: own ones and shown ones are known, and what cannot have been where ----------------


def redeal_quests(dream: Drakkar, seat: int, dice: Dice) -> None:  # rule: ruling.quest-secret
    """Round by round: what the others kept, what they sent back, what they are offered now."""
    mine = [quests[seat] if seat >= 0 else () for quests in (dream.kept, dream.spurned)]
    offered = dream.offered[seat] if seat >= 0 else ()
    others = [other for other in range(dream.seats) if other != seat]
    shown, gone = set(dream.shown), {*dream.shown, *mine[0]}
    kept: list[list[int]] = [list(quests) for quests in dream.kept]
    spurned: list[list[int]] = [list(quests) for quests in dream.spurned]
    left = set(range(p.QUESTS))
    for number in range(len(kept[0])):
        # what this seat sent back then or later was in the deck, in nobody's hand
        still = {*mine[1][number:], *offered}
        for other in others:
            if kept[other][number] not in shown:
                kept[other][number] = drawn(left - gone - still, dice)
                gone.add(kept[other][number])
        taken = {quests[number] for quests in kept} | set(mine[1][number : number + 1])
        for other in others:
            spurned[other][number] = drawn(left - taken, dice)
            taken.add(spurned[other][number])
        left -= {quests[number] for quests in kept}  # rule: ruling.quest-kept-leaves
    dream.kept = [tuple(quests) for quests in kept]
    dream.spurned = [tuple(quests) for quests in spurned]
    left -= set(offered)
    for other in others:
        dream.offered[other] = tuple([drawn(left, dice, take=True) for _ in dream.offered[other]])
    dream.quests = sorted(left)


def drawn(pool: set[int], dice: Dice, *, take: bool = False) -> int:
    """One of the pool, however the set is laid out."""
    quest = sorted(pool)[dice.roll(len(pool))]
    if take:
        pool.discard(quest)
    return quest


# -- finger ranks: only who was seen to be quicker than whom -----------------------------------


def redeal_ranks(dream: Drakkar, dice: Dice) -> None:  # rule: ruling.brawl-sealed
    """Any order of fingers that agrees with the waves so far."""
    if dream.ranks:
        seen = dream.beaten
        orders = [
            ranks
            for ranks in permutations(range(dream.seats))
            if all(ranks[winner] < ranks[loser] for winner, loser in seen)
        ]
        dream.ranks = list(orders[dice.roll(len(orders))])
