"""What players read: an owner's own cards, mistakes in a card file, and each card told once."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OUR_CARDS, label_of
from fimbul.games.drakkar.setup import DrakkarSetup, card_problems, quest_problems
from fimbul.kernel import Dice, State, choose, phrase
from fimbul.words import teller_of

FRENCH = teller_of(GAME, "fr")
OWN = "Björn's brew"
DECKS = "lays out 3 decks of 10 cards"


def events_of(state: State, seed: int) -> list[str]:
    """All that a random match says."""
    dice, told = Dice(seed), list[str]()
    while state.open:
        decision = state.open[0]
        told.append(decision.prompt)
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
        told += [event.words for event in state.events]
    return told


def own_rows() -> tuple[dict[str, Any], ...]:
    """Our cards, but with an owner's name on every Beer and every Viking."""
    rows = []
    for card in OUR_CARDS:
        row: dict[str, Any] = {"id": card.id, "shield": card.shield}
        for letter, side in (("a", card.a), ("b", card.b)):
            face = {
                "kind": side.kind,
                "strength": side.strength,
                "order": side.order,
                "loot": structs.asdict(side.loot),
            }
            row[letter] = face | ({"name": OWN} if side.kind in ("beer", "viking") else {})
        rows.append(row)
    return tuple(rows)


def test_the_first_earl_lays_out_and_each_later_one_is_new() -> None:  # rule: brawl.earl-deals
    state = GAME.new(DrakkarSetup(seats=3), 4)
    told = [event.words for event in state.events] + events_of(state, 4)
    assert ["new Earl" in words for words in told if DECKS in words] == [False, True, True]


# rule: ruling.card-content
def test_an_owners_own_names_stay_as_they_are_in_every_language() -> None:
    state = GAME.new(DrakkarSetup(seats=3, cards=own_rows()), 4)
    told = [FRENCH.tell(text) for text in events_of(state, 4)]
    assert any(f"embarque {OWN}" in text for text in told), "a stored barrel, without an article"
    assert any(f"{OWN} 3" in text for text in told), "a Viking of strength 3"
    assert not any("Tonneau" in text for text in told)


def test_a_name_that_ends_in_the_strength_does_not_say_it_twice() -> None:
    viking = next(card.a for card in OUR_CARDS if card.a.name == "Viking 2")
    for name, label in ((viking.name, "Viking 2"), ("Olaf", "Olaf 2"), ("Olaf 2", "Olaf 2")):
        assert label_of(structs.replace(viking, name=name)) == label
    assert FRENCH.tell(label_of(structs.replace(viking, name="Olaf 2"))) == "Olaf 2"


def test_nouns_bring_their_articles() -> None:
    said = phrase("the {card}", card="Stern"), phrase("{card}", card="Odin's Spear")
    assert [FRENCH.tell(noun) for noun in said] == ["la Poupe", "la Lance d\u2019Odin"]


def test_mistakes_in_a_card_file_are_told_in_french() -> None:
    cards, kinds = own_rows(), ({"kind": "raft"}, {"kind": "bow", "strength": 4, "beer": 2})
    wrong = [cards[0] | {"a": kinds[0]}, cards[1] | {"a": kinds[1]}, *cards[2:]]
    quest = {"id": "Q", "name": "", "strength": 30, "beer": 0, "loot": {}, "tokens": 2}
    option = DrakkarSetup(brawl="loud").problems()
    found = [*option, *card_problems(wrong), *quest_problems([quest])]
    assert len(found) >= 7
    for problem in found:
        assert FRENCH.tell(problem) != problem, problem
    told = "brawl: doit être 'sealed' ou 'race', et non 'loud'"
    assert FRENCH.tell(found[0]) == told, "what one types is not translated"


# rule: play.reveal
def test_a_trick_is_told_card_by_card_and_no_card_twice() -> None:
    told = [
        text
        for seed in range(6)
        for text in events_of(GAME.new(DrakkarSetup(seats=4), seed), seed)
        if text.startswith("{")
    ]
    assert not any("reveals" in text for text in told)
    tricks = 6 * p.ROUNDS * p.TRICKS
    assert len(told) / tricks < 7, "with all that is said of decks, quests and bargains"
