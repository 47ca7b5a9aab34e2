"""A game in which the order of a set of words decides what is shown."""

from dataclasses import replace

from fimbul.kernel import Scene, Thing, Zone
from tests.wager import GAME as WAGER
from tests.wager.scene import show
from tests.wager.state import Wager

WORDS = frozenset(f"word-{number}" for number in range(100))


def show_words(state: Wager, seat: int | None) -> Scene:
    scene = show(state, seat)
    words = tuple(Thing(f"word:{word}", "card", word) for word in WORDS)
    return Scene((*scene.zones, Zone("words", things=words)), scene.plates)


GAME = replace(WAGER, show=show_words)
