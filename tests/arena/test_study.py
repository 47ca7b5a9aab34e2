"""Studies: what is varied meets evenly, what is found is so, and the report says it."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from pathlib import Path
from zlib import decompress

import pytest
from click.testing import CliRunner

import fimbul
from fimbul.arena.findings import findings
from fimbul.arena.linking import table_link
from fimbul.arena.looking import look_at
from fimbul.arena.processes import BadCrew, crew_of, here
from fimbul.arena.strengths import strengths
from fimbul.arena.study import BadStudy, BalanceStudy, Varied, play_study, read_study, study_jobs
from fimbul.cli.balance import balance

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
