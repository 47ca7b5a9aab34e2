"""The table as one seat sees it: the only place that decides who sees what."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.ending import glory
from fimbul.games.ragnarok_star.rules.eye import fan_card_words
from fimbul.games.ragnarok_star.scene import about, notes, previews, sea
from fimbul.games.ragnarok_star.scene.about import KEEP_TIPS
from fimbul.games.ragnarok_star.scene.boards import LOOKS, band_board, hall_board
from fimbul.games.ragnarok_star.state.packing import BIT
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall, held_tile
from fimbul.kernel import Plate, Scene, Thing, ThingKind, Tone, Zone, decision_of, listed, phrase

LEVELS: dict[str, Tone] = {"easy": "aurora", "intermediate": "gold", "difficult": "blood"}


def show(state: RagnarokStar, seat: int | None) -> Scene:
    first = 0 if seat is None else seat
    seats = state.around(first)
    zones = [
        sea.sea(state, seat),
        *([] if seat is None else [band_board(state, seat)]),
        *[hall_board(state, other) for other in seats],
        _rounds(state.round),
        *([] if seat is None else [_offer(state, seat), _hand(state, seat)]),
        *[_shown(state, other) for other in seats],
        *([_bands(seats)] if seat is not None and names_a_band(state, seat) else []),
        _decks(state, seat),
        _open_cards(state),
    ]
    if seat is not None and may_keep(state, seat):
        zones.append(_keeping())
    filled = tuple([zone for zone in zones if zone.things])
    plates = tuple([_plate(state, other) for other in range(state.seats)])
    return Scene(filled, plates, notes.notes(state, seat), previews.previews(state, seat))


BUTTONS = "buttons"  # the zone in which a game words its own


def may_keep(state: RagnarokStar, seat: int) -> bool:
    """Whether this seat is asked about its Guest Star just now."""
    decision = decision_of(state, seat)
    return decision is not None and p.QUIET in decision.options


@cache
def _keeping() -> Zone:
    """The buttons of a Guest Star's moment, in words of their own."""
    buttons = [
        Thing(name, "button", label, tip=tip, kind="button") for name, label, tip in KEEP_TIPS
    ]
    return Zone(BUTTONS, "Buttons", "buttons", things=tuple(buttons))


@cache
def _rounds(now: int) -> Zone:
    things = [
        Thing(
            f"round:{number}",
            "round",
            phrase("round {number}", number=number),
            badge=str(number),
            state=("selected",) if number == now else (),
            tone="aurora" if number < now else "line",
            more=(about.ROUND,),
        )
        for number in range(1, p.ROUNDS + 1)
    ]
    return Zone("rounds", "Round", "track", things=tuple(things))


# -- contracts and Guest Stars -----------------------------------------------------------------


def _contract(state: RagnarokStar, card: int) -> Thing:
    contract, pack = state.pack.contracts[card], state.pack
    tip = phrase(
        AT_ONCE if pack.immediate[card] else AT_THE_END, text=contract.text, glory=contract.glory
    )
    tone = LEVELS[contract.difficulty]
    badge = str(contract.glory)
    name = pack.contract_ids[card]
    return Thing(name, "contract", contract.name, tone=tone, badge=badge, tip=tip, kind="card")


AT_ONCE = "{text} Worth {glory} glory, shown as soon as you have fulfilled it."
AT_THE_END = "{text} Worth {glory} glory, shown at the end of the match."


def _star(state: RagnarokStar, card: int) -> Thing:
    star = state.pack.stars[card]
    name = state.pack.star_ids[card]
    return Thing(name, "star", star.name, tone="violet", tip=star.text, kind="card")


def _offer(state: RagnarokStar, seat: int) -> Zone:  # rule: contract.draw
    """What was drawn and is chosen from, by this seat alone."""
    things = [_contract(state, card) for card in state.offered[seat]]
    return Zone(f"offer:{seat}", "Drawn contracts", things=tuple(things), seat=seat)


def _hand(state: RagnarokStar, seat: int) -> Zone:
    """Face-down contracts and the Guest Star, as their owner sees them."""
    things = [_contract(state, card) for card in state.hands[seat]]
    held = (state.held[seat], state.second[seat])
    things += [_star(state, card) for card in held if card != p.NONE]
    return Zone(f"hand:{seat}", "Your cards", things=tuple(things), seat=seat, role="hand")


def _shown(state: RagnarokStar, seat: int) -> Zone:
    things = [_contract(state, card) for card in state.shown[seat]]
    return Zone(f"shown:{seat}", "Fulfilled", things=tuple(things), seat=seat)


# -- decks -------------------------------------------------------------------------------------


def _decks(state: RagnarokStar, seat: int | None) -> Zone:  # rule: ruling.public-information
    """Face-down decks."""
    things = [_deck(state, deck, seat) for deck in (p.YOUNG, p.OLD)]  # rule: ruling.eye-which-card
    left = str(len(state.contracts))
    things.append(
        Thing(
            "pile:contracts", "contract-back", "Contract deck", badge=left, more=(ABOUT_CONTRACTS,)
        )
    )
    if state.mode == p.DIVA:
        left = str(len(state.stars))
        things.append(
            Thing(
                "pile:stars",
                "star-back",
                "Guest Star deck",
                badge=left,
                tone="violet",
                more=(ABOUT_STARS,),
            )
        )
    return Zone("decks", "Decks", things=tuple(things))


ABOUT_CONTRACTS = "The keyboardist draws three of these and keeps one."
ABOUT_STARS = "The Divalkyrie draws one of these. Nobody holds more than one."
ABOUT_DECKS = (
    "In every round the next card brings young fans to two islands.",
    "In every round the next card brings old fans to two islands.",
)


def _open_cards(state: RagnarokStar) -> Zone:  # rule: ruling.public-information
    """Only the latest of the used fan cards, and the Guest Star that was played last."""
    things = [
        Thing(
            f"used:{p.DECKS[deck]}",
            f"deck-{p.DECKS[deck]}",
            phrase("Last card of the {fans}", fans=p.AGES[deck]),
            tip=fan_card_words(state, state.used[deck][-1]),
            kind="card",
        )
        for deck in (p.YOUNG, p.OLD)
        if state.used[deck]  # rule: arrival.no-looking-back
    ]
    things += [_star(state, card) for card in state.star_pile[-1:]]
    return Zone("open", "Open cards", things=tuple(things))


def _deck(state: RagnarokStar, deck: int, seat: int | None) -> Thing:
    """Whoever has looked sees the next card until it is turned over."""
    name = p.DECKS[deck]
    label, left = p.AGES[deck].capitalize(), str(len(state.decks[deck]))
    eyes = [p.BANDS[other] for other in range(state.seats) if state.eyes[other] & BIT[deck]]
    tip = phrase("The eye of {bands} lies here", bands=listed(eyes)) if eyes else ""
    if seat is not None and state.peeks[seat] & BIT[deck] and state.decks[deck]:
        tip = phrase(
            "Next round it brings {card}", card=fan_card_words(state, state.decks[deck][-1])
        )
    art = f"deck-{name}-eye" if eyes else f"deck-{name}"
    kind: ThingKind = "card" if tip else "piece"  # with words to read, or a mere pile
    more = (ABOUT_DECKS[deck],)
    return Thing(
        p.DECK_IDS[deck], art, label, badge=left, tip=tip, tone="ice", kind=kind, more=more
    )


# -- bands -------------------------------------------------------------------------------------


def names_a_band(state: RagnarokStar, seat: int) -> bool:
    """Whether this seat is asked to touch a band just now."""
    decision = decision_of(state, seat)
    return decision is not None and decision.options[0] in p.BAND_OF


def _bands(seats: tuple[int, ...]) -> Zone:
    things = [
        Thing(
            p.BAND_IDS[seat],
            f"seat-{LOOKS[seat][1]}",
            p.BANDS[seat],
            tone=LOOKS[seat][0],
            kind="seat",
            seat=seat,
        )
        for seat in seats
    ]
    return Zone("bands", "Bands", things=tuple(things))


def _plate(state: RagnarokStar, seat: int) -> Plate:
    tone, emblem = LOOKS[seat]
    facts = [p.CROWDS[sum(hall(state, seat))]]
    if seat == state.master:
        tile = p.TILE_NAMES[held_tile(state)]
        facts.insert(0, phrase("Ice Master with the {tile}", tile=tile))
    if state.shields[seat]:
        facts.append("shield up")
    facts += _face_down(state, seat)
    gains = notes.gains(state, seat) if state.result is not None else ()
    return Plate(seat, p.BANDS[seat], tone, emblem, tuple(facts), glory(state, seat), gains)


CONTRACTS = p.counts("{count} contract", "{count} contracts", p.CONTRACTS[p.DIVA])


def _face_down(state: RagnarokStar, seat: int) -> list[str]:  # rule: ruling.public-information
    """What everybody knows of a hand: how many, not which."""
    contracts = len(state.hands[seat])
    held = [CONTRACTS[contracts]] if contracts else []
    stars = (state.held[seat], state.second[seat])
    return held + ["Guest Star" for card in stars if card != p.NONE]
