"""Tables laid out by hand, and dice that fall as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import pytest
from msgspec import Struct

from fimbul.conformance import tales
from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.battle import BATTLE
from fimbul.games.nine_realms.rules.strength import EMPTY, BattleLine
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Decision, Dice, choose, decision_of, named, settle

BOX = p.OURS
AESIR, JOTUNN = 0, 1  # the seats of every table in these tests
REALM = {realm.id: number for number, realm in enumerate(BOX.realms)}


def hero(name: str) -> int:
    return BOX.hero_number[f"hero:{name}"]


def card(name: str) -> int:
    return BOX.card_number[f"card:{name}"]


def cards(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(card(name) for name in names)


def line(
    hero_name: str, names: Sequence[str] = (), dice: Sequence[int] = (), last: str = ""
) -> BattleLine:
    number = card(last) if last else p.NONE
    return BattleLine(hero(hero_name), cards(names), tuple(dice), number)


class Wanted(Struct, kw_only=True):
    """What should lie on the table; the rest is filled up. Pairs are Aesir, Jötunn."""

    realm: str = "midgard"
    won: tuple[int, ...] = ()  # so many battles are over
    beside: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    drawn: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    discard: tuple[str, ...] = ()
    seed: int = 0


def lay(wanted: Wanted) -> NineRealms:
    """The heroes of a battle are about to be chosen."""
    over = len(wanted.won)
    others = [number for number in range(p.BATTLES) if number != REALM[wanted.realm]]
    state = GAME.new(GAME.setup(sides="choose"), wanted.seed)
    state.row = (*others[:over], REALM[wanted.realm], *others[over:])
    state.won = list(wanted.won)
    for seat in (AESIR, JOTUNN):
        _lay_heroes(state, seat, wanted)
    _lay_cards(state, wanted)
    state.lines, state.agenda, state.events = [EMPTY, EMPTY], [], []
    state.past = (line("odin"), line("ymir")) if over else ()
    state.then(*BATTLE[AESIR])
    settle(state)
    return state


def _lay_heroes(state: NineRealms, seat: int, wanted: Wanted) -> None:
    beside = [hero(name) for name in wanted.beside[seat]]
    drawn = [hero(name) for name in wanted.drawn[seat]]
    rest = [number for number in BOX.own_heroes(seat) if number not in (*beside, *drawn)]
    while len(beside) < len(wanted.won):
        beside.append(rest.pop(0))
    count = min(p.DRAWN, p.BATTLES - len(wanted.won))
    while len(drawn) < count:
        drawn.append(rest.pop(0))
    state.beside[seat], state.drawn[seat] = tuple(beside), tuple(drawn)
    state.sets[seat] = tuple(rest)


def _lay_cards(state: NineRealms, wanted: Wanted) -> None:
    hands = [list(cards(names)) for names in wanted.hands]
    discard = list(cards(wanted.discard))
    taken = {*hands[0], *hands[1], *discard}
    rest = iter([number for number in range(p.DECK) if number not in taken])
    for hand in hands:
        hand += islice(rest, p.HAND - len(hand))
    state.hands = [tuple(sorted(hand)) for hand in hands]
    state.discard, state.pile = discard, list(rest)


def fall(monkeypatch: pytest.MonkeyPatch, *rolls: Sequence[int]) -> None:
    """The next dice fall like this, a player's roll at a time; other chance is always 0."""
    coming = [tuple(roll) for roll in rolls if roll]

    def roll(_: NineRealms, sides: int) -> int:
        if coming and sides == p.FALLS[len(coming[0])]:
            return sum((face - 1) * p.FALLS[n] for n, face in enumerate(coming.pop(0)))
        return 0

    monkeypatch.setattr(NineRealms, "roll", roll)


def asked(state: NineRealms, seat: int) -> Decision:
    """The question that seat must answer."""
    decision = decision_of(state, seat)
    assert decision, f"seat {seat} is asked nothing"
    return decision


def play(state: NineRealms, *picks: tuple[int, str]) -> None:
    for seat, thing in picks:
        choose(state, seat, thing)


def both(state: NineRealms, aesir: str, jotunn: str) -> None:
    """Both seats choose one thing."""
    play(state, (AESIR, aesir), (JOTUNN, jotunn))


def two_cards(state: NineRealms, aesir: Sequence[str], jotunn: Sequence[str]) -> None:
    """Both seats play two cards."""
    for seat, names in ((AESIR, aesir), (JOTUNN, jotunn)):
        play(state, *((seat, f"card:{name}") for name in names))


def play_on(state: NineRealms, seed: int, most: int = 10**6) -> NineRealms:
    """Random choices in place."""
    tales.play_on(state, Dice(seed), most)
    return state


def until_battle(state: NineRealms, number: int, seed: int = 0) -> NineRealms:
    """Random choices until that battle begins, or the match is over."""
    dice = Dice(seed)
    while state.open and len(state.won) < number - 1:
        decision = state.open[0]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    return state


def words(state: NineRealms, seat: int | None = None) -> list[str]:
    """What the last choice caused, as that seat hears it."""
    seen = GAME.seen(state, seat)
    return [named(event.words, seen.scene.names()) for event in seen.events if event.words]
