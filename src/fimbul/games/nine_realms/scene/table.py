"""The table of Nine Realms as one seat sees it: hands, drawn heroes and picks stay hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import structs

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import KINDS, Card, Hero, Kind
from fimbul.games.nine_realms.rules.battle import LayTwo, Swap, TurnDice
from fimbul.games.nine_realms.rules.strength import BattleLine, faces, total
from fimbul.games.nine_realms.scene.ledger import in_short, ledger
from fimbul.games.nine_realms.scene.previews import previews
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import (
    SEAT_EMBLEMS,
    SEAT_TONES,
    Note,
    Plate,
    Scene,
    Thing,
    ThingState,
    Tone,
    Zone,
    ZoneKind,
    counted,
    step_of,
)

NAMES = ("Aesir", "Jötunn")  # by side
TONES: dict[Kind, Tone] = {  # rule: ruling.colours
    "norse_god": "ice", "frost_giant": "ink", "wonder": "violet", "monster": "blood",
    "treasure": "gold", "dwarven": "stone", "shield_hall": "aurora",
}  # fmt: skip
KIND_ART = dict(
    zip(KINDS, ("god", "giant", "wonder", "monster", "treasure", "dwarf", "hall"), strict=True)
)
PICTURES = {
    "odin": "raven", "thor": "bolt", "tyr": "hand", "freyr": "antler", "heimdall": "horn",
    "freyja": "necklace", "njord": "wave", "baldr": "sun", "loki": "mask", "utgard-loki": "mask",
    "bifrost": "bridge", "mimisbrunn": "well", "hlidskjalf": "seat", "jormungandr": "serpent",
    "nidhogg": "dragon", "mjolnir": "hammer", "gungnir": "spear", "gjallarhorn": "horn",
    "brisingamen": "necklace", "skidbladnir": "ship", "gullinbursti": "boar",
}  # fmt: skip
KEPT = 512  # cards that are drawn once, and shown again and again
REALM_PICTURES = frozenset(realm.id for realm in p.OURS.realms)


def show(state: NineRealms, seat: int | None) -> Scene:
    return Scene(
        zones=tuple(_zones(state, seat)),
        plates=tuple(_plate(state, other) for other in range(p.SEATS)),
        notes=tuple(_notes(state, seat)),
        previews=tuple(previews(state, seat)) if seat is not None else (),
    )


def _zones(state: NineRealms, seat: int | None) -> Iterator[Zone]:
    realms = tuple(_realm(state, number) for number in range(p.BATTLES))
    yield Zone("realms", "Realms", "row", things=realms)  # rule: ruling.realms-face-up
    rival_first = (1, 0) if seat in (0, None) else (0, 1)
    for other in rival_first:
        yield from _side_zones(state, other, seat)
    yield Zone("pile", "Draw pile", "stack", things=(_pile(state),))
    discard = tuple(_card(state.box, card) for card in sorted(state.discard))
    yield Zone("discard", "Discarded", "stack", things=discard)  # rule: ruling.discards-open


def _realm(state: NineRealms, battle: int) -> Thing:
    fought = battle == state.fought
    if battle >= len(state.won):
        return _realm_card(state.box, state.row[battle], "now" if fought else str(battle + 1))
    seat = state.won[battle] if state.won[battle] != p.NONE else None
    badge = "tie" if seat is None else NAMES[state.side(seat)]
    return _realm_card(state.box, state.row[battle], badge, "now" if fought else "won", seat)


@lru_cache(maxsize=KEPT)
def _realm_card(
    box: p.Box, number: int, badge: str, when: ThingState | None = None, seat: int | None = None
) -> Thing:
    realm = box.realms[number]
    favours = p.KIND_NAMES[KINDS.index(realm.type)]
    gift = "+1 Strength" if realm.icon == "circle" else "1 die more"
    when = "now" if badge == "now" else when
    return Thing(
        box.realm_ids[number],
        f"realm-{realm.id}" if realm.id in REALM_PICTURES else _kind_art(realm.type),
        realm.name,
        tone=TONES[realm.type],
        badge=badge,
        glyph="○" if realm.icon == "circle" else "□",
        state=() if when is None else (when,),
        tip=f"{realm.icon.capitalize()}: {gift} for each {favours} card in a line",
        kind="card",
        said=(*(("later",) if when is None else ()), realm.icon, KIND_ART[realm.type]),
        sign=realm.icon,
        seat=seat,
    )


def _side_zones(state: NineRealms, other: int, seat: int | None) -> Iterator[Zone]:
    name, own = NAMES[state.side(other)], other == seat
    beside = tuple(_hero(state.box, hero) for hero in state.beside[other])
    kind: ZoneKind = "row" if own and _may_fetch(state, other) else "stack"
    yield Zone(f"beside-{other}", f"{name} beside the realms", kind, things=beside, seat=other)
    yield Zone(f"line-{other}", f"{name} line", things=tuple(_line(state, other)), seat=other)
    dice = tuple(_dice(state, other, own=own))
    yield Zone(f"dice-{other}", f"{name} dice", things=dice, seat=other)
    box, drawn = state.box, state.drawn[other]
    heroes = [_hero(box, hero) for hero in drawn] if own else _backs("hero", other, len(drawn))
    yield Zone(f"heroes-{other}", f"{name} heroes drawn", things=tuple(heroes), seat=other)
    cards = state.hands[other]
    hand = _hand(state, other) if own else _backs("card", other, len(cards))
    yield Zone(f"hand-{other}", f"{name} hand", things=tuple(hand), seat=other, role="hand")
    left = Thing(f"set:{other}", "back-hero", f"{name} heroes face down", glyph="#",
                 badge=str(len(state.sets[other])), state=("face-down",), kind="card")  # fmt: skip
    yield Zone(f"set-{other}", f"{name} hero set", "stack", things=(left,), seat=other)


def _may_fetch(state: NineRealms, seat: int) -> bool:
    """Whether that seat is choosing among its earlier heroes: then they are spread out."""
    return isinstance(step_of(state, seat), Swap)


def _line(state: NineRealms, seat: int) -> Iterator[Thing]:
    line = state.lines[seat]
    if line.hero != p.NONE:
        yield _hero(state.box, line.hero)
    for card in line.cards:
        yield _card(state.box, card)
    if line.last != p.NONE:
        yield structs.replace(_card(state.box, line.last), said=("cunning",))
    if seat in state.sealed:  # that it is chosen is no secret, what is
        sealed: tuple[ThingState, ...] = ("face-down", "sealed")
        yield Thing(f"sealed:{seat}", "back", "Sealed", state=sealed, kind="card")


def _dice(state: NineRealms, seat: int, *, own: bool) -> Iterator[Thing]:
    """The dice lie as they fell until the next roll; their owner sees them turn at once."""
    line = _turning(state, seat) if own else state.lines[seat]
    earlier = not line.cards and bool(state.past)
    shown = faces(state.past[seat] if earlier else line)
    for number, face in enumerate(shown):
        yield _die(seat, number, face, earlier=earlier)


@cache
def _die(seat: int, number: int, face: int, *, earlier: bool) -> Thing:
    worth = f"+{p.WORTH[face]}"
    lying: tuple[ThingState, ...] = () if p.WORTH[face] else ("exhausted",)
    return Thing(p.DIE[seat][number], f"die-{face}", f"die {face}", tone=SEAT_TONES[seat],
                 glyph=p.PIPS[face], badge=worth, state=("past",) if earlier else lying,
                 kind="die")  # fmt: skip


def _turning(state: NineRealms, seat: int) -> BattleLine:
    """A line with the dice as its owner has turned them so far, shown to nobody else yet."""
    lane, die = state.lanes.get(seat), p.DIE_NUMBER[seat].get(state.sealed.get(seat, ""))
    ups = lane.ups if isinstance(lane, TurnDice) else ()
    ups = ups if die is None else (*ups, die)
    return structs.replace(state.lines[seat], ups=ups) if ups else state.lines[seat]


def _hand(state: NineRealms, seat: int) -> Iterator[Thing]:
    lane, picked = state.lanes.get(seat), {state.sealed.get(seat)}
    if isinstance(lane, LayTwo):
        picked.add(lane.first)
    for card in state.hands[seat]:
        thing = _card(state.box, card)
        yield structs.replace(thing, state=("selected",)) if thing.id in picked else thing


@cache
def _backs(kind: str, seat: int, count: int) -> tuple[Thing, ...]:
    """Numbered by place, so that an id says nothing about the card."""
    art = "back-hero" if kind == "hero" else "back"
    return tuple(
        Thing(f"back:{kind}-{seat}-{number}", art, f"face-down {kind}", glyph="#",
              state=("face-down",), kind="card")
        for number in range(count)
    )  # fmt: skip


@lru_cache(maxsize=KEPT)
def _hero(box: p.Box, number: int) -> Thing:
    hero, kind = box.heroes[number], KINDS[number // 9]
    tip = f"{p.KIND_NAMES[number // 9]}, Strength {hero.strength}"
    if hero.power == "exchange":
        tip += "; may be exchanged for a hero of an earlier battle"
    return Thing(
        box.hero_ids[number],
        f"card-{PICTURES[hero.id]}" if hero.id in PICTURES else _kind_art(kind),
        hero.name,
        tone=TONES[kind],
        badge=str(hero.strength),
        tip=tip + _mark(hero),
        kind="card",
    )


@lru_cache(maxsize=KEPT)
def _card(box: p.Box, number: int) -> Thing:
    card = box.cards[number]
    kind = p.KIND_NAMES[box.kinds[number]]
    dice = counted(card.dice, "die", "dice")
    large = f"Strength {card.strength}" if card.type == "wonder" else dice
    return Thing(
        box.card_ids[number],
        f"card-{PICTURES[card.id]}" if card.id in PICTURES else _kind_art(card.type),
        card.name,
        tone=TONES[card.type],
        badge=str(card.strength) if card.type == "wonder" else f"{card.dice}d",
        tip=f"{kind}, {large}; Cunning {box.cunning_texts[number]}" + _mark(card),
        kind="card",
    )


def _kind_art(kind: Kind) -> str:
    return f"kind-{KIND_ART[kind]}"


def _mark(row: Hero | Card) -> str:
    """What of it is printed tells the rulebook."""
    if not row.reconstructed:
        return ""
    return " (partly reconstructed)" if row.basis else " (reconstructed)"


def _pile(state: NineRealms) -> Thing:
    left = str(len(state.pile))
    return Thing("pile:draw", "back", "Draw pile", badge=left, state=("face-down",), kind="card")


def _plate(state: NineRealms, seat: int) -> Plate:
    wins = state.won.count(seat)
    heroes = len(state.sets[seat]) + len(state.drawn[seat])
    facts = (
        f"{wins} of {p.WINS} realms",
        f"{counted(len(state.hands[seat]), 'card')}, {counted(heroes, 'hero', 'heroes')}",
    )
    name = NAMES[state.side(seat)]
    return Plate(seat, name, SEAT_TONES[seat], SEAT_EMBLEMS[seat], facts, wins)


def _notes(state: NineRealms, seat: int | None) -> Iterator[Note]:
    """A ledger for each line of this battle, and those of the battle before."""
    so_far = "" if state.result is not None else " so far"
    for other in state.both():
        line = _turning(state, other) if other == seat else state.lines[other]
        if line.hero != p.NONE:
            note = _ledger_note(state, other, line, state.realm, so_far)
            yield structs.replace(note, seat=other, facts=in_short(note.facts))
    if state.past:
        realm, name = state.row[state.fought - 1], f", battle {state.fought}"
        for other in state.both():
            yield _ledger_note(state, other, state.past[other], realm, name)


def _ledger_note(state: NineRealms, seat: int, line: BattleLine, realm: int, when: str) -> Note:
    return _ledger_of(state.box, NAMES[state.side(seat)], line, realm, when)


@lru_cache(maxsize=KEPT)
def _ledger_of(box: p.Box, name: str, line: BattleLine, realm: int, when: str) -> Note:
    return Note(f"{name}: {total(box, realm, line)}{when}", ledger(box, realm, line))
