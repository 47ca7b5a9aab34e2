"""A wheel carries the built page; everything else is in pyproject.toml."""

import runpy

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithPage(build_py):
    """In an editable install the page is built by `make page` instead."""

    def run(self) -> None:
        if not self.editable_mode:
            runpy.run_path("web/build.py")["build"]()
        super().run()


setup(cmdclass={"build_py": BuildWithPage})
