"""Who sees what: one's own hand, and the backs of the others'."""

from fimbul.kernel import SEAT_EMBLEMS, SEAT_TONES, Plate, Scene, Thing, Zone
from tests.wager.parts import NAMES
from tests.wager.state import Wager

PLAYERS = ("Ann", "Bo", "Cid", "Dag")

WORTH = ("The higher number wins the round.",)


def show(state: Wager, seat: int | None) -> Scene:
    zones = [_hand(state, other, face_up=other == seat) for other in range(state.seats)]
    shown = tuple(
        Thing(NAMES[card], "card", str(card), kind="card", more=WORTH) for card in state.shown
    )
    dice = tuple(
        Thing(f"die:{n}", "die", f"die of {n}", kind="die", more=WORTH) for n in range(state.seats)
    )
    deck = Thing("pile:deck", "back", "deck", badge=str(len(state.deck)), kind="card", more=WORTH)
    zones += [Zone("shown", things=shown), Zone("dice", things=dice), Zone("deck", things=(deck,))]
    plates = (
        Plate(n, PLAYERS[n], SEAT_TONES[n], SEAT_EMBLEMS[n], score=state.points[n])
        for n in range(state.seats)
    )
    return Scene(tuple(zones), tuple(plates))


def _hand(state: Wager, seat: int, *, face_up: bool) -> Zone:
    cards = state.hands[seat]
    if face_up:
        things = [Thing(NAMES[card], "card", str(card), kind="card", more=WORTH) for card in cards]
    else:  # numbered by place, so that the id says nothing about the card
        things = [
            Thing(f"back:{seat}-{n}", "back", "card", kind="card", more=WORTH)
            for n in range(len(cards))
        ]
    return Zone(f"hand:{seat}", f"Hand of {seat}", things=tuple(things), seat=seat, role="hand")
