"""What is told agrees with whom it is told of, in either language."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.measure.lengths import said, said_mov
from fimbul.games.rag_narok.measure.tables import PROFILES
from fimbul.games.rag_narok.state.telling import about, agreeing, signed, some, sounds_many
from fimbul.kernel import phrase
from fimbul.words import teller_of
from tests.games.rag_narok.drawn import battle

FRENCH = teller_of(GAME, "fr")
MOVES = "{unit} move[s] {far} cm"


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("Duelists", True), ("Duelists 5", True), ("Dead men", True), ("Knights of Alahan", True),
        ("Melmoth", False), ("Brontops", False), ("Sasia Samaris 2", False),
        ("Temple guard", False), ("Pack of the chief", False), ("", False),
    ],
)  # fmt: skip
def test_a_name_says_whether_it_is_one_or_many(name: str, many: bool) -> None:
    assert sounds_many(name) == many
    squad = battle(["3 griffin-duelist"], ["3 griffin-duelist"]).roster.units[0]._replace(name=name)
    assert about(squad, MOVES, far="3") == f"{name} move{'s' * (not many)} 3 cm"


def test_verbs_are_told_for_one_and_for_many() -> None:
    words = "{unit} [does|do] not reach [its|their] target"
    assert agreeing(words, False) == "{unit} does not reach its target"
    assert agreeing(words, True) == "{unit} do not reach their target"
    assert agreeing("{unit} cannot", True) == agreeing("{unit} cannot", False) == "{unit} cannot"


def test_numbers_are_told_as_they_are_printed() -> None:
    counts = [some(count, "{count} gem", "{count} gems", "no gem") for count in range(3)]
    assert counts == ["no gem", "1 gem", "2 gems"]
    assert some(0, "{count} gem", "{count} gems") == "0 gems"
    assert (signed(2), signed(0), signed(-1)) == ("+2", "+0", "\N{MINUS SIGN}1")
    assert [said(length) for length in (700, 750, 705, 5)] == ["7", "7.5", "7.05", "0.05"]


def test_lengths_have_a_comma_in_french() -> None:
    assert FRENCH.tell(said(750)) == "7,5"
    flyer = next(card for card in PROFILES.values() if card.mov_flight % 100)
    assert "," in FRENCH.tell(said_mov(flyer))


def test_a_unit_may_have_any_name_in_french() -> None:
    """A name that an owner gave stands without an article."""
    units = battle(["3 griffin-duelist"], ["3 griffin-duelist"]).roster.units
    for name in ("Blades", "Les Lames", "{0}", "42"):
        told = FRENCH.tell(about(units[0]._replace(name=name), MOVES, far=said(750)))
        assert told == f"{name} {'avancent' if sounds_many(name) else 'avance'} de 7,5 cm"


def test_sentences_of_units_agree_in_french() -> None:
    units = battle(["3 griffin-duelist"], ["3 griffin-duelist"]).roster.units
    told = {
        name: FRENCH.tell(about(units[0]._replace(name=name), "{unit} [is|are] Disorganised"))
        for name in ("Duelists", "Temple guard", "Melmoth", "Blades")
    }
    assert told == {
        "Duelists": "Les duellistes sont désorganisés",
        "Temple guard": "La garde du Temple est désorganisée",
        "Melmoth": "Melmoth est désorganisé",
        "Blades": "Blades sont désorganisés",
    }
    part = phrase("{unit} {number}", unit="Duelists", number=5)
    charge = phrase("{unit} charge {target}", unit=part, target="Temple guard")
    assert FRENCH.tell(charge) == "Les duellistes 5 chargent la garde du Temple"
    assert FRENCH.tell(phrase("Choose a target for {unit}", unit="Blades")).endswith("de Blades")
