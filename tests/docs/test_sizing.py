"""What hosts are told about size follows from what was measured."""

from __future__ import annotations

from benchmarks.server_games import KINDS
from benchmarks.sizing import FIGURES, NAMES, PAGE, Costs, Figures, cores, machines, paged, read

ONE = Figures({"brandub": Costs(1, 1, 1.1, 0.1, 0.5)}, 1.0, 15.0, 32.0, 10.0, 30.0)


def test_the_page_tells_the_stored_figures() -> None:
    page = PAGE.read_text("utf-8")
    assert "| Brandub | 1.00 | 1.00 | 110% | 0.10 | 0.5 | 20 | 4 |" in paged(page, ONE)
    if FIGURES.exists():
        assert page == paged(page, read(FIGURES)), "python -m benchmarks.sizing"


def test_every_kind_of_table_has_a_name_on_the_page() -> None:
    assert set(NAMES) == {kind.name for kind in KINDS}


def test_the_sizing_follows_the_formula() -> None:
    """10,000 choices of 1 ms, 100,000 sockets of 15 µs a second, 333 joins of 1 ms a second, at
    most 60 % busy."""
    assert round(cores(ONE, 1.0), 1) == round((10 + 1.5 + 1 / 3) / 0.6, 1)
    assert machines(ONE, 1.0) == 4
