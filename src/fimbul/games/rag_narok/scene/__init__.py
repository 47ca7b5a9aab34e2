"""The battlefield as one seat sees it, in millimetres; face-down Orders stay hidden."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Fighter
from fimbul.games.rag_narok.army.terms import PITCHED, STONES
from fimbul.games.rag_narok.ground.field import block_of
from fimbul.games.rag_narok.measure.geometry import Place, Point, bounds, disc, moved
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.measure.tables import CM, TERRAINS
from fimbul.games.rag_narok.rules.aims import holder, stones
from fimbul.games.rag_narok.rules.ending import margin, scores
from fimbul.games.rag_narok.rules.magic.formulas import BY_THING
from fimbul.games.rag_narok.rules.values import tactics
from fimbul.games.rag_narok.scene import aside, ghosts, previews, reaches
from fimbul.games.rag_narok.scene.aside import lurking
from fimbul.games.rag_narok.scene.cards import rosters, row_told, terms, values_of
from fimbul.games.rag_narok.scene.foretell.dues import dues
from fimbul.games.rag_narok.scene.ghosts import labels
from fimbul.games.rag_narok.scene.handing import orders_at_hand
from fimbul.games.rag_narok.scene.magic import (
    casting_notes,
    conjured_shapes,
    covers,
    mana_zones,
    spell_card,
)
from fimbul.games.rag_narok.scene.orders import buttons, order_choice
from fimbul.games.rag_narok.scene.previews import asked_about, asked_reach
from fimbul.games.rag_narok.scene.reckoning import gains
from fimbul.games.rag_narok.scene.routine import usual
from fimbul.games.rag_narok.scene.spots import MM, art_of, at, outlined, turn_of
from fimbul.games.rag_narok.scene.units import banners, counters, names, plights
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    board_of,
    fighter,
    group,
    outline,
    owner,
    place_of,
    squad,
)
from fimbul.games.rag_narok.state.telling import dice_told, some
from fimbul.kernel import (
    SEAT_EMBLEMS,
    SEAT_TONES,
    Decision,
    Fact,
    Mark,
    Note,
    Plate,
    Preview,
    Scene,
    Thing,
    Tone,
    Zone,
    decision_of,
    listed,
    phrase,
)

GRAIN = (10, 20)
MESH = 10 * CM
AIRY = 180  # millimetres of an air board that are always shown, side to side
GHOSTS = {"turn": 24, "advance": 14}  # millimetres: those that stand close together are smaller
GLYPHS = ("abcdefghij", "ABCDEFGHIJ")  # a letter for each Unit, by seat
GROUND_LOOKS: dict[str, tuple[Tone, str]] = {  # a tone, and a letter where there are no pictures
    "wood": ("aurora", "%"), "wall": ("stone", "="), "rock": ("stone", "o"), "hill": ("mute", "~"),
    "ruin": ("stone", "#"), "marsh": ("ice", "&"), "tree": ("aurora", "^"),
    "hedge": ("aurora", "="), "house": ("stone", "H"), "tower": ("stone", "I"),
    "river": ("ice", "~"),
}  # fmt: skip
COUNTED = ("dice", "wounds")  # numbers of a card that are no part of a profile
STRIPS = ("wall", "hedge", "river")  # longer than deep: they are drawn as they lie


def show(state: RagNarok, seat: int | None) -> Scene:
    decision = None if seat is None else decision_of(state, seat)
    options = decision.options if decision else ()
    zones = [_table(state, seat, decision), _phases(state), *_air_boards(state), *_holds(state)]
    zones += rosters(state, seat, asked_about(state, decision), options)
    zones += aside.aside(state, seat)
    zones += mana_zones(state)
    shown = {thing.id for zone in zones for thing in zone.things}
    rest = [option for option in options if option not in shown]
    choices = [thing for thing in rest if not thing.startswith("button:")]
    if choices and seat is not None:
        named = labels(state, choices)
        things = tuple(_choice(state, seat, thing, named[thing]) for thing in choices)
        zones.append(Zone("choices", "Choices", "row", things=things, seat=seat, role="choices"))
    zones += orders_at_hand(state, seat)
    plates = tuple(_plate(state, other) for other in range(p.SEATS))
    looks = {one.thing: one for one in previews.previews(state, seat)}
    for thing, shape in covers(state, decision) if decision else ():
        looks[thing] = Preview(thing, marks=(Mark("tint", outlined(state, shape), "violet"),))
    zones += buttons(state, decision)
    return Scene(
        tuple(zones), plates, tuple(_notes(state)), tuple(looks.values()),
        tuple(reaches.reaches(state, seat)), terms(state), tuple(usual(state, seat)),
    )  # fmt: skip


PHASES_MORE = (  # rule: turn.sequence
    "The armies are set up on the table.",
    "Both sides roll for Tactics, then give Orders in secret.",
    "Units with Rapid Fire shoot before anybody moves.",
    "Units reveal their Orders and move, one from each side in turn.",
    "The other shooters shoot, and magicians cast spells.",
    "The faithful call miracles and hold Communions.",
    "All who are in contact with an enemy fight.",
    "Routed Units may rally, others form up, and Orders left over are discarded.",
)


def _phases(state: RagNarok) -> Zone:  # rule: turn.sequence
    """The phases of a turn, and which one is open."""
    now = {"turn": state.turn, "turns": state.terms.turns}
    title = phrase("Turn {turn} of {turns}", **now) if state.turn else "Before the battle"
    shown = [number for number in range(len(p.PHASES)) if _is_played(state, number)]
    things = (
        Thing(
            f"phase:{number}", "phase", p.PHASES[number],
            state=("now",) if number == state.phase else ("past",) if number < state.phase else (),
            more=(PHASES_MORE[number],),
        )
        for number in shown
    )  # fmt: skip
    return Zone("phases", title, "track", things=tuple(things))


def _is_played(state: RagNarok, phase: int) -> bool:
    """Nobody deploys once the battle has begun, and nobody prays without the faithful."""
    if phase == p.DEPLOYMENT:
        return state.phase == p.DEPLOYMENT
    return phase != p.DIVINATION or bool(state.roster.faithful) or state.phase == phase


def _choice(state: RagNarok, seat: int, thing: str, label: str) -> Thing:
    if thing in p.ORDER_IDS:
        return order_choice(state, seat, thing, label)
    if thing in BY_THING:
        return spell_card(state, seat, thing)
    if thing in p.SEAT_IDS:
        return Thing(thing, "button", label, kind="seat", seat=p.SEAT_IDS.index(thing))
    return Thing(thing, "button", label, kind="button")


def _table(state: RagNarok, seat: int | None, decision: Decision | None) -> Zone:
    things = (
        *_grounds(state),
        *_figures(state),
        *_wings(state),
        *banners(state, seat, asked_about(state, decision)),
        *counters(state, seat),
        *plights(state),
        *lurking(state, seat),
        *_ghosts(state, decision),
    )
    wide, deep = state.terms.table
    box = (0, 0, wide // MM, deep // MM)
    far = seat is not None and state.south not in (-1, seat)
    marks = (_scale(state, far), *_marks(state), *asked_reach(state, decision), *names(state))
    return Zone("table", "Battlefield", "board", box, GRAIN, things, marks, half=far)


def _grounds(state: RagNarok) -> Iterator[Thing]:
    for ground in state.terms.grounds:
        left, low, right, high = bounds(ground.shape)
        upright = ground.kind in STRIPS and high - low > right - left
        tone, glyph = GROUND_LOOKS[ground.kind]
        yield Thing(
            ground.id, ground.kind, ground.kind.capitalize(),
            at(state, ((left + right) // 2, (low + high) // 2)),
            (high - low if upright else right - left) // MM, 90 * upright, tone, glyph,
            upright=True, tip=p.said_height(TERRAINS[ground.kind].height),
        )  # fmt: skip


def _marks(state: RagNarok) -> Iterator[Mark]:
    """Scenery, deployment strips before the battle, Units and where they look."""
    wide, deep = state.terms.table
    yield Mark("outline", outlined(state, ((0, 0), (wide, 0), (wide, deep), (0, deep))))
    yield Mark("grid", outlined(state, ((0, 0), (wide, deep), (MESH, MESH))))
    for ground in state.terms.grounds:
        yield Mark("tint", outlined(state, ground.shape), GROUND_LOOKS[ground.kind][0])
    yield from _stones(state)
    for shape, shade, text in conjured_shapes(state):
        yield Mark("tint", outlined(state, shape), shade, text)
    if state.phase == p.DEPLOYMENT:
        strip = state.terms.deployment
        for edge, y in ((0, strip), (deep, deep - strip)):
            yield Mark("outline", outlined(state, ((0, y), (wide, y))), "gold")
            deeply = ((wide - 3 * CM, edge), (wide - 3 * CM, y))
            yield Mark(
                "ruler", outlined(state, deeply), "gold", phrase("{far} cm", far=said(strip))
            )
    for unit in [unit for unit in all_standing(state) if state.units[unit].aboard < 0]:
        tone = SEAT_TONES[owner(state, unit)]
        yield Mark("outline", outlined(state, outline(state, unit)), tone)
        yield Mark("arrow", outlined(state, _front(state, unit)), tone)


def _scale(state: RagNarok, far: bool) -> Mark:
    """How long 10 cm are, at the lower left of whoever looks."""
    wide, deep = state.terms.table
    left, y = (wide - 2 * MESH, deep - CM) if far else (MESH, CM)
    return Mark("ruler", outlined(state, ((left, y), (left + MESH, y))), "mute", "10 cm")


def _stones(state: RagNarok) -> Iterator[Mark]:  # rule: ruling.three-stones
    """How near a Unit must be to hold a stone, and who holds it."""
    for stone in stones(state) if state.scenario == STONES else ():
        seat, (left, low, right, high) = holder(state, stone), bounds(stone.shape)
        near = disc(((left + right) // 2, (low + high) // 2), right - left + 2 * p.STONE_NEAR)
        yield Mark("outline", outlined(state, near), SEAT_TONES[seat] if seat >= 0 else "mute")


def _front(state: RagNarok, unit: int) -> tuple[Point, Point]:
    """The arrow of a Unit's heading starts at its front rank, so that it hides nobody."""
    block = block_of(state, unit)
    front = moved(block.at, block.at[2], block.extent[1] // 2)
    return front[:2], moved(front, front[2], 3 * CM)[:2]


def _figures(state: RagNarok, board: int = 0) -> Iterator[Thing]:
    """Those that stand on the table, or on one of the air boards."""
    for unit in all_standing(state):
        letter = _letter(state, unit)
        for member in state.units[unit].ranks:
            place = place_of(state, member)
            if board_of(place) == board:
                here = from_middle(place) if board else at(state, place[:2])
                yield _figure(state, member, letter, here)


def from_middle(place: Place) -> Point:
    """A point of an air board in millimetres from its middle; heights count downwards."""
    return (place[0] % p.STRIDE - p.AIR_BOARD // 2) // MM, (p.AIR_BOARD // 2 - place[1]) // MM


def _air_boards(state: RagNarok) -> Iterator[Zone]:  # rule: flight.air-board, flight.melee-aside
    """A board for each group of figures in the air."""
    flying = [unit for unit in all_standing(state) if state.units[unit].altitude]
    boards = {board_of(place_of(state, state.units[unit].ranks[0])): unit for unit in flying[::-1]}
    for board, unit in sorted(boards.items()):  # rule: ruling.air-board-geometry
        there = [
            one for one in flying if board_of(place_of(state, state.units[one].ranks[0])) == board
        ]
        who, level = listed([squad(state, one).name for one in there]), state.units[unit].altitude
        title = phrase("{units} {level}", units=who, level=p.LEVEL_NAMES[level])
        things = tuple(_figures(state, board))
        yield Zone(f"air-{board}", title, "board", _around(things), GRAIN, things)


def _around(things: tuple[Thing, ...]) -> tuple[int, int, int, int]:
    """No more of an air board than its figures need."""
    columns, rows = [thing.at[0] for thing in things], [thing.at[1] for thing in things]
    wide = max(AIRY, max(columns) - min(columns) + AIRY // 2)
    high = max(AIRY // 2, max(rows) - min(rows) + AIRY // 2)
    across, down = (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2
    return across - wide // 2, down - high // 2, wide, high


def _holds(state: RagNarok) -> Iterator[Zone]:  # rule: machine.transport
    """Who rides in which machine, for everybody to see."""
    for machine in sorted({unit.aboard for unit in state.units if unit.aboard >= 0}):
        units = [unit for unit, one in enumerate(state.units) if one.aboard == machine]
        figures = [
            _figure(state, member, _letter(state, unit), (0, 0))
            for unit in units
            for member in state.units[unit].ranks
        ]
        things = tuple(structs.replace(figure, kind="card") for figure in figures)
        title = phrase("Aboard: {machine}", machine=fighter(state, machine).card.name)
        yield Zone(f"hold-{machine}", title, "row", things=things, seat=owner(state, units[0]))


def _wings(state: RagNarok) -> Iterator[Thing]:  # rule: flight.token, flight.one-token-per-unit
    """Altitude tokens: where a Unit flies, how high, and where it looks."""
    for unit in all_standing(state):  # rule: flight.moves-with-token
        token = state.units[unit].token
        if token is not None:
            yield Thing(
                wings_id(state, unit), "wings",
                phrase("{unit} in the air", unit=squad(state, unit).name),
                at(state, token), 2 * p.TOKEN // MM, turn_of(state.units[unit].facing),
                SEAT_TONES[owner(state, unit)], "^", str(state.units[unit].altitude),
                tip=phrase("level {number}", number=state.units[unit].altitude),
                whole=squad(state, unit).id,
            )  # fmt: skip


def wings_id(state: RagNarok, unit: int) -> str:
    return f"wings:{squad(state, unit).id.removeprefix('unit:')}"


def _letter(state: RagNarok, unit: int) -> str:
    seat = owner(state, unit)
    return GLYPHS[seat][state.roster.of(seat).index(unit) % len(GLYPHS[seat])]


def _figure(state: RagNarok, member: int, letter: str, here: Point) -> Thing:
    """A base with its front."""
    one, place = fighter(state, member), place_of(state, member)  # rule: los.front-mark
    hurt = state.fighters[member].hurt
    return Thing(
        one.id, art_of(one), group(state, one.group).name, here,
        one.card.base_mm[0], turn_of(place[2]), SEAT_TONES[one.seat], letter,
        f"{one.card.wounds - hurt}/{one.card.wounds}" if hurt else "",
        tip=_profile(one, state.fighters[member].faith),
        whole=squad(state, one.unit).id,
    )  # fmt: skip


def _profile(one: Fighter, faith: int) -> str:
    card = one.card
    numbers = [(name, value) for name, value in values_of(one) if name not in COUNTED]
    if card.weapon:
        numbers.append((card.weapon.name, phrase("STR {strength}", strength=card.weapon.strength)))
    if card.faith:
        numbers.append(("TF", str(faith)))
    return row_told(tuple(numbers))


def _ghosts(state: RagNarok, decision: Decision | None) -> Iterator[Thing]:
    """Where the Unit that is asked about would stand."""
    if decision is None:
        return
    for thing, place, label in ghosts.ghosts(state, decision):
        yield Thing(
            thing, "ghost", label, at(state, place[:2]),
            GHOSTS.get(thing.partition(":")[0], 25), turn_of(place[2]), SEAT_TONES[decision.seat],
            tip=ghosts.tip_of(thing),
        )  # fmt: skip


def _plate(state: RagNarok, seat: int) -> Plate:
    army = state.roster.armies[seat]
    left = sum(len(state.units[unit].ranks) for unit in state.roster.of(seat))
    facts = [some(left, "{count} fighter", "{count} fighters")]
    if state.winner == seat:
        facts.append("Tactics winner")
    if state.sides[seat].idle:
        facts.append("all activated")
    score, told = scores(state)[seat], gains(state, seat) if state.result is not None else ()
    return Plate(seat, army.name, SEAT_TONES[seat], SEAT_EMBLEMS[seat], tuple(facts), score, told)


def _notes(state: RagNarok) -> Iterator[Note]:
    """The combat being fought, the tests to come, and last the aims, which stay the same."""
    yield from casting_notes(state)
    yield from _combat(state)
    yield from dues(state)
    yield Note("How the battle is won", tuple(_aims(state)))


def _combat(state: RagNarok) -> Iterator[Note]:
    now = state.melee.combat
    if now is not None:
        both = [group(state, number).name for number in now.groups]
        facts = tuple(
            Fact(_dice(both[seat], now.attack[seat], now.defence[seat])) for seat in range(p.SEATS)
        )
        yield Note(phrase("{one} against {other}", one=both[0], other=both[1]), facts)


def _aims(state: RagNarok) -> Iterator[Fact]:
    if state.scenario == STONES:
        yield Fact("Enemies killed or fled count half their army points (AP)", "victory.points")
        held = phrase("Each stone held, from turn {turn} on", turn=p.STONE_FROM)
        yield Fact(held, "ruling.three-stones", p.STONE_HELD)
    else:
        yield Fact("Enemies killed or fled count their army points (AP)", "victory.points")
    if state.scenario == PITCHED:
        yield Fact("Death of the enemy Commander", "ruling.pitched-aims", p.COMMANDER_SLAIN)
        yield Fact("Each Unit in the enemy's strip", "ruling.pitched-aims", p.STRIP_REACHED)
    wins = phrase("A lead of {points} or more wins; less is a draw", points=margin(state))
    yield Fact(wins, "victory.points")
    if state.turn < state.terms.turns and state.result is None:
        words = "Next Tactics roll: a die + {one} against a die + {other}"
        rolls = phrase(words, one=tactics(state, 0), other=tactics(state, 1))
        yield Fact(rolls, "turn.tactics-roll")


def _dice(name: str, attack: int, defence: int) -> str:
    parts = {"attack": dice_told(attack), "defence": dice_told(defence)}
    return phrase("{fighters}: {attack} in attack, {defence} in defence", fighters=name, **parts)
