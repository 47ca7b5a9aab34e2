"""What touching a thing would do, before it is touched."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.parts import FACES
from fimbul.games.drakkar.rules.blue import Raid
from fimbul.games.drakkar.rules.quest import quest_of
from fimbul.games.drakkar.rules.team import Answer, Reply, Sell, pool
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import Drakkar, add, points, rivals, subtract
from fimbul.kernel import Fact, Note, Preview, step_of


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
    elif state.hands[seat]:
        found = list(_hand_previews(state, seat))
    else:
        found = []
    return tuple(found)


def _raid_preview(state: Drakkar, step: Raid, rival: int) -> Preview:
    mine, theirs = step.strength(state), s.strength(state.pack, state.ships[rival])
    return Preview(p.SEATS[rival], notes=(Note("The Raid would compare", _odds(mine, theirs)),))


def _odds(mine: int, theirs: int) -> tuple[Fact, ...]:
    end = "you win a token" if mine > theirs else "you lose a card"
    rule = "blue.raid-win" if mine > theirs else "blue.raid-lose"
    return (Fact(f"{mine} against {theirs}: {end}", rule),)


def _buyer_preview(state: Drakkar, buyer: int) -> Preview:
    """What that seeker could collect with help, all of it shown to everybody."""
    quest, loot = quest_of(state, buyer), state.pack.quest_loots[state.kept[buyer][-1]]
    facts = (
        Fact(f"Loot with your help: {p.said_loot(loot)}", "quest.loot"),
        Fact(f"Could pay from: {p.said_loot(pool(state, buyer))}", "ruling.payment-pool"),
    )
    return Preview(p.SEATS[buyer], notes=(Note(f"{{{buyer}}} seeks help for {quest.name}", facts),))


def _deal_note(state: Drakkar, step: Reply | Answer) -> Note:
    """What both would have after the deal."""
    seeker, helper = step.seeker, step.helper
    paid = subtract(pool(state, seeker), step.bundle)
    gained = add(state.loot[helper], step.bundle)
    sides = ((seeker, paid, "team.collect-and-pay"), (helper, gained, "team.payment"))
    facts = [
        Fact(f"{{{seat}}} would have {p.said_loot(held)}: {points(held)} points", rule)
        for seat, held, rule in sides
    ]
    return Note("If this is accepted", tuple(facts))


def _hand_previews(state: Drakkar, seat: int) -> Iterator[Preview]:
    pack, berths = state.pack, state.ships[seat]
    mine = s.strength(pack, berths)
    for card in state.hands[seat]:
        for face in (card, card ^ 1):
            kind = pack.kinds[face]
            if kind == p.RAID:
                note = Note(f"Strength {mine} now", tuple(_raid_facts(state, seat, mine)))
            elif kind == p.BOARDING:
                note = _boarding_note(state, seat, face)
            elif kind < p.LOKI and not s.usable(pack, berths, face):
                fact = Fact(
                    "There is no place for it now: it would be discarded", "play.unplayable"
                )
                note = Note(pack.labels[face], (fact,))
            else:
                continue
            yield Preview(FACES[face], notes=(note,))


def _raid_facts(state: Drakkar, seat: int, mine: int) -> Iterator[Fact]:
    if not s.crew(state.pack, state.ships[seat]):
        yield Fact("Without a Viking it would be discarded", "blue.raid-needs-viking")
        return
    for rival in rivals(state, seat):
        theirs = s.strength(state.pack, state.ships[rival])
        yield Fact(f"{{{rival}}}: {mine} against {theirs}", "blue.raid-compare")


def _boarding_note(state: Drakkar, seat: int, face: int) -> Note:
    pack, berths = state.pack, state.ships[seat]
    title = f"{pack.labels[face]}: {p.said_loot(pack.loots[face])}"
    if not s.complete(pack, berths):
        fact = Fact("Without a complete ship it would be discarded", "blue.board-complete")
    else:
        mine, need = s.strength(pack, berths), pack.needs[face]
        fact = Fact(f"{mine} against {need} now", "blue.board-strength")
    return Note(title, (fact,))
