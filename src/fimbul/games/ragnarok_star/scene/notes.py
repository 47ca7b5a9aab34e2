"""Facts beside the table."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import columns, lines, pit
from fimbul.games.ragnarok_star.rules.contracts import is_met
from fimbul.games.ragnarok_star.rules.ending import glory
from fimbul.games.ragnarok_star.rules.eye import fan_card_words
from fimbul.games.ragnarok_star.state.packing import BIT, LODGES
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall
from fimbul.kernel import Fact, Note, phrase


def notes(state: RagnarokStar, seat: int | None) -> tuple[Note, ...]:
    return () if seat is None else (*eye_notes(state, seat), _glory_note(state, seat))


def eye_notes(state: RagnarokStar, seat: int) -> tuple[Note, ...]:  # rule: ruling.eye-which-card
    """The cards that this seat has looked at, until they are turned over."""
    facts = [
        Fact(phrase(NEXT[deck], card=fan_card_words(state, cards[-1])), "eye.peek")
        for deck, cards in enumerate(state.decks)
        if cards and state.peeks[seat] & BIT[deck]
    ]
    return (Note("Your eye has seen", tuple(facts)),) if facts else ()


NEXT = ("Next young fans: {card}", "Next old fans: {card}")
LINES = p.counts("{count} full line", "{count} full lines")
COLUMNS = p.counts("{count} full column", "{count} full columns")
ANGRY = p.counts("{count} angry fan", "{count} angry fans")


def _glory_note(state: RagnarokStar, seat: int) -> Note:
    """Where this seat's glory comes from, and what may still come."""
    pack, fans = state.pack, hall(state, seat)
    facts = [
        *gains(state, seat),
        *[
            Fact(phrase(AS_IT_STANDS, contract=pack.contracts[card].name), "contract.reveal")
            for card in state.hands[seat]
            if is_met(state, seat, card)
        ],
        Fact(_crowd(fans), "end.tie-fans"),
    ]
    return Note(phrase("Your glory: {glory}", glory=glory(state, seat)), tuple(facts))


def gains(state: RagnarokStar, seat: int) -> tuple[Fact, ...]:
    """The amounts add up to the number on the plate."""
    pack, fans = state.pack, hall(state, seat)
    angry = LODGES[state.lodges[seat]].fans
    counts = (
        (lines(fans), LINES, "end.lines", 1),
        (columns(fans), COLUMNS, "end.columns", 1),
        (angry, ANGRY, "angry.score", -1),
    )
    return (
        *[Fact(what[count], rule, sign * count) for count, what, rule, sign in counts if count],
        *[
            Fact(pack.contracts[card].name, "end.contracts", pack.contracts[card].glory)
            for card in state.shown[seat]
        ],
    )


def _crowd(fans: Sequence[int]) -> str:
    crowd, standing = p.CROWDS[sum(fans)], pit(fans)
    return phrase(IN_THE_PIT, fans=crowd, pit=standing) if standing else crowd


AS_IT_STANDS = "{contract}, fulfilled as things stand"
IN_THE_PIT = "{fans}, {pit} of them in the pit"
