"""The script of the benchmarks: a plain band that knows its way, and beats chance."""

from __future__ import annotations

from benchmarks.star_script import NAME, written
from fimbul.arena import play_series
from tests.games.ragnarok_star.test_lore import writing


def test_it_collects_here_what_it_lacks_there_and_sails_on() -> None:
    state = writing("pink sea", "pink 2G, motor 2B 1M, kiss 1L", "0,3,0,0")
    state.ice = [-1] * 4
    script = written(state, 0)
    assert script[:3] == ["act:girl2", "act:sail", "island:motor"]
    assert script[3:5] == ["act:boy2", "act:man2"]
    assert "act:fly" in written(writing("pink sea", "motor 2B 2M 2L"), 0), "a berg lies there"


def test_it_plays_whole_matches_and_beats_chance() -> None:
    for ended in play_series("ragnarok_star", [NAME, "random"], 4, seed=3):
        assert not ended.troubles
        assert ended.places[ended.bots.index(NAME)] == 1
