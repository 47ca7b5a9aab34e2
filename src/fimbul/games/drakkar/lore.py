"""What bots know: how good a table looks, in points that are there or within reach."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar import ship as s
from fimbul.games.drakkar.parts import Pack, Quest
from fimbul.games.drakkar.rules.team import Answer, Bargain, Counter, Reply, Seek, helpers
from fimbul.games.drakkar.ship import Ship
from fimbul.games.drakkar.state import Drakkar, points

# What a face in hand is worth before there is a quest, by kind, in points; Vikings by helmets.
WORTH = (0.35, 0.35, 0.4, 0.25, 0.0, 0.3, 0.45, 0.25, 0.45, 0.2, 0.3, 0.3, 0.15)
HELMET = 0.15
SCALES = (9.0, 9.0, 7.5, 6.0)  # by round: so many points ahead are as good as won
SAFE, RISK = 0.94, 0.012  # a quest that is met, and what each trick to come may spoil
PLAY = 0.91  # how sure each further play is that a quest still needs
FAR = 0.05  # a quest that hand and ship cannot meet any more
SALE = 0.25  # what a stored Viking or Beer is worth to whoever may have to sell it
READY = 0.1  # a red or blue face still in hand


def value(state: Drakkar, seat: int) -> float:
    """The lead over each rival, as a share of what would be as good as won."""
    if state.result is not None:
        return state.result.reward(seat)
    hopes = [hope(state, other) for other in range(state.seats)]
    add_bargain(state, hopes)
    scale, mine = SCALES[state.round], hopes[seat]
    leads = sum([max(-1.0, min(1.0, (mine - other) / scale)) for other in hopes])
    return leads / (state.seats - 1)


def hope(state: Drakkar, seat: int) -> float:
    """Points of that seat, and what this round may still bring."""
    pack, hand, total = state.pack, state.hands[seat], float(points(state.loot[seat]))
    if len(state.kept[seat]) < state.round or not state.kept[seat]:
        return total + sum([max(worth(pack, face), worth(pack, face ^ 1)) for face in hand]) / 2
    if state.trick == p.TRICKS and not hand and seat in state.fulfilled:
        return total
    quest, loot = state.kept[seat][-1], state.pack.quest_loots[state.kept[seat][-1]]
    gain = points(add_up(state.loot[seat], loot)) - points(state.loot[seat])
    sure = chance(pack, pack.quests[quest], state.ships[seat], hand)
    kinds = pack.kinds
    ready = sum([kinds[face] >= p.LOKI or kinds[face ^ 1] >= p.LOKI for face in hand])
    for_sale = SALE * len(s.stored(state.ships[seat])) * (1 - sure)
    return total + sure * gain + READY * ready + min(for_sale, 0.5)


def add_up(one: p.Loot, other: p.Loot) -> p.Loot:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def worth(pack: Pack, face: int) -> float:
    return WORTH[pack.kinds[face]] + HELMET * pack.strengths[face]


def chance(pack: Pack, quest: Quest, berths: Ship, hand: tuple[int, ...]) -> float:
    """How sure that quest is to be met alone, by what lies on the ship and in the hand."""
    plays = plays_needed(pack, quest, berths, hand)
    left = len(hand)
    if plays == 0:
        spare = s.strength(pack, berths) + p.BOOST * len(s.spears(berths)) - quest.strength
        return min(1.0, SAFE + 0.03 * spare) - RISK * left if left else 1.0
    if plays is None or plays > left:
        return FAR if left else 0.0
    return float(SAFE * PLAY**plays * (1 - 0.4 ** (left - plays + 1)))


def plays_needed(pack: Pack, quest: Quest, berths: Ship, hand: tuple[int, ...]) -> int | None:
    """The fewest cards still to be played for the quest; None: these cards cannot do it."""
    kinds = pack.kinds
    faces = [face for card in hand for face in (card, card ^ 1) if kinds[face] < p.LOKI]
    have = [kinds[face] for face in faces]
    ends = missing_ends([kinds[piece] for piece, _, _ in berths], have)
    if ends is None:
        return None
    roomy = any(kinds[piece] == p.DECK for piece, _, _ in berths)
    fewest = crew_needed(pack, quest, berths, faces, 3 if roomy else 2)
    if not roomy and p.DECK in have and (fewest is None or fewest > 1):
        wider = crew_needed(pack, quest, berths, faces, 3)
        if wider is not None and (fewest is None or wider + 1 < fewest):
            fewest = wider + 1
    return None if fewest is None else ends + fewest


def missing_ends(on_ship: list[int], in_hand: list[int]) -> int | None:
    """How many of Bow, Stern and Yggdrasil are still to be played; None: they are not there."""
    ends = [kind for kind in on_ship if kind in p.ENDS]
    missing = 2 - len(ends)
    if missing == 0:
        return 0
    trees = in_hand.count(p.YGGDRASIL)
    wanted = [kind for kind in (p.BOW, p.STERN) if kind not in ends]
    found = sum([kind in in_hand for kind in wanted])
    return missing if min(found, missing) + trees >= missing else None


def crew_needed(pack: Pack, quest: Quest, berths: Ship, faces: list[int], space: int) -> int | None:
    """How many Vikings and barrels are still to be played on a ship with that much space."""
    barrels = quest.beer - s.beer(pack, berths)
    lacking = quest.strength - s.strength(pack, berths) - p.BOOST * len(s.spears(berths))
    if barrels <= 0 and lacking <= 0:
        return 0
    kinds, strengths = pack.kinds, pack.strengths
    beers = [face for face in faces if kinds[face] in (p.BEER, p.BARDL)]
    if barrels > len(beers):
        return None
    plays = max(0, barrels)
    mates = sorted([strengths[face] for face in faces if kinds[face] == p.VIKING], reverse=True)
    aboard = sorted([strengths[card] for card in s.crew(pack, berths)])
    free = space - quest.beer - len(aboard)
    for mate in mates:
        if lacking <= 0:
            break
        if free > 0:
            free, lacking = free - 1, lacking - mate
        elif aboard and mate > aboard[0]:
            lacking -= mate - aboard.pop(0)
        else:
            break
        plays += 1
    lances = sum([kinds[face] == p.SPEAR for face in faces]) if lacking > 0 else 0
    if lances and lacking <= p.BOOST * lances:
        return plays + -(-lacking // p.BOOST)
    return plays if lacking <= 0 else None


# -- bargaining ------------------------------------------------------------------------------


def fair_offer(tokens: int, left: int) -> int:
    """What a plain seeker offers of a loot: a third, then half, then all but one."""
    # rule: ruling.bargain-bots
    return max(1, (tokens - 1, -(-tokens // 2), tokens // 3)[left - 1])


def helper_takes(tokens: int, paid: int) -> bool:
    """A plain helper wants at least a third of the loot, rounded up."""
    # rule: ruling.bargain-bots
    return paid >= -(-tokens // 3)


def seeker_takes(tokens: int, paid: int) -> bool:
    """A plain seeker pays a counter that leaves at least one token."""
    # rule: ruling.bargain-bots
    return paid <= tokens - 1


def add_bargain(state: Drakkar, hopes: list[float]) -> None:
    """What the open bargain is worth to both, if both are plain traders."""
    step = state.agenda[-1][0] if state.agenda else None
    if isinstance(step, Bargain):
        tokens = sum(state.pack.quest_loots[state.kept[step.seeker][-1]])
        paid, sure = fair_offer(tokens, step.left), 0.6
        if isinstance(step, Reply):
            paid = sum(step.bundle)
            sure = 0.85 if helper_takes(tokens, paid) else 0.25 if paid else 0.0
        elif isinstance(step, Answer):
            paid = sum(step.bundle)
            sure = 0.85 if seeker_takes(tokens, paid) else 0.05
        elif isinstance(step, Counter):
            paid = max(paid, sum(step.wanted))
        hopes[step.seeker] += sure * (tokens - paid)
        hopes[step.helper] += sure * paid
    elif isinstance(step, Seek) and helpers(state, step.seat):
        tokens = sum(state.pack.quest_loots[state.kept[step.seat][-1]])
        hopes[step.seat] += 0.2 * step.left * (tokens - fair_offer(tokens, step.left))
