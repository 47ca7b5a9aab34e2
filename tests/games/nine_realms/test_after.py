"""After the battle: markers, heroes, cards, and the end."""

from __future__ import annotations

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules import battle, refill
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Counted, Dice, choose
from tests.games.nine_realms import table as t


def fight(
    monkeypatch: pytest.MonkeyPatch, won: tuple[int, ...], *, tie: bool = False
) -> NineRealms:
    """A battle of Odin against Suttung that the Aesir win; or Tyr against Thrym, a tie."""
    hands = (
        ("yggdrasil", "bifrost", "valhalla", "fensalir", "breidablik"),
        ("mimisbrunn", "hlidskjalf", "gladsheim", "gungnir", "mjolnir"),
    )
    names = ("tyr", "thrym") if tie else ("odin", "suttung")
    state = t.lay(t.Wanted(won=won, hands=hands, drawn=((names[0],), (names[1],))))
    t.fall(monkeypatch)
    if len(won) < p.BATTLES - 1:
        t.both(state, *(f"hero:{name}" for name in names))
    t.two_cards(state, ("yggdrasil", "bifrost"), ("mimisbrunn", "hlidskjalf"))
    last = "fensalir" if tie else "valhalla"
    t.both(state, f"card:{last}", "card:gladsheim")
    return state


def test_battle_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    """example.battle-tie: 17 to 17, here."""  # rule: win.tie, after.next-realm
    state = fight(monkeypatch, (0, 1), tie=True)
    assert state.won == [0, 1, p.NONE]
    assert [plate.score for plate in GAME.scene(state, None).plates] == [1, 1]
    assert "Midgard stays unclaimed, 17 to 17" in t.words(state)
    assert state.beside[t.AESIR][2] == t.hero("tyr")
    realms = next(zone for zone in GAME.scene(state, None).zones if zone.id == "realms")
    assert [thing.badge for thing in realms.things][:5] == ["Aesir", "Jötunn", "tie", "now", "5"]


# rule: win.highest, after.heroes-stay, after.next-realm, turn.one-battle-per-realm
def test_the_higher_total_claims_the_realm(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fight(monkeypatch, ())
    assert state.won == [t.AESIR]
    assert "Aesir wins Midgard, 21 to 15" in t.words(state)
    counts = [event for event in state.events if isinstance(event, Counted)]
    assert [(each.seat, each.amount) for each in counts if each.rule == "win.highest"] == [(0, 1)]
    assert state.beside == [(t.hero("odin"),), (t.hero("suttung"),)]
    assert t.hero("odin") not in state.sets[t.AESIR] + state.drawn[t.AESIR]
    assert state.realm == state.row[1]


# rule: after.discard, after.draw-three, ruling.draw-order
def test_cards_are_discarded_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fight(monkeypatch, ())
    played = t.cards(("yggdrasil", "bifrost", "valhalla", "mimisbrunn", "hlidskjalf", "gladsheim"))
    assert sorted(state.discard) == sorted(played)
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert set(t.cards(("fensalir", "breidablik"))) < set(state.hands[t.AESIR])
    mine, theirs = t.words(state, t.AESIR), t.words(state, t.JOTUNN)
    drawn = set(state.hands[t.AESIR]) - set(t.cards(("fensalir", "breidablik")))
    assert sum(all(t.BOX.cards[n].name in line for n in drawn) for line in mine) == 1
    assert "Aesir draws three cards" in theirs


def test_a_coin_says_who_draws_first() -> None:  # rule: ruling.draw-order
    firsts = set()
    for seed in range(12):
        state = t.until_battle(GAME.new(seed=seed), 2, seed)
        firsts |= {next(e.seat for e in state.events if "draws three" in e.others)}
    assert firsts == {0, 1}


def test_the_discards_become_the_pile() -> None:  # rule: after.reshuffle, ruling.draw-order
    state = GAME.new(seed=3)
    state.discard, state.pile = state.pile[1:], state.pile[:1]
    last, discards = state.pile[0], set(state.discard)
    assert refill.draw(state) == last
    assert refill.draw(state) in discards
    assert {*state.pile} < discards
    assert state.discard == []
    assert state.fresh == sum(1 << card for card in discards)
    assert t.words(state)[-1] == "The discards are shuffled and become the new draw pile"


def test_discards_are_open(monkeypatch: pytest.MonkeyPatch) -> None:  # rule: ruling.discards-open
    state = fight(monkeypatch, ())
    for seat in (0, 1, None):
        zones = {zone.id: zone for zone in GAME.scene(state, seat).zones}
        names = {thing.label for thing in zones["discard"].things}
        assert names == {
            "Yggdrasil", "Bifrost", "Valhalla", "Mimisbrunn", "Hlidskjalf", "Gladsheim"
        }  # fmt: skip
        assert zones["pile"].things[0].badge == "11"


# rule: ruling.stop-at-five, end.majority, goal.five-wins, ruling.no-draw-after-last
def test_the_fifth_win_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fight(monkeypatch, (0, 1, 0, 0, 1, 0))
    assert state.result
    assert state.result.places == (1, 2)
    assert state.result.scores == (5, 2)
    assert state.result.because == "end.majority"
    assert [len(hand) for hand in state.hands] == [2, 2]
    assert "so far" not in str(GAME.scene(state, 0).notes)
    assert "Aesir: 21" in [note.title for note in GAME.scene(state, 0).notes]


# rule: ruling.no-early-stop, ruling.fewer-than-five
def test_the_ninth_battle_is_fought_and_the_larger_number_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = fight(monkeypatch, (0, 1, 0, 1, 0, p.NONE, p.NONE, p.NONE))
    assert state.result
    assert state.result.scores == (4, 2)
    assert state.result.because == "ruling.fewer-than-five"
    assert [len(hand) for hand in state.hands] == [2, 2]


def test_the_first_win_breaks_the_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fight(monkeypatch, (1, 0, 1, 0, p.NONE, p.NONE, p.NONE, 1))  # rule: end.first-win
    assert state.result
    assert state.result.scores == (3, 3)
    assert state.result.places == (2, 1)
    assert state.result.because == "end.first-win"


def test_nine_ties_are_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:  # rule: ruling.nine-ties
    state = fight(monkeypatch, (p.NONE,) * 8, tie=True)
    assert state.result
    assert state.result.places == (1, 1)
    assert state.result.because == "ruling.nine-ties"


def test_realms_are_fought_in_the_order_of_the_row() -> None:  # rule: turn.one-battle-per-realm
    state = GAME.new(seed=2)  # rule: turn.steps
    names = []
    dice = Dice(2)
    while state.open:
        decision = state.open[0]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
        names += [line.split(": ")[1] for line in t.words(state) if line.startswith("Battle")]
    row = [t.BOX.realms[number].name for number in state.row]
    assert names == row[1 : len(state.won)]


def test_the_row_is_open_from_the_start() -> None:  # rule: ruling.realms-face-up, setup.realm-row
    state = GAME.new(seed=9)
    for seat in (0, 1, None):
        realms = GAME.scene(state, seat).zones[0]
        assert [thing.id for thing in realms.things] == [t.BOX.realm_ids[n] for n in state.row]
    assert battle.BATTLE[0] != battle.BATTLE[1]
