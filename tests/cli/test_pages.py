"""Every command that our pages name is there and takes the words it is given; what plays, shows or
writes something on this machine is run, line by line, as a reader of the page would."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main as benchmarks
from fimbul.cli import main
from tests.cli.conftest import Run
from tests.docs.test_docs import FENCE, PAGES, ROOT, fenced

TYPED = ("", "sh")  # the fences of what goes into a shell
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
OURS = re.compile(r"^(?:\.venv/bin/|[A-Z_]+=\S+ )*(?=(?:fimbul|make|python -m) )")
WRITTEN = {
    page.relative_to(ROOT).as_posix(): page
    for page in [*PAGES, *(ROOT / "examples").glob("*/README.md")]
}
UNKNOWN = ("no such option", "no such command", "there is no", "unexpected extra")
GOES_ON = ("serve", "mcp", "bots")  # until somebody ends them
RUN = {  # pages that are followed, and the files that their readers have
    "docs/build/bot-api.md": {},
    "docs/build/write-a-bot.md": {"my_bots.py": "docs/build/write-a-bot.md"},
    "docs/play/own-cards.md": {},
    "docs/play/terminal.md": {"evening.saga": "tests/recorded/brandub/rules-1/plain.saga"},
}


def lines_of(page: Path) -> list[str]:
    """What the page has typed into a shell, each command on one line."""
    typed = "\n".join(code for kind in TYPED for code in fenced(page, kind))
    return [line for line in typed.replace("\\\n", " ").splitlines() if OURS.match(line)]


def named_in(page: Path) -> list[str]:
    """The commands in the middle of a sentence."""
    prose = FENCE.sub("", page.read_text("utf-8"))
    return [code for code in CODE.findall(prose) if OURS.match(code)]


def refusal(line: str) -> str:
    """What is wrong with that line; nothing, if its program takes all the words."""
    program, *words = shlex.split(OURS.sub("", line), comments=True)
    words = words[: words.index(">")] if ">" in words else words
    if program == "make":
        rules = (ROOT / "Makefile").read_text("utf-8")
        return "" if re.search(rf"^{words[0]}:", rules, re.MULTILINE) else "there is no such target"
    if program == "fimbul":
        return refused(main, words)
    module, *rest = words[1:]
    if module == "benchmarks":
        return refused(benchmarks, rest)
    return "" if find_spec(module) else f"there is no {module}"


def refused(program: click.Command, words: list[str]) -> str:
    answer = CliRunner().invoke(program, words, input="y\n")
    return answer.output if answer.exit_code else ""


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands take their words and do nothing; files need not be there."""
    monkeypatch.setattr(click.Command, "invoke", lambda command, context: None)
    monkeypatch.setattr(click.Path, "convert", lambda kind, value, *_: value)


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("page", WRITTEN)
def test_what_is_typed_is_taken(page: str) -> None:
    for line in lines_of(WRITTEN[page]):
        wrong = refusal(line)
        assert not wrong, f"{line}\n{wrong}"


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("page", WRITTEN)
def test_what_is_named_is_there(page: str) -> None:
    """Words may be missing in a sentence, but none is there that a command does not know."""
    for code in named_in(WRITTEN[page]):
        wrong = refusal(code.replace("COMMAND", "play").partition("|")[0]).lower()
        assert not any(words in wrong for words in UNKNOWN), f"{code}\n{wrong}"


@pytest.mark.parametrize("page", RUN)
def test_what_is_typed_does_what_it_says(page: str, tmp_path: Path, run: Run) -> None:
    for name, source in RUN[page].items():
        path = ROOT / source
        code = fenced(path, "python")[0] if path.suffix == ".md" else path.read_text("utf-8")
        (tmp_path / name).write_text(code, "utf-8")
    for line in lines_of(WRITTEN[page]):
        program, *words = shlex.split(with_files(line, tmp_path), comments=True)
        if program != "fimbul" or words[0] in GOES_ON:
            continue
        words, into = (words[:-2], words[-1]) if ">" in words else (words, "shown.txt")
        shown = run(*words, lines="quit\n")
        assert shown.exit_code == 0, f"{line}\n{shown.output}"
        (tmp_path / into).write_text(shown.stdout, "utf-8")


def with_files(line: str, folder: Path) -> str:
    """As a shell does it: `$(cat FILE)` is what the file says."""
    return re.sub(r"\$\(cat (\S+)\)", lambda file: (folder / file[1]).read_text("utf-8"), line)
