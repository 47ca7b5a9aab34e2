"""The table in rows of words, for a small screen: it fits twenty-four lines of eighty columns.

Islands instead of a map, counts instead of a crowd, programs as they were written. Whatever may be
touched is there under the name that it has in the scene.
"""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.ending import glory
from fimbul.games.ragnarok_star.scene import BUTTONS, show
from fimbul.games.ragnarok_star.scene.about import ACTIONS, SHORT, planned
from fimbul.games.ragnarok_star.scene.boards import LOOKS, marks_of, writing
from fimbul.games.ragnarok_star.scene.notes import eye_notes
from fimbul.games.ragnarok_star.state.packing import BIT, LODGES, MARKS, SHORE, ProgramMark
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked, hall, held_tile
from fimbul.kernel import Plate, Scene, Thing, Zone, decision_of, listed, phrase

FEW = ("girl", "boy", "lady", "man")
CROWD = ("girls", "boys", "ladies", "men")
FEWER = tuple(
    p.counts(f"{{count}} {few}", f"{{count}} {many}") for few, many in zip(FEW, CROWD, strict=True)
)


def brief(state: RagnarokStar, seat: int | None) -> Scene:
    """Nothing that the scene does not show: the leak property looks at this as at the scene.

    The rows come in the order in which they matter: where there is no room the last give way.
    """
    scene = show(state, seat)
    rows = [
        _round(state),
        *[_island(state, island) for island in p.RING],
        _sea(state),
        *([] if seat is None or writing(state, seat) is None else _board(state, seat)),
        *[_program(state, other) for other in range(state.seats)],
        *[zone for zone in scene.zones if zone.id == f"hand:{seat}"],
        *([] if seat is None else [_seen(state, seat)]),
        *([_angry(state)] if state.mode else []),
        _held(state),
        _fulfilled(state),
    ]
    filled = [row for row in rows if row.things]
    buttons = [zone for zone in scene.zones if zone.id == BUTTONS]
    here = {thing.id for row in (*filled, *buttons) for thing in row.things}
    rest = Zone("asked", "To touch", "buttons", things=tuple(_asked(state, seat, scene, here)))
    zones = (*filled, *([rest] if rest.things else []), *buttons)
    plates = tuple([_plate(state, other) for other in range(state.seats)])
    return Scene(zones, plates)


def _asked(state: RagnarokStar, seat: int | None, scene: Scene, here: set[str]) -> Iterator[Thing]:
    """What is asked for and stands in no row."""
    decision = None if seat is None else decision_of(state, seat)
    options = set(decision.options) - here if decision else set()
    yield from (thing for thing in scene.things() if thing.id in options)


def _fulfilled(state: RagnarokStar) -> Zone:
    facts = []
    for seat, cards in enumerate(state.shown):
        names = [state.pack.contracts[card].name for card in cards]
        if names:
            facts.append(_fact(f"shown-{seat}", _whose(seat, listed(names, " + "))))
    return Zone("shown", "Fulfilled", things=tuple(facts))


def _seen(state: RagnarokStar, seat: int) -> Zone:
    """What the seat's own eye has looked at."""
    facts = [fact for note in eye_notes(state, seat) for fact in note.facts]
    things = [_fact(f"seen-{number}", fact.text) for number, fact in enumerate(facts)]
    return Zone("seen", "Your eye", things=tuple(things))


def said(count: int, fan: int) -> str:
    return FEWER[fan][count]


def _whose(seat: int, what: str | int) -> str:
    """What a band has, after its name."""
    return phrase("{band} {what}", band=p.BANDS[seat], what=what)


def _fact(name: str, words: str) -> Thing:
    """Something to read; nobody touches it."""
    return Thing(f"fact:{name}", "fact", words)


def _plate(state: RagnarokStar, seat: int) -> Plate:
    tone, emblem = LOOKS[seat]
    fans = hall(state, seat)
    facts = [said(count, fan) for fan, count in enumerate(fans) if count] or ["no fans"]
    facts += ["shield up"] if state.shields[seat] else []
    return Plate(seat, p.BANDS[seat], tone, emblem, tuple(facts), glory(state, seat))


def _round(state: RagnarokStar) -> Zone:
    tile = p.TILE_NAMES[held_tile(state)]
    master = phrase(MASTER, band=p.BANDS[state.master], tile=tile)
    facts = [_fact("number", phrase("number {number}", number=state.at))] if state.at else []
    facts.append(_fact("master", master))
    facts += [_fact(f"eye-{deck}", words) for deck, words in _locked(state)]
    title = phrase("Round {number} of {rounds}", number=max(1, state.round), rounds=p.ROUNDS)
    return Zone("round", title, things=tuple(facts))


MASTER = "Ice Master {band} with the {tile}"


def _locked(state: RagnarokStar) -> Iterator[tuple[int, str]]:
    for deck in (p.YOUNG, p.OLD):
        if any(eyes & BIT[deck] for eyes in state.eyes):
            yield deck, ("young deck locked", "old deck locked")[deck]


# -- the islands -------------------------------------------------------------------------------


def _island(state: RagnarokStar, island: int) -> Zone:
    """Who stands there, whose boats lie there, and the ice before it."""
    name = p.ISLANDS[island]
    crowd = state.islands[SHORE[island]]
    fans = [said(count, fan) for fan, count in enumerate(crowd) if count]
    boats = [p.BANDS[seat] for seat in range(state.seats) if state.boats[seat] == island]
    facts = [
        listed(fans) if fans else "nobody",
        *boats,
        *(["Fafnirvana"] if state.dragon == island else []),
        *_ice(state, island),
    ]
    things = [_fact(f"{name}-{number}", words) for number, words in enumerate(facts)]
    return Zone(f"at:{name}", p.ISLAND_NAMES[island], things=tuple(things))


def _ice(state: RagnarokStar, spot: int) -> Iterator[str]:
    """Spot i lies before port i, between the islands i and i + 1."""
    tile = state.ice[spot]
    if tile != p.NONE:
        effects = ["port blocked"] if blocked(state, spot) else []
        to = p.ISLAND_NAMES[(spot + 1) % len(p.ISLANDS)]
        effects += [phrase("link to {island}", island=to)] if p.LINKING[tile] else []
        yield phrase("{tile} ({effects})", tile=p.TILE_NAMES[tile], effects=listed(effects))


def _sea(state: RagnarokStar) -> Zone:
    boats = [p.BANDS[seat] for seat in range(state.seats) if state.boats[seat] == p.NONE]
    things = [_fact(f"sea-{number}", band) for number, band in enumerate(boats)]
    return Zone("at:sea", "Open sea", things=tuple(things))


# -- programs ----------------------------------------------------------------------------------


def _board(state: RagnarokStar, seat: int) -> Iterator[Zone]:
    """A musician a row with the three actions, and the numbers written so far."""
    written = {mark.action: mark for mark in marks_of(state, seat)}
    for musician, offer in enumerate(p.OFFERS[: p.NUMBERS[state.mode]]):
        cells = tuple([_cell(action, written.get(action)) for action in offer])
        yield Zone(f"plays:{p.MUSICIANS[musician]}", p.MUSICIAN_NAMES[musician], things=cells)


def _cell(action: int, mark: ProgramMark | None) -> Thing:
    label = SHORT[action] if mark is None else phrase("[{what}]", what=planned(mark))
    return Thing(p.ACT_IDS[action], "action", label, tip=ACTIONS[action])


def _program(state: RagnarokStar, seat: int) -> Zone:  # rule: program.reveal
    """What is open of a program and still to come."""
    marks = [MARKS[written] for written in sorted(state.written[seat])]
    left = [mark for mark in marks if mark.number >= state.at]
    title = phrase("{band} plays", band=p.BANDS[seat])
    things = tuple([_fact(f"plan-{seat}-{mark.packed}", planned(mark)) for mark in left])
    return Zone(f"plan:{seat}", title, things=things, seat=seat)


# -- lodges and hands --------------------------------------------------------------------------


def _angry(state: RagnarokStar) -> Zone:
    """Where the angry fans of each band stand: squares 1 to 4, or the exit."""
    facts = []
    for seat, lodge in enumerate([LODGES[packed] for packed in state.lodges]):
        places = [str(square) for square, taken in enumerate(lodge.squares, 1) if taken]
        places += ["exit"] * lodge.waiting
        where = listed(places, " ") if places else "none"
        facts.append(_fact(f"angry-{seat}", _whose(seat, where)))
    return Zone("angry", "Angry fans on", things=tuple(facts))


def _held(state: RagnarokStar) -> Zone:  # rule: ruling.public-information
    """How many contracts, and who holds a Guest Star; not which."""
    facts = []
    for seat in range(state.seats):
        held: str | int = len(state.hands[seat])
        if state.held[seat] != p.NONE:
            held = phrase("{count} and a Guest Star", count=held)
        facts.append(_fact(f"held-{seat}", _whose(seat, held)))
    return Zone("held", "Contracts held", things=tuple(facts))
