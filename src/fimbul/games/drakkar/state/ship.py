"""Ships: rows of berths, each a ship card with what is stored on it and the Spear it carries."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.parts import NONE

Berth = tuple[int, int, int]  # the faces of ship card, stored card, Spear; NONE where nothing lies
Ship = tuple[Berth, ...]  # in the order bow, stern, Yggdrasil, deck


def strength(pack: Pack, ship: Ship) -> int:  # rule: ruling.raid-all-vikings
    """All Vikings count, none can be held back; a Spear adds nothing by lying there."""
    strengths, helmets = pack.strengths, 0
    for _, cargo, _ in ship:
        helmets += strengths[cargo]  # rule: yellow.viking, ruling.spear-no-passive
    return helmets


def beer(pack: Pack, ship: Ship) -> int:  # rule: yellow.beer, yellow.bardl
    barrels = pack.barrels
    return sum([barrels[cargo] for _, cargo, _ in ship])


def complete(pack: Pack, ship: Ship) -> bool:  # rule: ship.knarr, ship.drakkar
    """A Bow and a Stern, with or without a Deck; Yggdrasil stands for either."""
    kinds, ends = pack.kinds, 0
    for piece, _, _ in ship:
        ends += kinds[piece] in p.ENDS  # rule: ruling.yggdrasil-role
    return ends == 2


def has_room(pack: Pack, ship: Ship, piece: int) -> bool:  # rule: ship.one-ship
    """At most one Bow, one Stern, one Deck, and two of Bow, Stern and Yggdrasil together."""
    kinds, ends = pack.kinds, 0
    kind = kinds[piece]
    for other, _, _ in ship:
        built = kinds[other]
        if built == kind != p.YGGDRASIL:  # rule: ship.one-of-each
            return False  # rule: ruling.no-piece-exchange
        ends += built in p.ENDS
    return kind == p.DECK or ends < 2  # rule: yellow.yggdrasil, yellow.ship


def with_piece(pack: Pack, ship: Ship, piece: int) -> Ship:  # rule: ship.place
    """In any order, and a Deck at any time: each piece offers its space at once."""
    berths = [*ship, (piece, NONE, NONE)]  # rule: ship.upgrade, store.one-per-ship-card
    if ship:  # rule: ruling.ship-any-order
        berths.sort(key=lambda berth: pack.kinds[berth[0]])
    return tuple(berths)


def free_pieces(ship: Ship) -> list[int]:  # rule: ruling.store-any-piece, store.incomplete-ok
    """Ship cards that hold nothing; any of them can hold any storable card."""
    return [piece for piece, cargo, _ in ship if cargo == NONE]


def stored(ship: Ship) -> list[int]:
    return [cargo for _, cargo, _ in ship if cargo != NONE]


def spears(ship: Ship) -> list[int]:
    return [spear for _, _, spear in ship if spear != NONE]


def crew(pack: Pack, ship: Ship) -> list[int]:
    kinds = pack.kinds
    return [cargo for _, cargo, _ in ship if cargo != NONE and kinds[cargo] in p.CREW]


def bearers(pack: Pack, ship: Ship) -> list[int]:  # rule: yellow.spear-equip, ruling.spear-one-each
    """Vikings without a Spear, the strongest first: one Spear each."""
    kinds = pack.kinds
    found = [
        cargo
        for _, cargo, spear in ship
        if cargo != NONE and spear == NONE and kinds[cargo] in p.CREW
    ]
    if len(found) > 1:
        found.sort(key=lambda cargo: -pack.strengths[cargo])
    return found


def usable(pack: Pack, ship: Ship, face: int) -> bool:
    """Whether a yellow face can be played on that ship at all."""
    kind = pack.kinds[face]
    if kind in p.PIECES:
        return has_room(pack, ship, face)
    if kind == p.SPEAR:
        return bool(bearers(pack, ship))
    return bool(ship)


def with_cargo(ship: Ship, piece: int, cargo: int) -> Ship:  # rule: store.what
    return tuple([(a, cargo, NONE) if a == piece else (a, b, c) for a, b, c in ship])


def with_spear(ship: Ship, bearer: int, spear: int) -> Ship:  # rule: store.without-space
    return tuple([(a, b, spear) if b == bearer else (a, b, c) for a, b, c in ship])


def without(ship: Ship, card: int) -> Ship:
    """The ship without that stored card or Spear; a stored card leaves its Spear behind too."""
    return tuple(
        [
            (a, NONE, NONE) if b == card else (a, b, NONE) if c == card else (a, b, c)
            for a, b, c in ship
        ]
    )


def movable(pack: Pack, ship: Ship) -> list[int]:
    """Stored cards and Spears that could lie elsewhere on the same ship."""
    if len(ship) < 2:
        return []
    cards, lances = list[int](), list[int]()
    for _, cargo, spear in ship:
        if cargo != NONE:
            cards.append(cargo)
            if spear != NONE:
                lances.append(spear)
    return cards + lances if lances and bearers(pack, ship) else cards


def moved_on(pack: Pack, ship: Ship, card: int) -> Ship:  # rule: store.move
    """The ship with that card on the next ship card, or that Spear with the next Viking.

    Two stored cards change places; a Viking keeps its Spear.
    """
    berths = list(ship)
    if pack.kinds[card] == p.SPEAR:
        at = [spear for _, _, spear in ship].index(card)
        ways = [(at + n) % len(ship) for n in range(1, len(ship))]
        bare = bearers(pack, ship)
        to = next(way for way in ways if ship[way][1] in bare)
        berths[at], berths[to] = (*ship[at][:2], NONE), (*ship[to][:2], card)
    else:
        at = [cargo for _, cargo, _ in ship].index(card)
        to = (at + 1) % len(ship)
        berths[at], berths[to] = (ship[at][0], *ship[to][1:]), (ship[to][0], *ship[at][1:])
    return tuple(berths)


def rearranged(berths: Ship, before: Ship) -> bool:
    """Whether that is the same ship with the same cards, some of them moved."""
    columns = [sorted(column) for column in zip(*berths, strict=True)]
    return columns == [sorted(column) for column in zip(*before, strict=True)]


def sound(pack: Pack, berths: Ship) -> bool:
    """Whether such a ship can be built and stocked."""
    built: Ship = ()
    for berth in berths:
        piece = berth[0]
        if not 0 <= piece < len(pack.kinds) - 1:
            return False
        if pack.kinds[piece] not in p.PIECES or not has_room(pack, built, piece):
            return False
        built = with_piece(pack, built, piece)
        if built[-1][0] != piece or not _sound_cargo(pack, berth):
            return False
    return True


def _sound_cargo(pack: Pack, berth: Berth) -> bool:
    _, cargo, spear = berth
    faces = range(NONE, len(pack.kinds) - 1)
    if cargo not in faces or spear not in faces:
        return False
    if cargo != NONE and pack.kinds[cargo] not in p.STORABLE:
        return False
    return spear == NONE or (pack.kinds[spear] == p.SPEAR and pack.kinds[cargo] in p.CREW)
