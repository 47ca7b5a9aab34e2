"""The table as one seat sees it: the only place that decides who sees what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.parts import FACES, NONE
from fimbul.games.drakkar.rules.stowing import Arranging
from fimbul.games.drakkar.rules.team import Bargain, Counter, pool
from fimbul.games.drakkar.scene.notes import notes
from fimbul.games.drakkar.scene.previews import previews
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import Drakkar, clockwise, points, subtract
from fimbul.kernel import (
    SEAT_EMBLEMS,
    SEAT_TONES,
    Mark,
    Plate,
    Point,
    Scene,
    Thing,
    Tone,
    Zone,
    decision_of,
)

NAMES = ("Axe", "Wolf", "Raven", "Serpent", "Keel", "Ash")  # the villages
ARTS = (
    "part-bow", "part-stern", "part-yggdrasil", "part-deck", "viking-horn", "beer", "bardl",
    "spear", "loki", "thief", "raid", "boarding", "sabotage",
)  # fmt: skip
TONES: dict[str, Tone] = {"yellow": "gold", "red": "blood", "blue": "ice"}
LOOT_ARTS = tuple(f"loot-{kind}" for kind in p.LOOT_KINDS)
WIDE, HIGH = 120, 205  # a place on a ship, and a whole ship
SPOTS = ((98, 38), (60, 74), (60, 152))  # in that place: Spear, stored card, ship card
SIZES = (40, 64, 92)  # Spear, stored card, ship card
PLACES = {p.BOW: 0, p.DECK: 1, p.STERN: 2}  # on a ship, from left to right


def show(state: Drakkar, seat: int | None) -> Scene:
    order = [(seat + n) % state.seats for n in range(state.seats)] if seat is not None else None
    seats = order or list(range(state.seats))
    manned = _asks_for_a_seat(state, seat)
    zones = [
        _played(state),
        *[_spread(state, deck) for deck, cards in enumerate(state.decks) if cards],
        *([_own_quests(state, seat)] if seat is not None else []),
        *[_ship_zone(state, other, mine=other == seat, manned=manned) for other in seats],
        *[_own_hand(state, o) if o == seat else _rival_hand(state, o) for o in seats],
        _bargain(state),
        *[_loot_zone(state, other) for other in seats],
        _villages(seats),
        _stacks(state),
        _last(state),
        _shown_quests(state, seat),
        _pile(state),
    ]
    plates = tuple([_plate(state, other) for other in range(state.seats)])
    return Scene(tuple(zones), plates, notes(state, seat), previews(state, seat))


def _asks_for_a_seat(state: Drakkar, seat: int | None) -> bool:
    """Whether that seat is asked to raid or to ask another: it may then point at a ship."""
    decision = None if seat is None else decision_of(state, seat)
    return decision is not None and any(thing in p.SEAT_OF for thing in decision.options)


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
        tip=f"Other face: {pack.labels[face ^ 1]}{pack.marks[face]}",
        kind="card",
    )


def _half_known(pack: Pack, face: int, name: str) -> Thing:
    """A card of which only the shown face is known; its name tells where it lies, not which."""
    art, tone = ARTS[pack.kinds[face]], TONES[p.BANNERS[pack.kinds[face]]]
    tip = "Other face: unknown"
    return Thing(name, art, pack.labels[face], tone=tone, tip=tip, kind="card")


def _played(state: Drakkar) -> Zone:
    """The cards of this trick that are not yet carried out, and those being placed."""
    lying = [face for face in (*state.played, *state.loose) if face != NONE]
    return Zone("middle", "In the middle", things=_faces(state.pack, lying))


def _faces(pack: Pack, faces: Iterable[int]) -> tuple[Thing, ...]:
    return tuple([_face(pack, face) for face in faces])


def _spread(state: Drakkar, deck: int) -> Zone:  # rule: brawl.cards-shown, ruling.brawl-face-shown
    """A deck in the middle, fanned: one face of each card is seen by all."""
    cards = [
        _half_known(state.pack, face, f"shown:{deck + 1}-{number}")
        for number, face in enumerate(state.decks[deck], start=1)
    ]
    name = f"Deck {deck + 1}"
    return Zone(f"spread:{deck + 1}", name, things=(Thing(p.DECKS[deck], "deck", name), *cards))


def _quest(state: Drakkar, quest: int) -> Thing:
    card = state.pack.quests[quest]
    loot = p.said_loot(state.pack.quest_loots[quest])
    mark = " (reconstructed)" if card.reconstructed else ""
    tip = f"Strength {card.strength}, beer {card.beer}. Loot: {loot}{mark}"
    return Thing(p.QUEST_NAMES[quest], "quest", card.name, tip=tip, tone="bone", kind="card")


def _own_quests(state: Drakkar, seat: int) -> Zone:  # rule: ruling.quest-secret
    """Only their owner sees a quest before the last phase."""
    mine = [*state.offered[seat]]
    if not mine and len(state.kept[seat]) == state.round and state.kept[seat]:
        mine = [quest for quest in state.kept[seat][-1:] if quest not in state.shown]
    things = tuple([_quest(state, quest) for quest in mine])
    return Zone(f"quest:{seat}", "Your quest", things=things, seat=seat)


def _shown_quests(state: Drakkar, seat: int | None) -> Zone:
    things = tuple([_quest(state, quest) for quest in state.shown])
    deck = Thing("pile:quests", "quest-back", "Quest deck", badge=str(len(state.quests)))
    return Zone("quests", "Quests", things=(deck, *things))


def _columns(pack: Pack, berths: Ship) -> dict[int, int]:
    """Where each ship card lies: Yggdrasil takes the end that is open."""
    columns = {piece: PLACES.get(pack.kinds[piece], NONE) for piece, _, _ in berths}
    for piece in columns:
        if columns[piece] == NONE:
            columns[piece] = 2 if 0 in columns.values() else 0
    return columns


def _ship_zone(state: Drakkar, seat: int, *, mine: bool, manned: bool) -> Zone:
    """Ship cards in a row, on them what is stored, on that the Spears.

    Whoever is moving cards sees them moved; the others see it when the choice is made.
    Manned, a card stands for its seat.
    """
    pack, berths = state.pack, state.ships[seat]
    lane = state.lanes.get(seat) if mine else None
    if isinstance(lane, Arranging):
        berths = lane.berths(state)
    columns = _columns(pack, berths)
    things: list[Thing] = []
    for berth in sorted(berths, key=lambda berth: columns[berth[0]]):
        badges = ("with it", f"on {pack.labels[berth[0]]}", "")
        for row, face in zip((2, 1, 0), berth, strict=True):
            if face != NONE:
                card = _face(pack, face, badges[row], (columns[berth[0]], row))
                things.append(structs.replace(card, whole=p.SEATS[seat]) if manned else card)
    return Zone(
        f"ship:{seat}",
        f"Ship of {NAMES[seat]}",
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


def _own_hand(state: Drakkar, seat: int) -> Zone:  # rule: ruling.hand-information
    """Both faces of each card side by side; the first is what the rivals know."""
    things: list[Thing] = []
    for face in state.hands[seat]:
        badge = f"({face // 2 + 1})"
        for up in (face, face ^ 1):
            card = _face(state.pack, up, badge)
            things.append(structs.replace(card, other=FACES[up ^ 1]))
    return Zone(f"hand:{seat}", "Your hand", things=tuple(things), seat=seat, role="hand")


def _rival_hand(state: Drakkar, seat: int) -> Zone:
    """What everybody saw in the Brawl, and nothing of the other faces."""
    cards = [
        _half_known(state.pack, face, f"card:{seat}-{number}")
        for number, face in enumerate(state.hands[seat], start=1)
    ]
    name = f"Hand of {NAMES[seat]}"
    return Zone(f"hand:{seat}", name, things=tuple(cards), seat=seat, role="hand")


def _loot_zone(state: Drakkar, seat: int) -> Zone:
    counts = zip(p.TOKENS[seat], LOOT_ARTS, p.LOOT_KINDS, state.loot[seat], strict=True)
    things = [
        Thing(name, art, kind, badge=str(count), state=() if count else ("exhausted",))
        for name, art, kind, count in counts
    ]
    return Zone(f"loot:{seat}", f"Loot of {NAMES[seat]}", "stack", things=tuple(things), seat=seat)


def _stacks(state: Drakkar) -> Zone:
    counts = zip(p.LOOT_KINDS, LOOT_ARTS, state.stacks, strict=True)
    things = [Thing(f"stack:{kind}", art, kind, badge=str(left)) for kind, art, left in counts]
    return Zone("stacks", "Stacks", "stack", things=tuple(things))


def _villages(seats: list[int]) -> Zone:
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
        return Zone("pool", "To pay with")
    laid = step.wanted if isinstance(step, Counter) else step.bundle
    rest = subtract(pool(state, step.seeker), laid)
    stacks = zip(p.POOL, LOOT_ARTS, p.LOOT_KINDS, rest, strict=True)
    things = [Thing(name, art, kind, badge=str(left)) for name, art, kind, left in stacks]
    return Zone("pool", "To pay with", "stack", things=tuple(things))


def _last(state: Drakkar) -> Zone:
    """What everybody revealed last, wherever it is now."""
    things = []
    for seat in clockwise(state):
        face = state.last[seat]
        label = "nothing yet" if face == NONE else state.pack.labels[face]
        art = "card-back" if face == NONE else ARTS[state.pack.kinds[face]]
        things.append(Thing(p.LAST[seat], art, label, badge=NAMES[seat], tone=SEAT_TONES[seat]))
    return Zone("last", "Last trick", things=tuple(things))


def _pile(state: Drakkar) -> Zone:  # rule: ruling.open-and-hidden
    """Discarded cards lie open, both faces known."""
    return Zone("discard", "Discarded", "stack", things=_faces(state.pack, state.discard))


def _plate(state: Drakkar, seat: int) -> Plate:
    pack, berths = state.pack, state.ships[seat]
    facts = [f"strength {s.strength(pack, berths)}", f"beer {s.beer(pack, berths)}"]
    facts.append("complete ship" if s.complete(pack, berths) else "no complete ship")
    if seat == state.earl:
        facts.insert(0, "Earl")
    score = points(state.loot[seat])
    return Plate(seat, NAMES[seat], SEAT_TONES[seat], SEAT_EMBLEMS[seat], tuple(facts), score)
