"""Studies: what is varied meets evenly, what is found is so, and the report says it."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from pathlib import Path
from zlib import decompress

import msgspec
import pytest
from click.testing import CliRunner

import fimbul
from fimbul.arena.findings import findings
from fimbul.arena.linking import table_link
from fimbul.arena.looking import LookedAt, Offered, look_at
from fimbul.arena.page import COLOURS
from fimbul.arena.processes import BadCrew, crew_of, here
from fimbul.arena.report import chapters_of, worth_a_look
from fimbul.arena.strengths import strengths
from fimbul.arena.study import (
    BadStudy,
    BalanceStudy,
    Varied,
    entries,
    play_study,
    read_study,
    study_jobs,
    tables,
)
from fimbul.cli.balance import balance, progress

RAG = "title='a'\ngame='rag_narok'\nbots=['random']\nmatches=1\n"
STUDIES = Path(__file__).parents[2] / "docs/studies"
PAIRS = BalanceStudy(
    title="Three powers",
    game="ragnarocks",
    bots=("random",),
    matches=12,
    options={"board": "sym54", "ivory": 0},
    vary=Varied(option="powers", values=("thor", "freya", "tyr"), seats=True),
)
CARDS = BalanceStudy(
    title="Cards", game="nine_realms", bots=("random",), matches=6, things=("hero",)
)

ONE = BalanceStudy(title="One", game="nine_realms", bots=("random",), matches=1)


def test_every_pair_meets_from_both_seats_on_the_same_deal() -> None:
    jobs = list(study_jobs(PAIRS, fimbul.game("ragnarocks")))
    powers = [tuple(job.options["powers"]) for job in jobs]
    assert len(set(powers)) == 6
    for one, other in zip(jobs[::2], jobs[1::2], strict=True):
        assert one.options["powers"] == other.options["powers"][::-1]
        assert (one.seed, one.deal) == (other.seed, other.deal)
    assert len({job.seed for job in jobs}) == 6, "each deal is dealt to one pair, and once"


def test_all_values_of_an_option_are_found_in_its_schema() -> None:
    study = read_study(STUDIES / "ragnarocks-powers.toml")
    jobs = list(study_jobs(study, fimbul.game("ragnarocks")))
    assert len({tuple(job.options["powers"]) for job in jobs}) == 32 * 31


@pytest.mark.parametrize("path", sorted(STUDIES.glob("*.toml")), ids=lambda path: str(path.stem))
def test_the_studies_that_are_shipped_can_be_played(path: Path) -> None:
    study = read_study(path)
    job = next(study_jobs(study, fimbul.game(study.game)))
    assert fimbul.game(study.game).setup(**job.options).seats == study.seats == len(job.bots)


def test_values_have_the_names_of_the_table() -> None:
    study = msgspec.structs.replace(
        PAIRS, vary=Varied("powers", values=("ask", "dain"), seats=True)
    )
    job = next(study_jobs(study, fimbul.game("ragnarocks")))
    named = entries(study, job.options)
    assert named == ("Ask and Embla", "Dain, Dvalin, Duneyr and Duratror")
    several = BalanceStudy(
        title="", game="rag_narok", bots=("random",), matches=1,
        vary=Varied(options=("first", "second"), values=(["acheron-200", "griffons-200"],)),
    )  # fmt: skip
    (table,) = tables(several)
    assert (table["first"], table["second"]) == ("acheron-200", "griffons-200")
    assert entries(several, table) == ("Walking dead, Griffin patrol",) * 2


def test_who_holds_a_thing_at_the_end_is_told() -> None:
    """A realm is held by whoever has won it: as many as the score says."""
    study = msgspec.structs.replace(CARDS, things=(), holds=("realm",))
    game, matches = fimbul.game("nine_realms"), list(play_study(study, here))
    looked = [look_at(study, game, ended) for ended in matches]
    assert [tuple(map(len, one.held)) for one in looked] == [one.scores for one in matches]
    found = findings(study, looked)
    assert sum(one.held for one in found.held) == sum(sum(one.scores) for one in matches)
    assert sum(round(one.by_first * one.held) for one in found.held) == sum(
        one.scores[0] for one in matches
    )
    assert "Asgard" in {one.name for one in found.held}


def test_a_remark_must_hold_among_all_that_is_looked_at() -> None:
    """Of fifty equal things one or two stand out by chance; alone each would have its remark."""
    game, (ended,) = fimbul.game("nine_realms"), play_study(ONE, here)
    one = look_at(ONE, game, ended)
    winner = ended.places.index(1)

    def taken(things: int) -> list[LookedAt]:
        """Each taken 40 times by a winner and 21 times by a loser, and left as often."""
        seats = [{str(n): Offered(2, 1) for n in range(things)}, dict[str, Offered]()]
        won, lost = (tuple(seats[seat != who] for seat in (0, 1)) for who in (winner, 1 - winner))
        told = [won] * 40 + [lost] * 21
        return [msgspec.structs.replace(one, things=things) for things in told]

    assert {each.remark for each in findings(ONE, taken(1)).things} == {"wins more than its share"}
    assert {each.remark for each in findings(ONE, taken(50)).things} == {""}


def test_a_look_is_worth_matches_that_differ() -> None:
    game = fimbul.game("nine_realms")
    looked = [look_at(CARDS, game, ended) for ended in play_study(CARDS, here)]
    assert len({one.match.number for one in worth_a_look(looked).values()}) == 5
    assert {one.match.number for one in worth_a_look(looked[:1]).values()} == {0}


def test_a_seat_with_more_than_its_share_is_named() -> None:
    game = fimbul.game("nine_realms")
    looked = [look_at(CARDS, game, ended) for ended in play_study(CARDS, here)]
    won = next(one for one in looked if one.match.places[0] == 1)
    chapters = chapters_of(CARDS, game, [won] * 20, findings(CARDS, [won] * 20), [])
    seats = next(one for one in chapters if one.title == "Seats")
    assert "its share is 50 %. Beyond chance: 1" in seats.text
    assert "50 points above it" in seats.text
    even = chapters_of(CARDS, game, [won], findings(CARDS, [won]), [])
    assert "No seat differs" in next(one for one in even if one.title == "Seats").text


@pytest.mark.parametrize(
    ("kept", "done", "seconds", "told"),
    [
        (0, 10, 5.0, "10 of 100, about 45 s left"),
        (90, 95, 50.0, "95 of 100, about 50 s left"),
        (0, 1, 60.0, "1 of 100, about 1.6 h left"),
        (0, 10, 60.0, "10 of 100, about 9 min left"),
    ],
)
def test_an_estimate_counts_what_was_played_now(
    kept: int, done: int, seconds: float, told: str
) -> None:
    assert progress(kept, done, 100, seconds) == told


def test_what_is_found_adds_up() -> None:
    game, matches = fimbul.game("ragnarocks"), list(play_study(PAIRS, here))
    found = findings(PAIRS, [look_at(PAIRS, game, ended) for ended in matches])
    assert found.matches == 12
    assert sum(one.played for one in found.entries) == 24
    assert sum(one.rate * one.played for one in found.entries) == pytest.approx(12)
    share = {(one, other): part for one, other, _, part in found.pairs}
    assert all(part + share[other, one] == pytest.approx(1) for (one, other), part in share.items())
    assert found.turns.least <= found.turns.median <= found.turns.most


def test_things_are_counted_where_they_were_offered() -> None:
    game, matches = fimbul.game("nine_realms"), list(play_study(CARDS, here))
    looked = [look_at(CARDS, game, ended) for ended in matches]
    sent = [
        thing
        for ended in matches
        if ended.record
        for _, thing in ended.record.choices
        if thing.startswith("hero:")
    ]
    picked = sum(
        one.picked for match in looked for things in match.things for one in things.values()
    )
    assert picked == len(sent)
    found = findings(CARDS, looked).things
    assert all(0 <= one.picked <= 1 and one.offered for one in found)
    assert "Thor" in {one.name for one in found}, "things have the names of the table"


def test_strengths_order_those_who_beat_each_other() -> None:
    duels = (
        [("a", "b", 1.0)] * 8
        + [("a", "b", 0.0)] * 2
        + [("b", "c", 1.0)] * 8
        + [("b", "c", 0.0)] * 2
    )
    found = strengths(duels)
    assert [one.name for one in found] == ["a", "b", "c"]
    assert sum(one.points for one in found) == pytest.approx(0, abs=1e-6)
    assert found[0].points - found[1].points == pytest.approx(240, abs=40), "four to one"
    even = strengths([("a", "b", 0.5)] * 10)
    assert [one.points for one in even] == pytest.approx([0, 0])


def test_who_lost_all_has_a_strength_too() -> None:
    lost = strengths([("a", "b", 1.0)] * 5)
    assert lost[0].name == "a"
    assert 0 < lost[0].points < 1000


def test_a_study_is_played_reported_and_goes_on(tmp_path: Path) -> None:
    """The page needs nothing but itself, and the same command plays only what is missing."""
    told = (
        'title = "A <small> study"\ngame = "brandub"\nbots = ["random"]\nmatches = 4\n'
        'things = ["piece"]\n'
    )
    path = tmp_path / "small.toml"
    path.write_text(told, encoding="utf-8")
    first = CliRunner().invoke(balance, [str(path)])
    assert first.exit_code == 0, first.output
    folder = tmp_path / "small"
    lines = (folder / "matches.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 5
    again = CliRunner().invoke(balance, [str(path), "--matches", "6"])
    assert again.exit_code == 0, again.output
    assert (folder / "matches.jsonl").read_text("utf-8").splitlines()[:5] == lines
    page, text = ((folder / name).read_text("utf-8") for name in ("report.html", "README.md"))
    assert "A &lt;small&gt; study" in page
    assert "<svg" in page
    assert not [word for word in ("<script", "src=", "@import") if word in page]
    assert "6 matches of Brandub" in text
    for name in folder.glob("*.saga"):
        assert name.name in text
        assert name.name in page
    assert len(list(folder.glob("*.saga"))) >= 2
    _check_drawings(page)
    _check_links(folder, page)
    _check_rows(folder)


def _check_links(folder: Path, page: str) -> None:
    """Each link holds a whole match, which is that of the file beside it."""
    found = re.findall(r'#/saga/([\w-]+)">Open</a></td><td><a href="(match-\d+\.saga)"', page)
    assert len(found) == 5, "a typical match and four that stick out"
    for packed, name in found:
        saga = decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)
        assert saga.decode() == (folder / name).read_text("utf-8")


def test_a_link_is_what_the_page_unpacks() -> None:
    """The same pair stands in web/tests/replay/packed.test.ts."""
    link = table_link("https://here/", "[Game brandub]\nRéponse « où » 1. piece:king cell:d4\n")
    packed = "i3ZPzE1VSCpKzEspTYrlCjq8siA_rzhV4dBqhfzDOxUO7VYw1FMoyExNTrXKzsxLV0hOzcmxSjHhAgA"
    assert link == f"https://here/#/saga/{packed}"


def _check_drawings(page: str) -> None:
    """A drawing has the colours of the page, which follow its reader, and fits a small screen."""
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) >= 3
    assert not [colour for colour in COLOURS if f'"{colour}"' in "".join(drawings)]
    assert page.count('<div class="wide"><svg') == page.count('<div class="narrow"><svg') == 1
    assert "light-dark(" in page
    assert "<td class=n>" in page, "numbers stand under each other"


def _check_rows(folder: Path) -> None:
    import duckdb

    asked = f"select count(*), sum(first) from '{folder / 'seats.parquet'}'"
    rows = duckdb.connect().execute(asked).fetchall()
    assert rows == [(12, 6.0)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("title = 3", "title"),
        ('title="a"\ngame="brandub"\nbots=["random","random","random"]\nmatches=1', "bots"),
        ('title="a"\ngame="brandub"\nbots=["random"]\nmatches=1\nsteps=2', "steps"),
        ("title = ", "Invalid value"),
        (f"{RAG}[vary]\nvalues=['a']", "either option names what differs"),
        (f"{RAG}[vary]\noption='first'\nvalues='some'", "no values"),
        (f"{RAG}[vary]\noptions=['first','second']\nvalues=[['acheron-200']]", "lists 2"),
        (f"{RAG}[vary]\noption='first'\nvalues=['acheron-200','nobody']", "first: "),
    ],
)
def test_a_study_that_cannot_be_played_is_refused_in_words(
    told: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(told, encoding="utf-8")
    with pytest.raises(BadStudy, match=said):
        read_study(path)


def test_a_crew_is_named_by_a_word() -> None:
    assert crew_of("here") is here
    with pytest.raises(BadCrew, match="neither here"):
        crew_of("somewhere")
