"""The recorded matches tell of most that can happen."""

from pathlib import Path

MATCHES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_the_recorded_matches_show_much_of_the_game() -> None:
    assert len(MATCHES) == 3
    told = "".join(path.read_text(encoding="utf-8") for path in MATCHES)
    for words in (
        "takes deck", "keeps the quest", "is late", "builds the Yggdrasil", "steals", "raids",
        "boards a ship", "destroys the", "loses Odin's Spear", "moves cards", "fulfils",
        "instead", "accepts", "refuses", "pays", "is the new Earl",
    ):  # fmt: skip
        assert words in told, f"no match tells of {words!r}"
