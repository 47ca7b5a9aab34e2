"""What bots know: how good a table looks, in points that are there or within reach."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OUR_QUESTS, OURS, Pack, Quest
from fimbul.games.drakkar.parts import NONE
from fimbul.games.drakkar.rules.team import Answer, Bargain, Counter, Reply, Seek, Sell
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import Drakkar, add, points, rivals

# What a face in hand is worth besides the quest, by kind, in points.
WORTH = (0.0, 0.0, 0.1, 0.0, 0.0, 0.05, 0.1, 0.05, 0.4, 0.15, 0.2, 0.2, 0.1)
PLAIN_QUESTS = tuple(quest for quest in OUR_QUESTS if quest.id in ("Q07", "Q14", "Q05"))
PLAIN_LOOT = 3.8
SCALES = (9.0, 9.0, 7.5, 6.0)  # by round: a lead of so many points is as good as won
SAFE, RISK = 0.94, 0.012  # a quest that is met, and what each trick to come may spoil
PLAY = 0.93  # how sure each further play is that a quest still needs
HASTE = 0.8  # what it costs if all cards that are left are needed
FAR = (0.02, 0.06, 0.15)  # a quest that the hand cannot meet, by Bows and Sterns on the ship
SALE = 0.15  # what a stored Viking or Beer is worth to whoever may have to sell it
READY = 0.05  # a red or blue face still in hand
COVERED = 0.95  # what each empty Bow or Stern leaves of a quest: it may be sabotaged
RAIDED, STOLEN = 0.9, 1.0  # a Raid or Loki that is revealed and can hardly fail
TRIED = 2000  # choices, where the match may end with the row


def near(state: Drakkar) -> int:
    """How many choices to try in search of an end: some from the last trick on."""
    return TRIED if state.round == p.ROUNDS and state.trick == p.TRICKS else 0


def value(state: Drakkar, seat: int) -> float:
    """The lead over each rival, as a share of what would be as good as won."""
    return values(state)[seat]


def values(state: Drakkar) -> list[float]:
    """The same for every seat: each compares itself with the same hopes."""
    if state.result is not None:
        return [state.result.reward(seat) for seat in range(state.seats)]
    hopes = [hope(state, seat) for seat in range(state.seats)]
    add_bargain(state, hopes)
    scale, rest = SCALES[state.round], state.seats - 1
    return [
        sum([max(-1.0, min(1.0, (mine - other) / scale)) for other in hopes]) / rest
        for mine in hopes
    ]


def hope(state: Drakkar, seat: int) -> float:
    """Points of that seat, and what this round may still bring."""
    pack, hand, loot = state.pack, state.hands[seat], state.loot[seat]
    total = float(points(loot))
    if not state.kept[seat] or len(state.kept[seat]) < state.round:
        return total + promise(pack, hand) if hand else total
    if seat in state.fulfilled:
        return total
    quest = state.kept[seat][-1]
    berths, waiting = state.ships[seat], state.played[seat]
    placing = state.loose[seat]
    if waiting >= 0:
        if pack.kinds[waiting] < p.LOKI:
            placing = waiting
        else:
            bonus, berths = outlook(state, seat, waiting)
            total += bonus
    if placing != NONE and not finds_room(pack, berths, placing):
        placing = NONE
    gain = points(add(loot, pack.quest_loots[quest])) - points(loot)
    held = Holding(berths, hand, placing)
    sure = our_chance(quest, held) if pack is OURS else chance(pack, pack.quests[quest], held)
    kinds = pack.kinds
    ready = sum([kinds[face] >= p.LOKI or kinds[face ^ 1] >= p.LOKI for face in hand])
    for_sale = min(0.4, SALE * len(s.stored(berths))) * (1 - sure)
    return total + sure * gain + READY * ready + for_sale


def finds_room(pack: Pack, berths: Ship, face: int) -> bool:
    """Whether a card that is about to be placed will stay on the ship."""
    if not s.usable(pack, berths, face):
        return False
    if pack.kinds[face] not in p.STORABLE or s.free_pieces(berths):
        return True
    return any(pack.strengths[face] > pack.strengths[card] for card in s.crew(pack, berths))


def outlook(state: Drakkar, seat: int, card: int) -> tuple[float, Ship]:
    """What a revealed red or blue card that still waits will bring, and the ship after it."""
    pack, berths, kind = state.pack, state.ships[seat], state.pack.kinds[card]
    if kind == p.BOARDING and s.complete(pack, berths):
        spears = len(s.spears(berths))
        lacking = pack.needs[card] - s.strength(pack, berths)
        raised = max(0, -(-lacking // p.BOOST))
        won = sum(pack.loots[card]) if raised <= spears else 0
        return float(won), weakened(pack, berths)
    if kind == p.RAID and s.crew(pack, berths):
        mine = s.strength(pack, berths)
        prey = [s.strength(pack, state.ships[other]) < mine for other in rivals(state, seat)]
        rich = [any(state.loot[other]) for other in rivals(state, seat)]
        if any(weak and some for weak, some in zip(prey, rich, strict=True)):
            return RAIDED, berths
        return 0.0, berths if any(prey) else weakened(pack, berths)
    return (STOLEN if kind == p.LOKI else 0.0), berths


def weakened(pack: Pack, berths: Ship) -> Ship:
    """The ship without its cheapest casualty: a Spear, or its weakest Viking."""
    lances, crew = s.spears(berths), s.crew(pack, berths)
    if lances:
        return s.without(berths, lances[0])
    return s.without(berths, min(crew, key=lambda card: pack.strengths[card])) if crew else berths


def promise(pack: Pack, hand: tuple[int, ...]) -> float:
    """What a hand may bring before there is a quest: two plain quests, and its other faces."""
    held = Holding((), hand, NONE)
    sure = sum([chance(pack, quest, held) for quest in PLAIN_QUESTS]) / len(PLAIN_QUESTS)
    others = sum([max(WORTH[pack.kinds[face]], WORTH[pack.kinds[face ^ 1]]) for face in hand])
    return PLAIN_LOOT * sure + others


class Holding(NamedTuple):
    """What one seat can build with: its ship, its hand, and a face that is about to be placed."""

    berths: Ship
    hand: tuple[int, ...]
    placing: int


@lru_cache(maxsize=1 << 15)
def our_chance(quest: int, held: Holding) -> float:
    """The same for our own cards, remembered: a search asks for every seat again and again."""
    return chance(OURS, OURS.quests[quest], held)


def chance(pack: Pack, quest: Quest, held: Holding) -> float:
    """How sure that quest is to be met, by what lies on the ship and in the hand."""
    plays = plays_needed(pack, quest, held)
    left = len(held.hand) + (held.placing != NONE)
    if plays == 0 and not left:
        return 1.0
    ends = [cargo for piece, cargo, _ in held.berths if pack.kinds[piece] in p.ENDS]
    if plays is None or plays > left:
        return FAR[len(ends)]
    haste = HASTE * (plays / left) ** 1.5 * plays / (plays + 2)
    sure = SAFE * PLAY**plays * (1 - haste) * COVERED ** ends.count(NONE)
    if plays == 0:
        berths = held.berths
        spare = s.strength(pack, berths) + p.BOOST * len(s.spears(berths)) - quest.strength
        sure = min(1.0, sure + 0.02 * spare) - RISK * left
    return float(sure)


def plays_needed(pack: Pack, quest: Quest, held: Holding) -> int | None:
    """The fewest cards still to be played for the quest; None: these cards cannot do it."""
    cards, mates = sorted_hand(pack, held)
    on_ship = [pack.kinds[piece] for piece, _, _ in held.berths]
    roles = missing_ends(on_ship, cards)
    roomy = p.DECK in on_ship
    lack = lack_of(pack, quest, held.berths)
    found = crew_needed(lack, mates, 3 if roomy else 2)
    if found is None and not roomy and cards[p.DECK]:
        found = crew_needed(lack, mates, 3)
        roles.append(cards[p.DECK])
    if found is None:
        return None
    beers, crew, lances = found
    roles += [cards[p.BEER] | cards[p.BARDL]] * beers + [cards[p.VIKING]] * crew
    roles += [cards[p.SPEAR]] * lances
    return len(roles) if can_be_dealt(roles) else None


def sorted_hand(pack: Pack, held: Holding) -> tuple[list[int], list[int]]:
    """Which cards show each yellow kind, as bits, and the Vikings among them, strongest first."""
    kinds, strengths = pack.kinds, pack.strengths
    cards, mates, bit = [0] * p.LOKI, [], 1
    for card in held.hand:
        for face in (card, card ^ 1):
            kind = kinds[face]
            if kind < p.LOKI:
                cards[kind] |= bit
                if kind == p.VIKING:
                    mates.append(strengths[face])
        bit <<= 1
    if held.placing != NONE:
        cards[kinds[held.placing]] |= bit
        if kinds[held.placing] == p.VIKING:
            mates.append(strengths[held.placing])
    mates.sort(reverse=True)
    return cards, mates


def missing_ends(on_ship: list[int], cards: list[int]) -> list[int]:
    """For each of Bow and Stern that is missing, the cards that could be it."""
    trees = on_ship.count(p.YGGDRASIL)
    wanted = [kind for kind in (p.BOW, p.STERN) if kind not in on_ship]
    if len(wanted) == 2 and trees == 1:
        return [cards[p.BOW] | cards[p.STERN] | cards[p.YGGDRASIL]]
    if len(wanted) <= trees:
        return []
    return [cards[kind] | cards[p.YGGDRASIL] for kind in wanted]


def can_be_dealt(roles: list[int]) -> bool:
    """Whether each role gets a card of its own."""
    free = -1  # all cards, as bits; the hardest role picks first
    for role in sorted(roles, key=int.bit_count):
        if not role & free:
            return _hall(roles)
        free &= ~(role & free & -(role & free))
    return True


def _hall(roles: list[int]) -> bool:
    """No set of roles has too few cards between them (Hall's theorem): slow, but exact where
    picking in turn has failed."""
    unions = [(0, 0)]
    for role in roles:
        unions += [(count + 1, cards | role) for count, cards in unions]
    return all(count <= cards.bit_count() for count, cards in unions)


class Lack(NamedTuple):
    """What a ship still lacks for a quest, and what it has."""

    beer: int  # all that the quest asks for
    barrels: int  # of them, those still to come
    strength: int
    aboard: tuple[int, ...]  # the strengths of the crew, weakest first


def lack_of(pack: Pack, quest: Quest, berths: Ship) -> Lack:
    lances = p.BOOST * len(s.spears(berths))
    return Lack(
        quest.beer,
        max(0, quest.beer - s.beer(pack, berths)),
        quest.strength - s.strength(pack, berths) - lances,
        tuple(sorted([pack.strengths[card] for card in s.crew(pack, berths)])),
    )


def crew_needed(lack: Lack, mates: list[int], space: int) -> tuple[int, int, int] | None:
    """Barrels, Vikings and Spears still to be played on a ship with that much space."""
    barrels, lacking, aboard = lack.barrels, lack.strength, list(lack.aboard)
    if lacking <= 0:
        return (barrels, 0, 0) if barrels <= space else None
    free, crew = space - lack.beer - len(aboard), 0
    for mate in mates:
        if free > 0:
            free, lacking = free - 1, lacking - mate
        elif aboard and mate > aboard[0]:
            lacking -= mate - aboard.pop(0)
        else:
            break
        crew += 1
        if lacking <= 0:
            return barrels, crew, 0
    lances = -(-lacking // p.BOOST)
    return (barrels, crew, lances) if lances <= crew + len(aboard) else None


# -- bargaining ------------------------------------------------------------------------------


def fair_offer(tokens: int, left: int) -> int:  # rule: ruling.bargain-bots
    """What a plain seeker offers of a loot: a third, then half, then all but one."""
    return max(1, (tokens - 1, -(-tokens // 2), tokens // 3)[left - 1])


def helper_takes(tokens: int, paid: int) -> bool:  # rule: ruling.bargain-bots
    """A plain helper wants at least a third of the loot, rounded up."""
    return paid >= -(-tokens // 3)


def seeker_takes(tokens: int, paid: int) -> bool:  # rule: ruling.bargain-bots
    """A plain seeker pays a counter that leaves at least one token."""
    return paid <= tokens - 1


def fair_price(tokens: int, left: int) -> int:  # rule: ruling.bargain-bots
    """What a plain helper who opens a bargain asks: two thirds, then half, then a third."""
    return max(1, (-(-tokens // 3), -(-tokens // 2), 2 * tokens // 3)[left - 1])


def buyer_takes(tokens: int, paid: int) -> bool:  # rule: ruling.bargain-bots
    """A plain seeker who is offered help pays up to half of the loot, rounded up."""
    return paid <= -(-tokens // 2)


def counter_of(step: Bargain, tokens: int) -> int:  # rule: ruling.bargain-bots
    """What plain traders counter with: a helper with half of the loot, a seeker with a third."""
    return -(-tokens // (3 if step.pays else 2))


def tokens_of(state: Drakkar, seeker: int) -> int:
    """How many tokens that seeker's quest brings."""
    return sum(state.pack.quest_loots[state.kept[seeker][-1]])


def prospect(step: Bargain, tokens: int) -> tuple[int, float]:
    """What will be paid in the end, and how likely, if both are plain traders."""
    paid = sum(step.bundle)
    if isinstance(step, Reply):
        taken = buyer_takes(tokens, paid) if step.pays else helper_takes(tokens, paid)
        return paid, 0.85 if taken else 0.25 if paid else 0.0
    if isinstance(step, Answer):
        taken = seeker_takes(tokens, paid) if step.pays else helper_takes(tokens, paid)
        return paid, 0.85 if taken else 0.05
    if isinstance(step, Counter):
        return max(counter_of(step, tokens), sum(step.wanted)), 0.6
    return (fair_offer if step.pays else fair_price)(tokens, step.left), 0.6


def add_bargain(state: Drakkar, hopes: list[float]) -> None:
    """What the open bargain is worth to both, if both are plain traders."""
    step = state.agenda[-1][0] if state.agenda else None
    if isinstance(step, Bargain):
        tokens = tokens_of(state, step.seeker)
        paid, sure = prospect(step, tokens)
        hopes[step.seeker] += sure * (tokens - paid)
        hopes[step.helper] += sure * paid
    elif isinstance(step, Seek) and (partners := step.partners(state)):
        if isinstance(step, Sell):
            best = max(tokens_of(state, seat) for seat in partners)
            hopes[step.seat] += 0.2 * step.left * fair_price(best, step.left)
        else:
            tokens = tokens_of(state, step.seat)
            hopes[step.seat] += 0.2 * step.left * (tokens - fair_offer(tokens, step.left))
