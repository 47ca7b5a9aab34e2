"""The table of Nine Realms as one seat sees it: hands, drawn heroes and picks stay hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import structs

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import KINDS, Kind
from fimbul.games.nine_realms.rules.battle import LayTwo, Swap, TurnDice
from fimbul.games.nine_realms.rules.strength import BattleLine, faces, total
from fimbul.games.nine_realms.scene.ledger import in_short, ledger
from fimbul.games.nine_realms.scene.previews import previews
from fimbul.games.nine_realms.scene.words import (
    CARD_BACK,
    CARD_MORE,
    DIE_MORE,
    HERO_BACK,
    HERO_WORDS,
    PILE_MORE,
    REALM_GOAL,
    REALM_WORDS,
    SEALED,
    SET_MORE,
)
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import (
    SEAT_EMBLEMS,
    SEAT_TONES,
    Fact,
    Note,
    Plate,
    Scene,
    Thing,
    ThingState,
    Tone,
    Zone,
    ZoneKind,
    phrase,
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
BACKS = {
    "hero": ("back-hero", "face-down hero", HERO_BACK),
    "card": ("back", "face-down card", CARD_BACK),
}
KEPT = 512  # cards and zones that are drawn once, and shown again and again
Who = tuple[int, str]  # a seat, and the name of its side
REALM_PICTURES = frozenset(realm.id for realm in p.OURS.realms)


def show(state: NineRealms, seat: int | None) -> Scene:
    return Scene(
        zones=tuple(_zones(state, seat)),
        plates=tuple(_plate(state, other) for other in range(p.SEATS)),
        notes=tuple(_notes(state, seat)),
        previews=tuple(previews(state, seat)) if seat is not None else (),
    )


def _zones(state: NineRealms, seat: int | None) -> Iterator[Zone]:
    box = state.box
    yield _realms(box, state.row, tuple(state.won), state.fought, state.aesir)
    rival_first = (1, 0) if seat in (0, None) else (0, 1)
    for other in rival_first:
        yield from _side_zones(state, other, seat)
    yield _pile(len(state.pile))
    yield _discarded(box, tuple(state.discard))
    if seat is not None and _may_fetch(state, seat):
        yield _keep(box, state.lines[seat].hero)


@lru_cache(maxsize=KEPT)
def _realms(
    box: p.Box, row: tuple[int, ...], won: tuple[int, ...], fought: int, aesir: int
) -> Zone:  # rule: ruling.realms-face-up
    things = []
    for battle, realm in enumerate(row):
        if battle >= len(won):
            badge = "now" if battle == fought else str(battle + 1)
            things.append(_realm_card(box, realm, badge))
            continue
        seat = won[battle] if won[battle] != p.NONE else None
        badge = "tie" if seat is None else phrase("{side}", side=NAMES[seat ^ aesir])
        things.append(_realm_card(box, realm, badge, "now" if battle == fought else "won", seat))
    return Zone("realms", "Realms", "row", things=tuple(things))


@lru_cache(maxsize=KEPT)
def _realm_card(
    box: p.Box, number: int, badge: str, when: ThingState | None = None, seat: int | None = None
) -> Thing:
    realm = box.realms[number]
    tip, more = REALM_WORDS[realm.icon]
    when = "now" if badge == "now" else when
    return Thing(
        box.realm_ids[number],
        f"realm-{realm.id}" if realm.id in REALM_PICTURES else _kind_art(realm.type),
        realm.name,
        tone=TONES[realm.type],
        badge=badge,
        glyph="○" if realm.icon == "circle" else "□",
        state=() if when is None else (when,),
        tip=phrase(tip, kind=p.KIND_NAMES[KINDS.index(realm.type)]),
        more=(more, REALM_GOAL),
        kind="card",
        said=("still to come",) if when is None else (),
        sign=realm.icon,
        seat=seat,
    )


def _side_zones(state: NineRealms, other: int, seat: int | None) -> Iterator[Zone]:
    """The two sides of one table: what is secret is drawn for its own seat alone."""
    box, who, own = state.box, (other, NAMES[state.side(other)]), other == seat
    spread = own and _may_fetch(state, other)
    yield _beside(box, who, state.beside[other], spread=spread)
    yield _line(box, who, state.lines[other], sealed=other in state.sealed)
    yield _rolled(who, *_dice(state, other, own=own))
    yield _heroes(box, who, state.drawn[other], own=own)
    picked = _picked(state, other) if own else frozenset[str]()
    yield _hand(box, who, state.hands[other], picked, own=own)
    yield _set(who, len(state.sets[other]))


def _may_fetch(state: NineRealms, seat: int) -> bool:
    """Whether that seat is choosing among its earlier heroes: then they are spread out."""
    return isinstance(step_of(state, seat), Swap)


@lru_cache(maxsize=KEPT)
def _keep(box: p.Box, trickster: int) -> Zone:
    label = phrase("Keep {hero}", hero=box.hero_names[trickster])
    button = Thing(p.KEEP, "button", label, kind="button")
    return Zone("buttons", "Buttons", "buttons", things=(button,))


@lru_cache(maxsize=KEPT)
def _beside(box: p.Box, who: Who, heroes: tuple[int, ...], *, spread: bool) -> Zone:
    seat, name = who
    things = tuple([_hero(box, hero) for hero in heroes])
    kind: ZoneKind = "row" if spread else "stack"
    title = phrase("{side} veterans", side=name)
    return Zone(f"beside-{seat}", title, kind, things=things, seat=seat)


@lru_cache(maxsize=KEPT)
def _line(box: p.Box, who: Who, line: BattleLine, *, sealed: bool) -> Zone:
    seat, name = who
    things = [_hero(box, line.hero)] if line.hero != p.NONE else []
    things += [_card(box, card) for card in line.cards]
    if line.last != p.NONE:
        things.append(structs.replace(_card(box, line.last), said=("played for its Cunning",)))
    if sealed:  # that something is chosen is no secret; what it is, is one
        lying: tuple[ThingState, ...] = ("face-down", "sealed")
        things.append(
            Thing(f"sealed:{seat}", "back", "Sealed", state=lying, kind="card", more=(SEALED,))
        )
    return Zone(f"line-{seat}", phrase("{side} line", side=name), things=tuple(things), seat=seat)


def _dice(state: NineRealms, seat: int, *, own: bool) -> tuple[tuple[int, ...], bool]:
    """The dice lie as they fell until the next battle begins; their owner sees them turn."""
    line = _turning(state, seat) if own else state.lines[seat]
    over = line.hero == p.NONE and bool(state.past)
    return tuple(faces(state.past[seat] if over else line)), over


@lru_cache(maxsize=KEPT)
def _rolled(who: Who, dice: tuple[int, ...], over: bool) -> Zone:
    seat, name = who
    things = tuple([_die(seat, number, face, over=over) for number, face in enumerate(dice)])
    return Zone(f"dice-{seat}", phrase("{side} dice", side=name), things=things, seat=seat)


@lru_cache(maxsize=KEPT)
def _heroes(box: p.Box, who: Who, drawn: tuple[int, ...], *, own: bool) -> Zone:
    seat, name = who
    things = [_hero(box, hero) for hero in drawn] if own else _backs("hero", seat, len(drawn))
    title = phrase("{side} heroes drawn", side=name)
    return Zone(f"heroes-{seat}", title, things=tuple(things), seat=seat)


@lru_cache(maxsize=KEPT)
def _set(who: Who, left: int) -> Zone:
    seat, name = who
    label = phrase("{side} heroes face down", side=name)
    title = phrase("{side} hero set", side=name)
    pile = Thing(f"set:{seat}", "back-hero", label, glyph="#", badge=str(left),
                 state=("face-down",), more=(SET_MORE,), kind="card")  # fmt: skip
    return Zone(f"set-{seat}", title, "stack", things=(pile,), seat=seat)


@cache
def _die(seat: int, number: int, face: int, *, over: bool) -> Thing:
    worth = f"+{p.WORTH[face]}"
    lying: tuple[ThingState, ...] = () if p.WORTH[face] else ("exhausted",)
    label = phrase("die {face}", face=face)
    return Thing(p.DIE[seat][number], f"die-{face}", label, tone=SEAT_TONES[seat],
                 glyph=p.PIPS[face], badge=worth, state=("past",) if over else lying,
                 more=(DIE_MORE,), kind="die")  # fmt: skip


def _turning(state: NineRealms, seat: int) -> BattleLine:
    """A line with the dice as its owner has turned them so far, shown to nobody else yet."""
    lane, die = state.lanes.get(seat), p.DIE_NUMBER[seat].get(state.sealed.get(seat, ""))
    ups = lane.ups if isinstance(lane, TurnDice) else ()
    ups = ups if die is None else (*ups, die)
    return structs.replace(state.lines[seat], ups=ups) if ups else state.lines[seat]


def _picked(state: NineRealms, seat: int) -> frozenset[str]:
    """The cards of a hand that its owner has chosen already."""
    lane, picked = state.lanes.get(seat), {state.sealed.get(seat, "")}
    if isinstance(lane, LayTwo):
        picked.add(lane.first)
    return frozenset(picked)


@lru_cache(maxsize=KEPT)
def _hand(
    box: p.Box, who: Who, cards: tuple[int, ...], picked: frozenset[str], *, own: bool
) -> Zone:
    seat, name = who
    things = [_card(box, card) for card in cards] if own else _backs("card", seat, len(cards))
    lit = [
        structs.replace(thing, state=("selected",)) if thing.id in picked else thing
        for thing in things
    ]
    title = phrase("{side} hand", side=name)
    return Zone(f"hand-{seat}", title, things=tuple(lit), seat=seat, role="hand")


@cache
def _backs(kind: str, seat: int, count: int) -> tuple[Thing, ...]:
    """Numbered by place, so that an id says nothing about the card."""
    art, label, about = BACKS[kind]
    return tuple(
        Thing(f"back:{kind}-{seat}-{number}", art, label, glyph="#",
              state=("face-down",), kind="card", more=(about,))
        for number in range(count)
    )  # fmt: skip


@lru_cache(maxsize=KEPT)
def _hero(box: p.Box, number: int) -> Thing:
    hero, kind = box.heroes[number], KINDS[number // 9]
    tip, more = HERO_WORDS[hero.power]
    return Thing(
        box.hero_ids[number],
        f"card-{PICTURES[hero.id]}" if hero.id in PICTURES else _kind_art(kind),
        hero.name,
        tone=TONES[kind],
        badge=str(hero.strength),
        tip=phrase(tip, kind=p.KIND_NAMES[number // 9], strength=hero.strength),
        more=more,
        kind="card",
    )


@lru_cache(maxsize=KEPT)
def _card(box: p.Box, number: int) -> Thing:
    card = box.cards[number]
    return Thing(
        box.card_ids[number],
        f"card-{PICTURES[card.id]}" if card.id in PICTURES else _kind_art(card.type),
        card.name,
        tone=TONES[card.type],
        badge=str(card.strength) if card.type == "wonder" else f"{card.dice}d",
        tip=_card_tip(box, number),
        more=CARD_MORE[card.type],
        kind="card",
    )


def _card_tip(box: p.Box, number: int) -> str:
    kind, does = p.KIND_NAMES[box.kinds[number]], box.cunning_texts[number]
    gain = p.gain_in_words(box.cards[number].strength, box.cards[number].dice)
    if does:
        words = "{kind} card. It brings {gain}; its Cunning {does}."
        return phrase(words, kind=kind, gain=gain, does=does)
    return phrase("{kind} card. It brings {gain} and has no Cunning.", kind=kind, gain=gain)


def _kind_art(kind: Kind) -> str:
    return f"kind-{KIND_ART[kind]}"


@cache
def _pile(left: int) -> Zone:
    down: tuple[ThingState, ...] = ("face-down",)
    pile = Thing("pile:draw", "back", "Draw pile", badge=str(left), state=down, kind="card",
                 more=(PILE_MORE,))  # fmt: skip
    return Zone("pile", "Draw pile", "stack", things=(pile,))


@lru_cache(maxsize=KEPT)
def _discarded(box: p.Box, cards: tuple[int, ...]) -> Zone:  # rule: ruling.discards-open
    things = tuple([_card(box, card) for card in sorted(cards)])
    return Zone("discard", "Discard pile", "stack", things=things)


def _plate(state: NineRealms, seat: int) -> Plate:
    wins = state.won.count(seat)
    heroes = len(state.sets[seat]) + len(state.drawn[seat])
    facts = (
        phrase("{wins} of {all} realms", wins=wins, all=p.WINS),
        phrase(
            "{cards}, {heroes}",
            cards=p.some(len(state.hands[seat]), "{count} card", "{count} cards"),
            heroes=p.heroes_in_words(heroes),
        ),
    )
    name = NAMES[state.side(seat)]
    gains = tuple(_gains(state, seat)) if state.result is not None else ()
    return Plate(seat, name, SEAT_TONES[seat], SEAT_EMBLEMS[seat], facts, wins, gains)


def _gains(state: NineRealms, seat: int) -> Iterator[Fact]:
    """The realms won, in the order of the battles."""
    for realm, winner in zip(state.row, state.won, strict=False):
        if winner == seat:
            yield Fact(state.box.realms[realm].name, "win.highest", 1)


def _notes(state: NineRealms, seat: int | None) -> Iterator[Note]:
    """A ledger for each line of this battle, and in one line the battle before."""
    title = "{side}: {total}" if state.result is not None else "{side}: {total} so far"
    for other in state.both():
        line = _turning(state, other) if other == seat else state.lines[other]
        if line.hero != p.NONE:
            yield _line_note(state.box, (other, state.side(other)), line, state.realm, title)
    if state.past:
        yield _battle_before(state.box, state.row[state.fought - 1], state.past, state.both())


@lru_cache(maxsize=KEPT)
def _line_note(box: p.Box, who: tuple[int, int], line: BattleLine, realm: int, title: str) -> Note:
    """The note for the line of a seat, with the name of its side."""
    facts = in_short(ledger(box, realm, line))
    title = phrase(title, side=NAMES[who[1]], total=total(box, realm, line))
    return Note(title, facts, seat=who[0])


@lru_cache(maxsize=KEPT)
def _battle_before(
    box: p.Box, realm: int, past: tuple[BattleLine, ...], seats: tuple[int, int]
) -> Note:
    """Where it was fought and how it ended, winner first; both ledgers, the first of the Aesir."""
    totals = {name: total(box, realm, past[seat]) for name, seat in zip(NAMES, seats, strict=True)}
    facts = [
        fact
        for name, seat in zip(NAMES, seats, strict=True)
        for fact in (Fact(phrase("{side}", side=name), "", totals[name]),
                     *ledger(box, realm, past[seat]))
    ]  # fmt: skip
    first, second = sorted(totals, key=lambda name: -totals[name])
    title = phrase(
        "{realm}: {first} {most}, {second} {least}",
        realm=box.realms[realm].name,
        first=first,
        most=totals[first],
        second=second,
        least=totals[second],
    )
    return Note(title, tuple(facts))
