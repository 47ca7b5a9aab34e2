"""Every number of the rulebook that is not a card, named, once."""

from __future__ import annotations

from msgspec import Struct

from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import Shape
from fimbul.games.rag_narok.measure.tables import CM, hundredths
from fimbul.kernel import phrase

SEATS = 2
SEAT_IDS = tuple(f"seat:{seat}" for seat in range(SEATS))  # a player, as a thing to touch
FACES = 6
CONTACT = hundredths(t.CONSTANTS["contact_gap_cm"])  # rule: contact.distance
TOUCH = hundredths(t.CONSTANTS["base_touch_gap_cm"])  # rule: ruling.contact-vs-base
CHAIN = hundredths(t.CONSTANTS["formation_distance_cm"])  # rule: formation.distance
SPREAD = hundredths(t.CONSTANTS["dispersed_gap_cm"])  # rule: formation.dispersed
SMALL_OBSTACLE = hundredths(t.CONSTANTS["small_obstacle_cm"])  # rule: move.small-obstacle
FEAT = 5 * CM  # rule: move.feat
HALF_CM = CM // 2  # rule: test.rounding
LEAST_FILES = 3  # rule: formation.close
SHARED_RANKS = (2, 3)  # close, dispersed  # rule: los.close-second-rank, los.dispersed-third-rank
TURNS = (-45, -30, -15, 0, 15, 30, 45)  # rule: move.reorient, ruling.move-options
DENSE = 10  # fighters of a close target that are easier to hit  # rule: shoot.modifiers
RALLY_NEAR = 20 * CM  # rule: state.rally
WOOD_DEPTH = t.TERRAINS["wood"].deeds.sees  # how deep one sees into a wood
STEP_BACK = 5 * CM  # how much farther a disengagement may go to find room
CANCEL = 8  # rule: order.cancel
U_TURN, LATERAL, RESHAPE = (  # rule: manoeuvre.tests
    t.MANOEUVRES[name].deeds.least for name in ("u-turn", "lateral", "change-formation")
)
RALLY, RALLY_CLOSE = 7, 8  # rule: state.rally
TIDY = t.MOODS["disorganised"].deeds.least  # rule: state.disorganised
DEFEAT, DEFEAT_MOST = 6, 10  # rule: fear.defeat
HARDEST = 12  # how far above ATT a difficulty may be announced
COUNTER = t.SKILLS["counter-attack"].deeds.harder  # rule: melee.counter-attack
MASTER = 5  # how far above the announced difficulty the skill needs a result
MOST_ORDERS = 2  # rule: order.max-two
CONCLAVE = 10 * CM  # how near to the Eminence its Disciples stand  # rule: communion.procedure
AIMS, STONES = (t.SCENARIOS[name].deeds for name in ("pitched-battle", "three-stones"))
COMMANDER_SLAIN, STRIP_REACHED = AIMS.slain, AIMS.strip  # rule: victory.points
STONE_HELD, STONE_FROM, STONE_NEAR = STONES.stone, STONES.stone_from, STONES.near
SCOUTS_AWAY = 25 * CM  # rule: setup.scouts
SPOTTED, UNSEEN = 15 * CM, 4  # from how near, and how hard  # rule: ruling.scout-hidden
ARRIVALS, ARRIVE = 2, 8  # from which turn reserves come, and how hard it is  # rule: reserve.test
FADES = t.MIRACLES["occult-knighting"].deeds.fades  # it ends on this die or less

GROUND, LOW, HIGH = range(3)  # rule: flight.three-levels, flight.level0-ground, flight.level1
LEVEL_NAMES = ("on the ground", "in low flight", "in high flight")  # rule: flight.level2
CLIMB = hundredths(t.CONSTANTS["level_change_mov"])  # rule: flight.level-change-cost
TOWERING = hundredths(t.CONSTANTS["level1_obstacle_cm"])  # rule: flight.level1-terrain
BETWEEN_LEVELS = int(t.CONSTANTS["interlevel_difficulty"])  # rule: flight.shoot-plus2
DIVE = int(t.CONSTANTS["dive_bonus"])  # rule: flight.dive-bonus
PIERCED = 2  # STR lost by a shot in each fighter it goes through  # rule: artillery.piercing
BURST = 4  # anybody under a template is hit on this die  # rule: artillery.area
PRESSURE = (-1, 1, 1, 2, 2, 3)  # by the die  # rule: boiler.pressure
STEAM = 250  # hundredths of MOV for each point of pressure
STOP = 8  # rule: machine.irrepressible
TOKEN = 125  # the radius of an altitude token  # rule: ruling.air-board-geometry
AIR_BOARD = 100 * CM  # the side of a board for air fights: the widest Unit finds room on it
STRIDE = 1000 * CM  # boards beside the table lie so far apart that nothing meets by chance

PHASES = (
    "Deployment", "Strategy", "First shooting", "Movement", "Second shooting", "Divination",
    "Melee", "End",
)  # fmt: skip
DEPLOYMENT, STRATEGY, FIRST_SHOOTING, MOVEMENT, SECOND_SHOOTING, DIVINATION, MELEE, END = range(
    len(PHASES)
)

ORDERS = tuple(t.ORDERS)  # rule: order.families
ACTIONS = tuple(o for o in range(len(ORDERS)) if t.ORDERS[ORDERS[o]].family == "action")
REACTIONS = tuple(o for o in range(len(ORDERS)) if o not in ACTIONS)
IMMOBILE, MARCH, RUN, CHARGE, ENGAGE, RAPID_FIRE, DISENGAGE, PURSUIT, RETREAT = ACTIONS
COUNTER_CHARGE, RECEIVE_CHARGE = REACTIONS
SHOTLESS = frozenset(  # Orders after which nobody shoots  # rule: shoot.who
    o for o in (*ACTIONS, *REACTIONS) if not t.ORDERS[ORDERS[o]].may_shoot_after
) - {RAPID_FIRE}
PACES = tuple(card.deeds.paces for card in t.ORDERS.values())  # by Order, of the MOV
ORDER_NAMES = tuple(card.name for card in t.ORDERS.values())
ORDER_IDS = tuple(f"order:{name}" for name in ORDERS)
ORDER_OF = {name: number for number, name in enumerate(ORDER_IDS)}

CALM, FEAR, CONTROL, ROUT = range(4)  # the moods of a Unit
MOOD_NAMES = ("", "Fear", "Control", "Rout")
WAITING, STANDING, DEAD, FLED = range(4)  # the fates of a fighter
STILL, MARCHED, FAST, FEATED, RAN = range(5)  # how a Unit moved this turn

ELEMENTS = ("Air", "Earth", "Water", "Fire", "Light", "Darkness")  # rule: magic.elements
AIR, EARTH, WATER, FIRE, LIGHT, DARKNESS = range(len(ELEMENTS))
OPPOSITE = (EARTH, AIR, FIRE, WATER, DARKNESS, LIGHT)  # rule: magic.elements
NO_GEMS = (0,) * len(ELEMENTS)
GEMS_PER_POWER = 2  # rule: mana.capacity
RECOVERY = ((12, 4), (9, 3), (6, 2), (0, 1))  # results and their gems  # rule: mana.recovery
COUNCIL_NEAR = 10 * CM  # rule: ritual.procedure
FAMILIAR_POWER, FAMILIAR_STAYS = 2, 6  # rule: familiar.reaction
FURY = t.SKILLS["lovers-of-the-earth"].deeds.least  # rule: spell.lovers-of-the-earth
AREA_PITCH = 5 * CM  # how far apart the offered places are  # rule: ruling.area-placement

ROUGH = frozenset(kind for kind, row in t.TERRAINS.items() if row.deeds.passage == "slow")
WALLS = frozenset(kind for kind, row in t.TERRAINS.items() if row.deeds.passage == "feat")
OPEN = frozenset(kind for kind, row in t.TERRAINS.items() if row.deeds.passage == "free")
SOLID = frozenset(t.TERRAINS) - ROUGH - OPEN  # nobody can stand on it  # rule: move.difficult
BARRIERS = SOLID - WALLS  # nor pass it, unless it is small  # rule: move.no-interpenetration


def half(distance: int) -> int:  # rule: move.feat, ruling.drawn-ground, test.rounding
    """Half a distance in steps of half a centimetre, rounded down."""
    return distance // 2 // HALF_CM * HALF_CM


class Ground(Struct, frozen=True):
    """A piece of scenery on the table."""

    id: str
    kind: str
    shape: Shape
    size: int  # index into SIZES; -1: flat

    @property
    def small(self) -> bool:  # rule: move.small-obstacle
        """Narrow enough for Units to pass it as if it were not there."""
        across, up = [x for x, _ in self.shape], [y for _, y in self.shape]
        return max(max(across) - min(across), max(up) - min(up)) <= SMALL_OBSTACLE


GIANTS = ((14 * CM + 1, "Gigantic"), (10 * CM, "Colossal"), (8 * CM, "Huge"))  # Very Large ones


def said_height(height: int) -> str:  # rule: los.scenery-height-bands, ruling.height-boundaries
    """The Size of scenery of that height in words, with the label of what is Very Large."""
    size = size_of_height(height)
    label = next((name for least, name in GIANTS if height >= least), "")
    if label:
        return phrase("{size} ({label})", size=t.SIZES[size], label=label)
    return "Flat" if size < 0 else t.SIZES[size]


def size_of_height(height: int) -> int:  # rule: los.scenery-height-bands, ruling.height-boundaries
    """The Size of scenery of that height; -1: it counts as flat."""
    bands = t.CONSTANTS["scenery_size_from_cm"]
    return sum(height >= hundredths(bands[size]) for size in t.SIZES) - 1
