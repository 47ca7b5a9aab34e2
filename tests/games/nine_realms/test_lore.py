"""Dreams agree with all that can be known; values point the right way."""

from __future__ import annotations

from collections import Counter

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.lore import value
from fimbul.kernel import Dice, choose, encode
from tests.games.nine_realms import table as t


def test_a_card_counter_dreams_only_what_can_be() -> None:
    """After a reshuffle the pile holds old discards only, so the rival's hand is nearly known."""
    for seed in range(8):
        state = t.until_battle(GAME.new(seed=seed), 4, seed)
        old = {card for card in range(p.DECK) if not state.fresh >> card & 1}
        assert len(old) == 9
        for seat in (0, 1):
            rival = 1 - seat
            surely = set(state.hands[rival]) & old
            assert len(surely) >= 4
            for whim in range(5):
                dream = GAME.imagine(state, seat, Dice(whim))
                assert surely <= set(dream.hands[rival])
                assert dream.hands[seat] == state.hands[seat]
                assert not old & set(dream.pile)


def test_every_hidden_card_is_dreamt_of() -> None:
    state = GAME.new(seed=6)
    seen: Counter[int] = Counter()
    for whim in range(400):
        seen.update(GAME.imagine(state, 0, Dice(whim)).hands[1])
    hidden = set(range(p.DECK)) - set(state.hands[0])
    assert seen.keys() == hidden
    assert min(seen.values()) > 50  # 91 each on average


def test_rival_heroes_are_dreamt_anew() -> None:  # rule: ruling.hero-choice-secret
    state = GAME.new(seed=6)
    left = {*state.sets[1], *state.drawn[1]}
    dreams = [GAME.imagine(state, 0, Dice(whim)) for whim in range(200)]
    assert {hero for dream in dreams for hero in dream.drawn[1]} == left
    assert all(dream.drawn[0] == state.drawn[0] for dream in dreams)
    assert all(set(dream.sets[0]) == set(state.sets[0]) for dream in dreams)


def test_a_dream_does_not_depend_on_the_truth() -> None:
    """Two truths that look alike to a seat give the same dreams with the same dice."""
    for seed in range(20):
        state = t.play_on(GAME.new(seed=seed), seed, seed)
        for seat in (0, 1, None):
            other = GAME.imagine(state, seat, Dice(99))
            one, two = (GAME.imagine(truth, seat, Dice(7)) for truth in (state, other))
            assert encode(one) == encode(two)


def test_value_is_even_at_the_end_and_turned_around_for_the_rival() -> None:
    for seed in range(10):
        state = GAME.new(seed=seed)
        while state.open:
            assert abs(value(state, 0) + value(state, 1)) < 1e-9
            t.play_on(state, seed, 4)
        assert state.result
        assert value(state, 0) == state.result.reward(0)


def test_a_realm_ahead_is_better() -> None:
    ahead = t.lay(t.Wanted(won=(0, 0, 1)))
    behind = t.lay(t.Wanted(won=(1, 1, 0)))
    assert value(ahead, 0) > value(behind, 0) + 0.3
    first = t.lay(t.Wanted(won=(0, 1, p.NONE, p.NONE)))
    second = t.lay(t.Wanted(won=(1, 0, p.NONE, p.NONE)))
    assert value(first, 0) > value(second, 0)  # rule: end.first-win


def test_a_better_line_is_better() -> None:
    worth = []
    for name in ("loki", "tyr", "odin"):
        state = t.lay(t.Wanted(drawn=((name,), ("thrym",))))
        t.both(state, f"hero:{name}", "hero:thrym")
        worth.append(value(state, 0))
    assert worth == sorted(worth)


def test_before_a_battle_hands_are_weighed_by_its_realm() -> None:
    """Three Monsters bring a die more each where the square is theirs."""  # rule: realm.square
    monsters = ("garm", "fenrir", "nidhogg", "brokk", "eitri")
    wonders = ("yggdrasil", "bifrost", "mimisbrunn", "hlidskjalf", "fensalir")
    home, away = (
        t.lay(t.Wanted(realm=realm, hands=(monsters, wonders))) for realm in ("helheim", "midgard")
    )
    assert value(home, 0) > value(away, 0) + 0.05


def test_a_trickster_is_worth_what_it_can_fetch() -> None:  # rule: hero.loki
    wanted = t.Wanted(won=(p.NONE,), beside=(("odin",), ("ymir",)), drawn=(("loki",), ("thrym",)))
    state = t.lay(wanted)
    t.both(state, "hero:loki", "hero:thrym")
    kept, fetched = state.clone(), state.clone()
    choose(kept, t.AESIR, p.KEEP)
    choose(fetched, t.AESIR, "hero:odin")
    assert value(kept, 0) < value(state, 0) == value(fetched, 0)
