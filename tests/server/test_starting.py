"""A server that cannot start says why in one sentence; one that has started says so truly."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import httpx
import pytest

from fimbul.server.ops import listening
from fimbul.server.settings import Settings
from tests.server.process import Process, served


def refusal(folder: Path, *options: str) -> str:
    """What a server says that does not start: one line, no traceback, nothing before it."""
    process = Process(folder, *options)
    assert process.ends() == 1
    (line,) = process.said.splitlines()
    assert line.startswith("Error: ")
    return line


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refusal(tmp_path, "--port", str(port))
    assert f"cannot listen on 127.0.0.1:{port}: another program listens there" in said
    assert not (tmp_path / "fimbul.db").exists(), "nothing was begun"


def test_an_address_of_another_machine(tmp_path: Path) -> None:
    assert "this machine has no such address" in refusal(tmp_path, "--host", "192.0.2.1")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    said = refusal(tmp_path, "--port", "0", "--data", str(tmp_path / "nowhere" / "fimbul.db"))
    assert "nowhere/fimbul.db cannot be used: unable to open database file" in said


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "fimbul.db").write_text("my diary, " * 1000)
    assert "fimbul.db cannot be used: file is not a database" in refusal(tmp_path, "--port", "0")


def test_a_file_of_a_newer_version(tmp_path: Path) -> None:
    with served(tmp_path) as process:
        process.url()
    with sqlite3.connect(tmp_path / "fimbul.db") as connection:
        connection.execute("insert into migration values ('9999 of tomorrow')")
    connection.close()
    assert "was written by a newer version of Fimbul" in refusal(tmp_path, "--port", "0")


def test_a_second_server_on_the_same_file(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        first.url()
        assert "another server keeps its tables there" in refusal(tmp_path, "--port", "0")
        assert httpx.get(f"{first.url()}/readyz").status_code == 200, "the first one goes on"
    with served(tmp_path) as third:  # one that was killed holds nothing
        third.url()


@pytest.mark.parametrize("address", ["here", ":9090", "127.0.0.1:99999", "127.0.0.1:-1"])
def test_metrics_where_nothing_can_be_served(address: str, tmp_path: Path) -> None:
    said = refusal(tmp_path, "--port", "0", "--metrics", address)
    assert f"--metrics takes an address such as 127.0.0.1:9090, not {address!r}" in said


def test_it_is_served_where_it_says(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    log = tmp_path / "log.jsonl"
    with served(
        tmp_path, "--metrics", f"127.0.0.1:{port}", "--log-file", str(log), "--log-addresses"
    ) as process:
        url = process.url()
        assert httpx.get(f"{url}/healthz").json()["ok"] is True
        assert httpx.get(f"{url}/readyz").json()["ok"] is True
        assert httpx.get(f"{url}/metrics").status_code == 404
        assert "fimbul_connections" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert process.said.count("\n") == 1, "the log went to its file"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert {"address": "127.0.0.1", "route": "health"}.items() <= lines[0].items()


def test_it_answers_to_its_own_names_only(tmp_path: Path) -> None:
    with served(tmp_path) as process:
        url = process.url()
        for name, status in (("localhost", 200), ("127.0.0.1", 200), ("evil.example", 421)):
            assert httpx.get(f"{url}/healthz", headers={"Host": name}).status_code == status


@pytest.mark.parametrize(
    ("settings", "hosts"),
    [
        (Settings(), {"127.0.0.1", "localhost", "::1"}),
        (Settings(host="0.0.0.0"), set()),
        (Settings(proxy_headers=True), set()),
        (Settings(proxy_headers=True, names=("play.example.org",)), {"play.example.org"}),
    ],
)
def test_the_names_of_a_server(settings: Settings, hosts: set[str]) -> None:
    assert settings.hosts == hosts


def test_a_path_that_no_system_has_is_not_found(tmp_path: Path) -> None:
    with served(tmp_path) as process:
        url = process.url()
        for path in ("/%00", "/" + "a" * 5000, "/assets/%00.js", "/" + "a/" * 3000):
            answer = httpx.get(url + path)
            assert answer.status_code == 404
            assert answer.json()["code"] == "path/unknown"


def test_too_few_open_files_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource", reason="Windows knows no such limit")
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: raised.append(limits))
    assert listening.few_files(2000) == ""
    assert raised == [(2100, 4096)]
    assert "the system allows 4096 open files, too few for 10000 sockets" in (
        listening.few_files(10_000)
    )
    monkeypatch.setattr(resource, "getrlimit", lambda which: (resource.RLIM_INFINITY,) * 2)
    assert listening.few_files(10**9) == ""
