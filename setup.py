"""A wheel carries the built page and the compiled engines; all else is in pyproject.toml."""

import os
import re
import runpy
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

ENGINES = (  # packages in which sources have their C types beside them
    "fimbul.games.nine_realms.engine",
    "fimbul.games.rag_narok.measure",
    "fimbul.games.ragnarocks.engine",
)
TYPES = {  # all C types are in the .pxd files; annotations are for mypy alone
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
# No fused arithmetic: compiled or not, the same results. No debug information: it is most of them.
FLAGS = ["-O3", "-ffp-contract=off", "-g0"]
LINKED = ["-s"] if sys.platform == "linux" else []
CORES = os.cpu_count() or 1
UNCOMPILED = "An engine was not compiled ({}): it plays the same, only slower."


class BuildWithPage(build_py):
    """In an editable install the page is built by `make page` instead."""

    def run(self) -> None:
        if not self.editable_mode:
            runpy.run_path("web/build.py")["build"]()
        super().run()
        if not self.editable_mode:
            self._bring_proofs()

    def _bring_proofs(self) -> None:
        """The tests of the game that `fimbul new-game --package` starts from."""
        there = Path(self.build_lib, "fimbul/cli/proofs")
        there.mkdir(parents=True, exist_ok=True)
        for path in sorted(Path("tests/games/brandub").glob("*.py")):
            self.copy_file(str(path), str(there / path.name))


class BuildIfPossible(build_ext):
    """Without a compiler an engine runs as the Python that it is, so nothing fails here."""

    def run(self) -> None:
        self.parallel = self.parallel or CORES
        try:
            super().run()
        except (BaseError, CCompilerError) as wrong:
            print(UNCOMPILED.format(wrong))

    def build_extension(self, ext: Extension) -> None:
        if self.compiler.compiler_type == "unix":
            ext.extra_compile_args, ext.extra_link_args = FLAGS, LINKED
        try:
            super().build_extension(ext)
        except (BaseError, CCompilerError) as wrong:
            print(UNCOMPILED.format(wrong))


def compiled() -> list[Extension]:
    """Each source that has C types beside it; none where Cython cannot be had, or nothing is
    built."""
    if {"sdist", "egg_info"} & {*sys.argv}:
        return []
    try:
        from Cython.Build import cythonize
    except ImportError as gone:
        print(UNCOMPILED.format(gone))
        return []
    extensions = [
        Extension(f"{engine}.{types.stem}", [str(types.with_suffix(".py"))], optional=True)
        for engine in ENGINES
        for types in sorted(Path("src", *engine.split(".")).glob("*.pxd"))
    ]
    return cythonize(
        extensions,
        build_dir="build/cython",
        compiler_directives=TYPES,
        language_level=3,
        include_path=["src"],
        nthreads=CORES if sys.platform == "linux" else 0,  # elsewhere it would start this anew
    )


def long_description() -> str:
    urls = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"].get("urls", {})
    package = Path("src/fimbul/__init__.py").read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', package, re.MULTILINE)
    described = runpy.run_path("web/describe.py")["described"]
    return described(Path("README.md").read_text("utf-8"), urls.get("Source", ""), version)


setup(
    long_description=long_description(),
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildWithPage, "build_ext": BuildIfPossible},
    ext_modules=compiled(),
)
