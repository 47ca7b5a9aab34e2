"""The table as one seat sees it: the only place that decides who sees what."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.ending import glory
from fimbul.games.ragnarok_star.rules.eye import fan_card_words
from fimbul.games.ragnarok_star.scene import notes, previews, sea
from fimbul.games.ragnarok_star.scene.boards import LOOKS, band_board, hall_board
from fimbul.games.ragnarok_star.state.packing import BIT
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall, held_tile
from fimbul.kernel import Plate, Scene, Thing, ThingKind, Tone, Zone, counted, decision_of

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
    filled = tuple([zone for zone in zones if zone.things])
    plates = tuple([_plate(state, other) for other in range(state.seats)])
    return Scene(filled, plates, notes.notes(state, seat), previews.previews(state, seat))


@cache
def _rounds(now: int) -> Zone:
    things = [
        Thing(
            f"round:{number}",
            "round",
            f"round {number}",
            badge=str(number),
            state=("selected",) if number == now else (),
            tone="aurora" if number < now else "line",
        )
        for number in range(1, p.ROUNDS + 1)
    ]
    return Zone("rounds", "Round", "track", things=tuple(things))


# -- contracts and Guest Stars -----------------------------------------------------------------


def _contract(state: RagnarokStar, card: int) -> Thing:
    contract, pack = state.pack.contracts[card], state.pack
    when = "shown at once" if pack.immediate[card] else "shown at the end"
    tip = f"{contract.text} ({contract.glory} glory, {when})"
    tone = LEVELS[contract.difficulty]
    badge = str(contract.glory)
    name = pack.contract_ids[card]
    return Thing(name, "contract", contract.name, tone=tone, badge=badge, tip=tip, kind="card")


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
    return Zone(f"hand:{seat}", "Your contracts", things=tuple(things), seat=seat, role="hand")


def _shown(state: RagnarokStar, seat: int) -> Zone:
    things = [_contract(state, card) for card in state.shown[seat]]
    return Zone(f"shown:{seat}", "Fulfilled", things=tuple(things), seat=seat)


# -- decks -------------------------------------------------------------------------------------


def _decks(state: RagnarokStar, seat: int | None) -> Zone:  # rule: ruling.public-information
    """Face-down decks."""
    things = [_deck(state, deck, seat) for deck in (p.YOUNG, p.OLD)]  # rule: ruling.eye-which-card
    left = str(len(state.contracts))
    things.append(Thing("pile:contracts", "contract-back", "Contract deck", badge=left))
    if state.mode == p.DIVA:
        left = str(len(state.stars))
        things.append(
            Thing("pile:stars", "star-back", "Guest Star deck", badge=left, tone="violet")
        )
    return Zone("decks", "Decks", things=tuple(things))


def _open_cards(state: RagnarokStar) -> Zone:  # rule: ruling.public-information
    """Only the latest of the used fan cards, and the Guest Star that was played last."""
    things = [
        Thing(
            f"used:{p.DECKS[deck]}",
            f"deck-{p.DECKS[deck]}",
            f"Last {p.DECKS[deck]} card",
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
    label, left = f"{name.capitalize()} fans", str(len(state.decks[deck]))
    eyes = [p.BANDS[other] for other in range(state.seats) if state.eyes[other] & BIT[deck]]
    tip = f"Eye of {', '.join(eyes)}" if eyes else ""
    if seat is not None and state.peeks[seat] & BIT[deck] and state.decks[deck]:
        tip = f"Next: {fan_card_words(state, state.decks[deck][-1])}"
    art = f"deck-{name}-eye" if eyes else f"deck-{name}"
    kind: ThingKind = "card" if tip else "piece"  # with words to read, or a mere pile
    return Thing(p.DECK_IDS[deck], art, label, badge=left, tip=tip, tone="ice", kind=kind)


# -- bands -------------------------------------------------------------------------------------


def names_a_band(state: RagnarokStar, seat: int) -> bool:
    """Whether this seat is asked to touch a band just now."""
    decision = decision_of(state, seat)
    return decision is not None and decision.options[0] in p.BAND_OF


def _bands(seats: tuple[int, ...]) -> Zone:
    things = [
        Thing(p.BAND_IDS[seat], f"seat-{LOOKS[seat][1]}", p.BANDS[seat], tone=LOOKS[seat][0])
        for seat in seats
    ]
    return Zone("bands", "Bands", things=tuple(things))


def _plate(state: RagnarokStar, seat: int) -> Plate:
    tone, emblem = LOOKS[seat]
    facts = [counted(sum(hall(state, seat)), "fan")]
    if seat == state.master:
        facts.insert(0, f"Ice Master: {p.TILE_NAMES[held_tile(state)]}")
    if state.shields[seat]:
        facts.append("shield up")
    facts += _face_down(state, seat)
    return Plate(seat, p.BANDS[seat], tone, emblem, tuple(facts), glory(state, seat))


def _face_down(state: RagnarokStar, seat: int) -> list[str]:  # rule: ruling.public-information
    """What everybody knows of a hand: how many, not which."""
    contracts = len(state.hands[seat])
    held = [counted(contracts, "contract")] if contracts else []
    stars = (state.held[seat], state.second[seat])
    return held + ["Guest Star" for card in stars if card != p.NONE]
