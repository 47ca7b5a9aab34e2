"""The files for hosts say what is true of the program; images cannot be built here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from fimbul.cli import COMMANDS
from fimbul.server.settings import declared
from tests.server.proxies import DEPLOY

ROOT = DEPLOY.parent
VARIABLES = {one.variable for one in declared()}
OPTIONS = {one.option for one in declared()}


def compose(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text())
    return found


def test_the_linter_finds_nothing_in_the_container_file() -> None:
    program = Path(sys.executable).parent / "hadolint"
    done = subprocess.run(
        [program, "--format", "json", DEPLOY / "Containerfile"], capture_output=True, check=False
    )
    assert json.loads(done.stdout) == []


def test_the_container_installs_nothing_but_by_hash() -> None:
    steps = re.findall(r"pip (?:install|wheel) [^&]*", (DEPLOY / "Containerfile").read_text())
    ours = ["--no-build-isolation", "--no-index"]  # our own sources, and what was checked before
    for step in steps:
        assert "--require-hashes" in step or any(way in step for way in ours), step
    listed = {name for step in steps for name in re.findall(r"deploy/\w+\.txt", step)}
    lists = ("build", "server", "scale", "people")
    assert listed == {f"deploy/{name}.txt" for name in lists}


def test_every_setting_that_is_named_exists() -> None:
    for file in DEPLOY.iterdir():
        text = file.read_text()
        assert set(re.findall(r"\bFIMBUL_[A-Z_]+\b", text)) <= VARIABLES, file.name
        for line in re.findall(r"fimbul serve (--.*)", text):
            assert set(re.findall(r"--[a-z-]+", line)) <= OPTIONS, file.name


def port() -> str:
    found = re.search(r"^EXPOSE (\d+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert found
    return found[1]


@pytest.mark.parametrize("name", ["compose.yaml", "compose-club.yaml"])
def test_the_containers_find_each_other(name: str) -> None:
    services, volumes = compose(name)["services"], set(compose(name)["volumes"])
    build = services["fimbul"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    kept = [one for each in services.values() for one in each.get("volumes", ())]
    files = {one.split(":")[0] for one in kept if one.startswith("./")}
    assert all((DEPLOY / file).is_file() for file in files)
    assert {one.split(":")[0] for one in kept} - files == volumes
    reached = [one for one, each in services.items() if "ports" in each]
    assert reached == ["proxy"], "only the proxy is reached from outside"
    for each in services.values():
        assert set(each.get("depends_on", ())) <= set(services)
        assert each["restart"] == "unless-stopped"


def test_the_proxy_of_the_club_leads_to_its_server() -> None:
    command = compose("compose-club.yaml")["services"]["proxy"]["command"]
    assert f"--to fimbul:{port()}" in command


def test_every_part_of_the_hall_is_led_to_the_others() -> None:
    """Workers to the database and the bus, bots to the bus alone, by the names of the services."""
    services = compose("compose.yaml")["services"]
    workers, bots = (services[name]["environment"] for name in ("fimbul", "bots"))
    assert re.fullmatch(r"postgresql://fimbul:\S+@database/fimbul", workers["FIMBUL_DATABASE"])
    assert re.fullmatch(r"nats://hall:\S+@bus:4222", workers["FIMBUL_BUS"])
    assert re.fullmatch(r"nats://bots:\S+@bus:4222", bots["FIMBUL_BUS"])
    assert set(bots) == {"FIMBUL_BUS"}
    assert services["bots"]["build"] == services["fimbul"]["build"]
    assert services["bots"]["command"] in COMMANDS
    assert services["fimbul"]["deploy"]["replicas"] > 1
    config = (DEPLOY / "nats.conf").read_text()
    assert set(re.findall(r"\$(\w+)", config)) == set(services["bus"]["environment"])


def test_caddy_reads_the_proxy_of_the_hall() -> None:
    """It finds all workers by their common name, and hashes the id of a table."""
    file = DEPLOY / "hall.Caddyfile"
    done = subprocess.run(
        [
            Path(sys.executable).parent / "caddy",
            "adapt",
            "--config",
            file,
            "--adapter",
            "caddyfile",
            "--validate",
        ],
        capture_output=True,
        check=True,
    )
    text = done.stdout.decode()
    assert '"policy":"header"' in text
    assert f'"name":"fimbul","port":"{port()}"' in text


def test_the_service_writes_where_it_may() -> None:
    lines = (DEPLOY / "fimbul.service").read_text().splitlines()
    service = dict(line.split("=", 1) for line in lines if re.match(r"[A-Z]\w+=", line))
    assert f"--data /var/lib/{service['StateDirectory']}/" in service["ExecStart"]
    assert service["KillSignal"] == "SIGTERM"
    assert service["ProtectSystem"] == "strict"
