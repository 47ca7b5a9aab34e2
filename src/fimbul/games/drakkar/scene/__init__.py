"""The table as one seat sees it: the only place that decides who sees what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import structs

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.parts import FACES, NONE, Loot
from fimbul.games.drakkar.rules.stowing import Arranging
from fimbul.games.drakkar.rules.team import Bargain, Counter, pool
from fimbul.games.drakkar.scene import notes, previews
from fimbul.games.drakkar.scene.card_texts import details_of, text_of
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import Drakkar, clockwise, points, subtract
from fimbul.kernel import (
    SEAT_EMBLEMS,
    SEAT_TONES,
    Fact,
    Mark,
    Plate,
    Point,
    Scene,
    Thing,
    Tone,
    Zone,
    ZoneKind,
    decision_of,
    phrase,
)

NAMES = ("Axe", "Wolf", "Raven", "Serpent", "Keel", "Ash")  # the villages
ARTS = (
    "part-bow", "part-stern", "part-yggdrasil", "part-deck", "viking-horn", "beer", "bardl",
    "spear", "loki", "thief", "raid", "boarding", "sabotage",
)  # fmt: skip
TONES: dict[str, Tone] = {"yellow": "gold", "red": "blood", "blue": "ice"}
LOOT_ARTS = tuple(f"loot-{kind}" for kind in p.LOOT_KINDS)
WIDE, HIGH = 120, 205  # a place on a ship, and a whole ship
KEPT = 2048  # cards that are drawn once, and shown again and again
ZONES = 512  # and zones, which are made of them: hands differ from table to table
ABOUT_DECK = "Ten cards with two faces each: the hand of whoever takes the deck."
ABOUT_QUESTS = "Every month each player draws two of these and keeps one."
ABOUT_LAST = "The card that each player revealed last lies here."
ABOUT_LOOT = "Worth 1 point. A trio of goat, weapon and gold is worth 1 more."
SPOTS = ((98, 38), (60, 74), (60, 152))  # in that place: Spear, stored card, ship card
SIZES = (40, 64, 92)  # Spear, stored card, ship card
DISCARD: tuple[str, str, ZoneKind] = ("discard", "Discarded", "stack")  # open, both faces known
NO_BARGAIN = Zone("pool", "To pay with")
PLACES = {p.BOW: 0, p.DECK: 1, p.STERN: 2}  # on a ship, from left to right


def show(state: Drakkar, seat: int | None) -> Scene:
    pack, earl, seats = state.pack, state.earl, state.around(seat or 0)
    manned, loot = _asks_for_a_seat(state, seat), state.loot
    zones = [
        _played(state, pack),
        *[_spread(pack, deck, cards) for deck, cards in enumerate(state.decks) if cards],
        *([_own_quests(state, seat)] if seat is not None else []),
        *[_ship(pack, other, _berths(state, other, seat), manned=manned) for other in seats],
        *[(_own_hand if n == seat else _rival_hand)(pack, n, state.hands[n]) for n in seats],
        _bargain(state),
        *[_loot_zone(other, loot[other]) for other in seats],
        _villages(seats),
        _stacks(tuple(state.stacks)),
        _last(pack, clockwise(state), tuple(state.last)),
        _shown_quests(pack, tuple(state.shown), len(state.quests)),
        _lying(pack, DISCARD, tuple(state.discard)),  # rule: ruling.open-and-hidden
    ]
    plates = [
        _plate(pack, n, berths, loot[n], earl=n == earl) for n, berths in enumerate(state.ships)
    ]
    if state.result is not None:
        plates = [structs.replace(plate, gains=_gains(loot[plate.seat])) for plate in plates]
    return Scene(
        tuple(zones), tuple(plates), notes.notes(state, seat), previews.previews(state, seat)
    )


def _asks_for_a_seat(state: Drakkar, seat: int | None) -> bool:
    """Whether that seat is asked to raid or to ask another: it may then point at a ship."""
    decision = None if seat is None else decision_of(state, seat)
    return decision is not None and any(thing in p.SEAT_OF for thing in decision.options)


@lru_cache(maxsize=KEPT)
def _face(pack: Pack, face: int, badge: str = "", place: Point | None = None) -> Thing:
    """A card with that face up; on a ship it has a column and a row."""
    kind = pack.kinds[face]
    return Thing(
        FACES[face],
        ARTS[kind],
        pack.labels[face],
        (place[0] * WIDE + SPOTS[place[1]][0], SPOTS[place[1]][1]) if place else (0, 0),
        SIZES[place[1]] if place else 0,
        tone=TONES[p.BANNERS[kind]],
        badge=badge,
        tip=text_of(pack, face),
        more=(*details_of(pack, face), phrase("Other side: {card}.", card=pack.labels[face ^ 1])),
        kind="card",
    )


@lru_cache(maxsize=KEPT)
def _half_known(pack: Pack, face: int, name: str) -> Thing:
    """A card of which only the shown face is known; its name tells where it lies, not which."""
    art, tone = ARTS[pack.kinds[face]], TONES[p.BANNERS[pack.kinds[face]]]
    tip, more = text_of(pack, face), details_of(pack, face)
    return Thing(name, art, pack.labels[face], tone=tone, tip=tip, more=more, kind="card")


def _played(state: Drakkar, pack: Pack) -> Zone:
    """The cards of this trick that are not yet carried out, and those being placed."""
    lying = tuple([face for face in (*state.played, *state.loose) if face != NONE])
    return _lying(pack, ("middle", "In the middle", "row"), lying)


@lru_cache(maxsize=ZONES)
def _lying(pack: Pack, where: tuple[str, str, ZoneKind], faces: tuple[int, ...]) -> Zone:
    return Zone(*where, things=tuple([_face(pack, face) for face in faces]))


@lru_cache(maxsize=ZONES)
def _spread(pack: Pack, deck: int, faces: tuple[int, ...]) -> Zone:
    """A deck in the middle, fanned: one face of each card is seen by all."""
    cards = [  # rule: brawl.cards-shown, ruling.brawl-face-shown
        _half_known(pack, face, f"shown:{deck + 1}-{number}")
        for number, face in enumerate(faces, start=1)
    ]
    name = phrase("Deck {number}", number=deck + 1)
    return Zone(f"spread:{deck + 1}", name, things=(_deck(deck, name), *cards))


def _deck(deck: int, name: str) -> Thing:
    return Thing(p.DECKS[deck], "deck", name, more=(ABOUT_DECK,))


@lru_cache(maxsize=KEPT)
def _quest(pack: Pack, quest: int) -> Thing:
    card = pack.quests[quest]
    tip = phrase(
        "Sail with {needs} to bring home {loot}.",
        needs=p.said_needs(card.strength, card.beer),
        loot=p.said_loot(pack.quest_loots[quest]),
    )
    return Thing(p.QUEST_NAMES[quest], "quest", card.name, tip=tip, tone="bone", kind="card")


def _own_quests(state: Drakkar, seat: int) -> Zone:  # rule: ruling.quest-secret
    """Only their owner sees a quest before the last phase."""
    mine = tuple(state.offered[seat])
    if not mine and len(state.kept[seat]) == state.round and state.kept[seat]:
        mine = tuple([quest for quest in state.kept[seat][-1:] if quest not in state.shown])
    return _quests_of(state.pack, seat, mine)


@lru_cache(maxsize=ZONES)
def _quests_of(pack: Pack, seat: int, quests: tuple[int, ...]) -> Zone:
    things = tuple([_quest(pack, quest) for quest in quests])
    return Zone(f"own-quest:{seat}", "Your quest", things=things, seat=seat)


@lru_cache(maxsize=KEPT)
def _shown_quests(pack: Pack, shown: tuple[int, ...], left: int) -> Zone:
    deck = Thing("pile:quests", "quest-back", "Quest deck", badge=str(left), more=(ABOUT_QUESTS,))
    return Zone("quests", "Quests", things=(deck, *[_quest(pack, quest) for quest in shown]))


def _columns(pack: Pack, berths: Ship) -> dict[int, int]:
    """Where each ship card lies: Yggdrasil takes the end that is open."""
    columns = {piece: PLACES.get(pack.kinds[piece], NONE) for piece, _, _ in berths}
    for piece in columns:
        if columns[piece] == NONE:
            columns[piece] = 2 if 0 in columns.values() else 0
    return columns


def _berths(state: Drakkar, seat: int, viewer: int | None) -> Ship:
    """Whoever is moving cards sees them moved; the others see it when the choice is made."""
    lane = state.lanes.get(seat) if seat == viewer else None
    return lane.berths(state) if isinstance(lane, Arranging) else state.ships[seat]


@lru_cache(maxsize=KEPT)
def _ship(pack: Pack, seat: int, berths: Ship, *, manned: bool) -> Zone:
    """Ship cards in a row, on them what is stored, on that the Spears. Manned, a card stands for
    its seat."""
    columns = _columns(pack, berths)
    things: list[Thing] = []
    for berth in sorted(berths, key=lambda berth: columns[berth[0]]):
        badges = ("with it", phrase("on {card}", card=pack.labels[berth[0]]), "")
        for row, face in zip((2, 1, 0), berth, strict=True):
            if face != NONE:
                card = _face(pack, face, badges[row], (columns[berth[0]], row))
                things.append(structs.replace(card, whole=p.SEATS[seat]) if manned else card)
    return Zone(
        f"ship:{seat}",
        phrase("Ship of {who}", who=p.PLAYERS[seat]),
        "ship",
        box=(0, 0, 3 * WIDE, HIGH),
        grain=(WIDE, HIGH),
        things=tuple(things),
        marks=tuple(_open_places(set(columns.values()))),
        seat=seat,
    )


def _open_places(taken: set[int]) -> Iterator[Mark]:
    """Where a ship card is still missing."""
    for place, name in enumerate(("Bow", "Deck", "Stern")):
        if place not in taken:
            middle = (place * WIDE + SPOTS[2][0], SPOTS[2][1])
            yield Mark("outline", (middle,), "mute", name)


@lru_cache(maxsize=ZONES)
def _own_hand(pack: Pack, seat: int, hand: tuple[int, ...]) -> Zone:
    """Both faces of each card side by side; the first is what the rivals know."""
    things: list[Thing] = []  # rule: ruling.hand-information
    for number, face in enumerate(hand, start=1):  # which faces are two sides of one card
        things += [_own_card(pack, up, str(number)) for up in (face, face ^ 1)]
    return Zone(f"hand:{seat}", "Your hand", things=tuple(things), seat=seat, role="hand")


@lru_cache(maxsize=KEPT)
def _own_card(pack: Pack, face: int, badge: str) -> Thing:
    return structs.replace(_face(pack, face, badge), other=FACES[face ^ 1])


@lru_cache(maxsize=ZONES)
def _rival_hand(pack: Pack, seat: int, hand: tuple[int, ...]) -> Zone:
    """What everybody saw in the Brawl, and nothing of the other faces."""
    cards = [
        _half_known(pack, face, f"card:{seat}-{number}")
        for number, face in enumerate(hand, start=1)
    ]
    name = phrase("Hand of {who}", who=p.PLAYERS[seat])
    return Zone(f"hand:{seat}", name, things=tuple(cards), seat=seat, role="hand")


@lru_cache(maxsize=KEPT)
def _loot_zone(seat: int, loot: Loot) -> Zone:
    counts = zip(p.TOKENS[seat], LOOT_ARTS, p.LOOT_KINDS, loot, strict=True)
    things = [
        Thing(
            *(name, art, kind),
            badge=str(count),
            state=() if count else ("exhausted",),
            more=(ABOUT_LOOT,),
        )
        for name, art, kind, count in counts
    ]
    name = phrase("Loot of {who}", who=p.PLAYERS[seat])
    return Zone(f"loot:{seat}", name, "stack", things=tuple(things), seat=seat)


@lru_cache(maxsize=KEPT)
def _stacks(left_over: tuple[int, ...]) -> Zone:
    counts = zip(p.LOOT_KINDS, LOOT_ARTS, left_over, strict=True)
    things = [
        Thing(f"stack:{kind}", art, kind, badge=str(left), more=(ABOUT_LOOT,))
        for kind, art, left in counts
    ]
    return Zone("stacks", "Stacks", "stack", things=tuple(things))


@cache
def _villages(seats: tuple[int, ...]) -> Zone:
    things = [
        Thing(
            p.SEATS[seat],
            f"seat-{SEAT_EMBLEMS[seat]}",
            NAMES[seat],
            tone=SEAT_TONES[seat],
            kind="seat",
            seat=seat,
        )
        for seat in seats
    ]
    return Zone("villages", "Villages", things=tuple(things))


def _bargain(state: Drakkar) -> Zone:
    """What a payment is put together from, while somebody bargains."""
    step = state.agenda[-1][0] if state.agenda else None
    if not isinstance(step, Bargain):
        return NO_BARGAIN
    laid = step.wanted if isinstance(step, Counter) else step.bundle
    rest = subtract(pool(state, step.seeker), laid)
    stacks = zip(p.POOL, LOOT_ARTS, p.LOOT_KINDS, rest, strict=True)
    things = [
        Thing(name, art, kind, badge=str(left), more=(ABOUT_LOOT,))
        for name, art, kind, left in stacks
    ]
    return Zone("pool", "To pay with", "stack", things=tuple(things))


@lru_cache(maxsize=ZONES)
def _last(pack: Pack, seats: tuple[int, ...], faces: tuple[int, ...]) -> Zone:
    """What everybody revealed last, wherever it is now."""
    things = [_last_card(pack, seat, faces[seat]) for seat in seats]
    return Zone("last", "Last trick", things=tuple(things))


@lru_cache(maxsize=KEPT)
def _last_card(pack: Pack, seat: int, face: int) -> Thing:
    label = "nothing yet" if face == NONE else pack.labels[face]
    art = "card-back" if face == NONE else ARTS[pack.kinds[face]]
    more = (ABOUT_LAST,) if face == NONE else (text_of(pack, face), *details_of(pack, face))
    return Thing(p.LAST[seat], art, label, badge=p.PLAYERS[seat], tone=SEAT_TONES[seat], more=more)


@lru_cache(maxsize=KEPT)
def _plate(pack: Pack, seat: int, berths: Ship, loot: Loot, *, earl: bool) -> Plate:
    facts = [
        phrase("strength {strength}", strength=s.strength(pack, berths)),
        phrase("beer {beer}", beer=s.beer(pack, berths)),
        "complete ship" if s.complete(pack, berths) else "no complete ship",
    ]
    if earl:
        facts.insert(0, "Earl")
    score = points(loot)
    return Plate(seat, NAMES[seat], SEAT_TONES[seat], SEAT_EMBLEMS[seat], tuple(facts), score)


def _gains(loot: Loot) -> tuple[Fact, ...]:  # rule: score.tokens, score.trio
    counts = zip(loot, p.SAID_LOOT, strict=True)
    tokens = [(count, one if count == 1 else many, "score.tokens") for count, (one, many) in counts]
    trios = min(loot)
    gains = (*tokens, (trios, "{count} trio" if trios == 1 else "{count} trios", "score.trio"))
    return tuple([Fact(phrase(w, count=n), rule, n) for n, w, rule in gains if n])
