"""What touching a thing would do, before it is touched."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.parts import FACES, Loot
from fimbul.games.drakkar.rules.blue import Raid
from fimbul.games.drakkar.rules.quest import quest_of
from fimbul.games.drakkar.rules.team import Answer, Reply, Sell, pool
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import Drakkar, add, points, rivals, subtract
from fimbul.kernel import Fact, Note, Preview, phrase, step_of

KEPT = 512  # hands whose previews are made once


def previews(state: Drakkar, seat: int | None) -> tuple[Preview, ...]:
    """For what this seat may touch now; all of it follows from what it sees."""
    if seat is None or not state.agenda:
        return ()
    step = step_of(state, seat)
    if isinstance(step, Raid):
        found = [_raid_preview(state, step, rival) for rival in rivals(state, seat)]
    elif isinstance(step, Sell):
        found = [_buyer_preview(state, buyer) for buyer in step.partners(state)]
    elif isinstance(step, Reply | Answer):
        found = [Preview(p.ACCEPT, notes=(_deal_note(state, step),))]
    else:
        return _hand_previews(state.pack, seat, state.hands[seat], tuple(state.ships))
    return tuple(found)


def _raid_preview(state: Drakkar, step: Raid, rival: int) -> Preview:
    mine, theirs = step.strength(state), s.strength(state.pack, state.ships[rival])
    title = phrase("If you raid {rival}", rival=p.PLAYERS[rival])
    return Preview(p.SEATS[rival], notes=(Note(title, (_odds(mine, theirs),)),))


def _odds(mine: int, theirs: int) -> Fact:
    wins = "You win a token, {mine} against {theirs}"
    loses = "You lose a card, {mine} against {theirs}"
    rule = "blue.raid-win" if mine > theirs else "blue.raid-lose"
    return Fact(phrase(wins if mine > theirs else loses, mine=mine, theirs=theirs), rule)


def _buyer_preview(state: Drakkar, buyer: int) -> Preview:
    """What that seeker could collect with help, all of it shown to everybody."""
    quest, loot = quest_of(state, buyer), state.pack.quest_loots[state.kept[buyer][-1]]
    purse = pool(state, buyer)
    facts = (
        Fact(phrase("Brings {loot}", loot=p.said_loot(loot)), "quest.loot"),
        Fact(phrase("Can pay from {loot}", loot=p.said_loot(purse)), "ruling.payment-pool"),
    )
    title = phrase("{who} seeks help for {quest}", who=p.PLAYERS[buyer], quest=quest.name)
    return Preview(p.SEATS[buyer], notes=(Note(title, facts),))


def _deal_note(state: Drakkar, step: Reply | Answer) -> Note:
    """What both would have after the deal."""
    seeker, helper = step.seeker, step.helper
    paid = subtract(pool(state, seeker), step.bundle)
    gained = add(state.loot[helper], step.bundle)
    sides = ((seeker, paid, "team.collect-and-pay"), (helper, gained, "team.payment"))
    facts = [Fact(_fortune(seat, held), rule) for seat, held, rule in sides]
    return Note("If this is accepted", tuple(facts))


def _fortune(seat: int, held: Loot) -> str:
    worth = points(held)
    one = "{who} would have {points} point, with {loot}"
    many = "{who} would have {points} points, with {loot}"
    template = one if worth == 1 else many
    return phrase(template, who=p.PLAYERS[seat], loot=p.said_loot(held), points=worth)


@lru_cache(maxsize=KEPT)
def _hand_previews(
    pack: Pack, seat: int, hand: tuple[int, ...], ships: tuple[Ship, ...]
) -> tuple[Preview, ...]:
    """What the cards in hand would do with the ships as they are. They are kept, as most choices
    change neither."""
    faces = [face for card in hand for face in (card, card ^ 1)]
    notes = [(face, _face_note(pack, seat, face, ships)) for face in faces]
    return tuple([Preview(FACES[face], notes=(note,)) for face, note in notes if note])


def _face_note(pack: Pack, seat: int, face: int, ships: tuple[Ship, ...]) -> Note | None:
    kind, berths = pack.kinds[face], ships[seat]
    if kind == p.RAID:
        mine = s.strength(pack, berths)
        title = phrase("You raid with strength {strength} now", strength=mine)
        return Note(title, tuple(_raid_facts(pack, seat, ships)))
    if kind == p.BOARDING:
        return _boarding_note(pack, berths, face)
    if kind < p.LOKI and not s.usable(pack, berths, face):
        fact = Fact("There is no place for it now, so it would be discarded", "play.unplayable")
        return Note(pack.labels[face], (fact,))
    return None


def _raid_facts(pack: Pack, seat: int, ships: tuple[Ship, ...]) -> Iterator[Fact]:
    if not s.crew(pack, ships[seat]):
        yield Fact("Without a Viking aboard it would be discarded", "blue.raid-needs-viking")
        return
    mine = s.strength(pack, ships[seat])
    for rival in (*range(seat + 1, len(ships)), *range(seat)):
        theirs = s.strength(pack, ships[rival])
        who = p.PLAYERS[rival]
        words = phrase("{mine} against {theirs} of {who}", mine=mine, theirs=theirs, who=who)
        yield Fact(words, "blue.raid-compare")


def _boarding_note(pack: Pack, berths: Ship, face: int) -> Note:
    loot = p.said_loot(pack.loots[face])
    title = phrase("{card} for {loot}", card=pack.labels[face], loot=loot)
    if not s.complete(pack, berths):
        fact = Fact("Without a complete ship it would be discarded", "blue.board-complete")
    else:
        mine, need = s.strength(pack, berths), pack.needs[face]
        words = phrase("Strength {mine} against {need} now", mine=mine, need=need)
        fact = Fact(words, "blue.board-strength")
    return Note(title, (fact,))
