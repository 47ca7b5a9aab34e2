"""A game made by `fimbul new-game` is whole: it passes the suite as it is."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from fimbul.cli.new_game import BadName, check, new_game

ROOT = Path(__file__).parents[2]
FYLGJA = "src/fimbul/games/fylgja_two"
ROOMS = (
    "parts.py",
    "deal.py",
    "state.py",
    "checks.py",
    "rules.py",
    "scene.py",
    "lore.py",
    "learning.py",
)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the sources, as a newcomer has them."""
    for name in ("src", "tests", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def test_a_new_game_passes_the_suite_at_once(clone: Path) -> None:
    result = CliRunner().invoke(new_game, ["fylgja_two", "--into", str(clone)])
    assert result.exit_code == 0, result.output
    assert "src/fimbul/games/fylgja_two/rules.py" in result.output
    sources = {path.name: path.read_text("utf-8") for path in (clone / FYLGJA).glob("*.py")}
    assert sources.keys() == {*ROOMS, "__init__.py"}
    assert "class FylgjaTwo(State" in sources["state.py"]
    assert "brandub" not in "".join(sources.values()).lower()
    suite = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    picked = ["-k", "fylgja_two", "tests/conformance", "tests/games/fylgja_two"]
    run = subprocess.run(
        [*suite, *picked],
        cwd=clone,
        env={"PYTHONPATH": f"{clone / 'src'}:{clone}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "passed" in run.stdout


@pytest.mark.parametrize("name", ["Fylgja", "2fast", "my-game", "class", "", "../up", "a b"])
def test_a_name_python_cannot_import_is_refused(name: str, clone: Path) -> None:
    with pytest.raises(BadName, match="small letters"):
        check(name, clone)


def test_nothing_is_overwritten(clone: Path) -> None:
    before = (clone / "src/fimbul/games/brandub/rules.py").read_text("utf-8")
    with pytest.raises(BadName, match="exists already"):
        check("brandub", clone)
    assert (clone / "src/fimbul/games/brandub/rules.py").read_text("utf-8") == before


def test_outside_a_clone_it_says_where_it_belongs(tmp_path: Path) -> None:
    with pytest.raises(BadName, match="run it in a clone"):
        check("fylgja", tmp_path)
