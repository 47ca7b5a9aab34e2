"""What a plain player does without a thought: bots play dreams on with it, to the month's end.

It must be quick rather than clever. Faces are drawn by weight, so that no two dreams are alike.
"""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.lore import (
    buyer_takes,
    fair_offer,
    fair_price,
    helper_takes,
    seeker_takes,
    tokens_of,
)
from fimbul.games.drakkar.parts import NONE
from fimbul.games.drakkar.rules.blue import Raid
from fimbul.games.drakkar.rules.brawl import Call, Grab, Race
from fimbul.games.drakkar.rules.quest_deal import Keep
from fimbul.games.drakkar.rules.team import Answer, Bargain, Offer, Reply, Seek, Sell
from fimbul.games.drakkar.rules.tricks import Commit
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import Drakkar, rivals
from fimbul.kernel import Decision, Dice, step_of

Options = tuple[str, ...]

# How much each face attracts.
IN_VAIN, A_THEFT, A_TOKEN, A_STRIKE = 1, 10, 24, 30  # besides the quest: for what it may bring
AN_END, ROOM, A_DECK = 60, 50, 6  # a Bow or Stern; a Deck where space is wanted, and where not
A_HELMET, A_BARREL, A_LANCE, SPARE = 22, 50, 30, 3  # for the quest, and where it lacks none


def instinct(state: Drakkar, decision: Decision, dice: Dice) -> str | None:
    """A pick, or None where a dream is best judged: when the next month begins."""
    seat, options = decision.seat, decision.options
    step = step_of(state, seat)
    if isinstance(step, Commit):
        return face_for(state, seat, dice)
    if isinstance(step, Call | Grab | Race):
        return None
    if isinstance(step, Keep):
        return options[dice.roll(len(options))]
    if isinstance(step, Raid):
        return prey(state, options)
    if isinstance(step, Sell):
        return max(options[1:], key=lambda option: tokens_of(state, p.SEAT_OF[option]))
    if isinstance(step, Seek):
        return options[1]
    return bargain(state, step, options) if isinstance(step, Bargain) else options[0]


def prey(state: Drakkar, options: Options) -> str:
    """The weakest village that has loot."""
    villages = [option for option in options if option in p.SEAT_OF]
    rich = [option for option in villages if any(state.loot[p.SEAT_OF[option]])]
    return rich[0] if rich else options[0]


def bargain(state: Drakkar, step: Bargain, options: Options) -> str:  # rule: ruling.bargain-bots
    """As plain traders do; they make no counter-offer."""
    tokens, paid = tokens_of(state, step.seeker), sum(step.bundle)
    if isinstance(step, Offer):
        fair = (fair_offer if step.pays else fair_price)(tokens, step.left)
        return options[0] if paid >= fair else options[-1]
    if isinstance(step, Reply):
        taken = buyer_takes(tokens, paid) if step.pays else helper_takes(tokens, paid)
        return p.ACCEPT if taken else p.REFUSE
    if isinstance(step, Answer):
        taken = seeker_takes(tokens, paid) if step.pays else helper_takes(tokens, paid)
        return p.ACCEPT if taken else p.REJECT
    return options[0]


def face_for(state: Drakkar, seat: int, dice: Dice) -> str:
    """Either face of a card in hand, weighted by the square of how much it attracts."""
    kinds, draw = state.pack.kinds, Draw(state, seat)
    faces = [face for card in state.hands[seat] for face in (card, card ^ 1)]
    weights = [draw.of(face, kinds[face]) ** 2 for face in faces]
    roll, at = dice.roll(sum(weights)), 0
    while roll >= weights[at]:
        roll -= weights[at]
        at += 1
    return p.FACES[faces[at]]


class Draw:
    """How much each face attracts a seat, as its ship and its quest are now."""

    def __init__(self, state: Drakkar, seat: int) -> None:
        self.pack, self.ship = pack, ship = state.pack, state.ships[seat]
        quest = pack.quests[state.kept[seat][-1]]
        self.strength = s.strength(pack, ship)
        self.lances = p.BOOST * len(s.spears(ship))
        self.helmets = quest.strength - self.strength - self.lances
        self.barrels = quest.beer - s.beer(pack, ship)
        self.room = len(s.free_pieces(ship))
        self.others = [(state.ships[other], state.loot[other]) for other in rivals(state, seat)]

    def of(self, face: int, kind: int) -> int:
        if kind >= p.LOKI:
            return self.beside(face, kind)
        if kind == p.VIKING:
            return self.of_viking(self.pack.strengths[face])
        if not s.usable(self.pack, self.ship, face):
            return IN_VAIN
        if kind in p.ENDS:
            return AN_END
        if kind == p.DECK:
            return ROOM if self.wanted() > self.room else A_DECK
        if kind == p.SPEAR:
            return A_LANCE if self.helmets > 0 else SPARE
        return A_BARREL if self.barrels > 0 and self.room else SPARE

    def wanted(self) -> int:
        """Ship cards that the quest still needs for barrels and Vikings."""
        return max(0, self.barrels) + (max(0, self.helmets) + 1) // 2

    def of_viking(self, strength: int) -> int:
        if not self.ship:
            return IN_VAIN
        if self.helmets <= 0:
            return SPARE
        if self.room > max(0, self.barrels):
            return A_HELMET * strength
        aboard = [self.pack.strengths[cargo] for cargo in s.crew(self.pack, self.ship)]
        return A_HELMET * max(0, strength - min(aboard, default=strength)) + IN_VAIN

    def beside(self, face: int, kind: int) -> int:
        """What a red or blue face promises."""
        if kind == p.LOKI:
            return A_TOKEN if any(any(loot) for _, loot in self.others) else IN_VAIN
        if kind == p.RAID:
            return self.of_raid()
        if kind == p.BOARDING:
            return self.of_boarding(face)
        if kind == p.SABOTAGE:
            ends = [NONE in berth[1:2] for ship, _ in self.others for berth in ship]
            return A_THEFT if any(ends) else IN_VAIN
        return A_THEFT

    def of_raid(self) -> int:
        pack = self.pack
        if not self.strength:
            return IN_VAIN
        weak = [any(loot) and s.strength(pack, ship) < self.strength for ship, loot in self.others]
        return A_TOKEN if any(weak) else IN_VAIN

    def of_boarding(self, face: int) -> int:
        """What a Boarding promises; it costs a card, so less where none can be spared for the
        quest."""
        able = self.strength + self.lances >= self.pack.needs[face]
        if not able or not s.complete(self.pack, self.ship):
            return IN_VAIN
        return A_STRIKE * sum(self.pack.loots[face]) // (1 if self.helmets < 0 else 3)
