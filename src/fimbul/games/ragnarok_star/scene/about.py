"""What the things on the table are and do, for whoever looks at them closely."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.packing import ProgramMark
from fimbul.kernel import phrase

SHORT = (  # what an action is called where room is short
    "Sail", "Fly", "Shield", "Ice", "Steal", "Eye", "Contract", "2 girls", "1 girl", "2 boys",
    "1 boy", "2 ladies", "1 lady", "2 men", "1 man", "Guest Star", "Control", "Dragon",
)  # fmt: skip
# what it is called at the table; in short it would not be known again by its printed name
CALLED = {**dict(enumerate(p.ACTION_NAMES)), p.FLY: "Fly with David Bøwing's Amp"}
SIMPLE = "Takes 1 {fan} from the island where your boat lies. It does not reach across the ice."
DOUBLE = "Takes up to 2 {fans} from the island where your boat lies, or 1 across an ice link."


def _collection(action: int) -> str:
    fan = p.FAN_OF[action]
    if p.LIMIT_OF[action] == 1:
        return phrase(SIMPLE, fan=p.ONE[fan])
    return phrase(DOUBLE, fans=p.MANY[fan])


SPECIAL = {
    p.SAIL: "Your boat sails to the island you choose. It fails if ice blocks either port.",
    p.FLY: "Your boat flies to the island you choose. Ice does not stop it.",
    p.SHIELD: "From this number on nobody can steal your fans, until the actions of the round end.",
    p.ICE: "Takes the third ice tile from whoever holds it. After the round the Ice Master moves "
    "the ice.",
    p.STEAL: "Takes a fan from an opponent at your island whose shield is down. Comes last in its "
    "number.",
    p.EYE: "Shows you the next card of one deck of fans, and locks that deck for this round.",
    p.CONTRACT: "You draw three contracts and keep one.",
    p.GUEST: "You draw a Guest Star: a card that bends a rule once.",
    p.BEWITCH: "Moves all angry fans of one lodge a square onward or back.",
    p.DRAGON: "Calls the dragon to an open port. Every band that lies there loses a fan.",
}
ACTIONS = tuple(
    SPECIAL.get(action) or _collection(action) for action in range(len(p.ACTIONS))
)  # what an action of the band board does
WHAT, WHERE = "{number}. {action}", "{number}. {action} to {island}"  # a line of an open program


def planned(mark: ProgramMark) -> str:
    """A number and what is done at it, in short."""
    number, action = mark.number, SHORT[mark.action]
    if mark.to == p.NONE:
        return phrase(WHAT, number=number, action=action)
    return phrase(WHERE, number=number, action=action, island=p.ISLAND_NAMES[mark.to])


TILES = (
    "Blocks the port before it and links the two islands beside it.",
    "Links the two islands beside it: a double collection reaches one fan across it.",
    "Blocks the port before it: nobody sails in or out.",
)
FANS = tuple(
    phrase("Collected by an action for {fans} while your boat lies here.", fans=fans)
    for fans in p.MANY
)
NUMBER = "All bands play the same number at the same time."  # rule: resolve.numeric-order
ROUND = "After the last round the band with the most glory wins."
SEA = "Boats start out from here. No fans wait at sea."
ISLAND = "Boats in its port collect the fans that wait here."
SPOT = "A tile here acts on the port of {port} and on the strait to {island}."
BOAT = "Where it lies its band collects fans, and may steal from bands that lie there too."
SHIELDED = "The shield is up: nobody can steal from this band."
DRAGON = "Every band that lies in his port when he lands, or comes to it, loses a fan."
MUSICIAN = "Each musician does one of the three things below, once a round."
HALL = "Each full line and each full column is worth 1 glory. Whoever finds no seat joins the pit."
COLUMN = "Five fans fill a column, for 1 glory. Any more stand in the pit."
STAGE = "Angry fans start out from here. Called back, they come this way."
ANGRY = "Costs its band 1 glory at the end. A failed action moves it a square towards the exit."
EXIT = "An angry fan that waits here is sent to an opponent when the round ends."

KEEP_TIPS = (  # a button, what it says and what that means
    (p.KEEP, "Keep the card", "You may be asked again in this round."),
    (p.QUIET, "Keep it this round", "You are not asked again in this round."),
)
