"""A wheel carries the built page and the compiled engines; all else is in pyproject.toml."""

import runpy
from pathlib import Path

from Cython.Build import cythonize
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
FLAGS = ["-O3", "-ffp-contract=off"]  # no fused arithmetic: compiled or not, the same results
UNCOMPILED = "An engine was not compiled ({}): it plays the same, only slower."


class BuildWithPage(build_py):
    """In an editable install the page is built by `make page` instead."""

    def run(self) -> None:
        if not self.editable_mode:
            runpy.run_path("web/build.py")["build"]()
        super().run()


class BuildIfPossible(build_ext):
    """Without a compiler an engine runs as the Python that it is, so nothing fails here."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError) as wrong:
            print(UNCOMPILED.format(wrong))

    def build_extension(self, ext: Extension) -> None:
        if self.compiler.compiler_type == "unix":
            ext.extra_compile_args = FLAGS
        try:
            super().build_extension(ext)
        except (BaseError, CCompilerError) as wrong:
            print(UNCOMPILED.format(wrong))


def compiled() -> list[Extension]:
    """Each source that has C types beside it."""
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
    )


setup(
    cmdclass={"build_py": BuildWithPage, "build_ext": BuildIfPossible},
    ext_modules=compiled(),
)
