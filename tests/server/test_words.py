"""Each listener is told in its own language; the table knows nothing of it."""

from __future__ import annotations

import asyncio

import fimbul
from fimbul.kernel import choose
from fimbul.server.match.running import START
from fimbul.server.wire.messages import TableNews, Update, Welcome
from fimbul.words import teller_of
from tests.server.indoors import Ear, indoors, pick


def told(ear: Ear) -> list[str]:
    """What is said in the log, and asked."""
    found: list[str] = []
    for message in ear.heard():
        update = message.update if isinstance(message, Welcome) else message
        if isinstance(update, Update):
            found += [line.words for line in update.log]
            decision = update.seen.decision
            found += [decision.prompt] if decision else []
    return found


def test_two_tabs_of_one_seat_hear_the_same_in_two_languages() -> None:
    async def talk() -> tuple[list[str], list[str]]:
        table = indoors(fimbul.game("brandub"), 2)
        french, english = Ear(), Ear()
        table.join(0, french, 0, "fr")
        table.join(0, english, 0)
        await pick(table, 0, "piece:raider-1")
        await pick(table, 0, "cell:c1")
        return told(french), told(english)

    french, english = asyncio.run(talk())
    assert "d1 to c1" in english
    assert "de d1 \u00e0 c1" in french
    assert len(french) == len(english)
    assert not set(french) & set(english)


def test_news_of_a_table_is_told_in_the_language_of_each() -> None:
    """Title, and what turns are called: when somebody else sits down, too."""

    async def talk() -> list[tuple[str, str]]:
        table = indoors(fimbul.game("drakkar"), 3)
        ears = {"fr": Ear(), "": Ear()}
        for language, ear in ears.items():
            table.join(0, ear, 0, language)
        table.join(1, Ear(), 0)
        news = [one for ear in ears.values() for one in ear.heard() if isinstance(one, TableNews)]
        return [(one.table.title, one.table.counts) for one in news]

    french, english = ("Drakkar, le jeu de cartes", "tour"), ("Drakkar, the card game", "trick")
    told = asyncio.run(talk())
    assert set(told) == {french, english}


def test_a_table_that_was_put_away_is_told_in_every_language() -> None:
    """The log of a snapshot knows how its words were made."""
    table = indoors(fimbul.game("brandub"), 2)
    asyncio.run(pick(table, 0, "piece:raider-1"))
    asyncio.run(pick(table, 0, "cell:c1"))
    match = table.now.running
    last = match.made[-1]
    before = match.without([last])
    after = before.state.clone()
    choose(after, last.seat, last.thing)
    shot = before.snapshot_with(last, after, START)
    woken = match.anew()
    woken.resume(match.made, shot, START)
    (line,) = woken.lines(None)
    assert line.words == "d1 to c1"
    assert teller_of(match.game, "fr").tell(line.words) == "de d1 \u00e0 c1"
