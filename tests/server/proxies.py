"""Real proxies in front of a real server, set up by the examples of deploy/."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trustme

from tests.server.engines import free_port

BEHIND = ("--proxy-headers", "--name", "localhost", "--root-path", "/fimbul")
DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = """
user {user};
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
daemon off;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {example};
}}
"""


def example(name: str, folder: Path, **changes: str) -> Path:
    """That file of deploy/, with what is different here; each change must be there to be made."""
    text = (DEPLOY / name).read_text()
    for before, after in changes.items():
        assert before in text, f"{name} says {before!r} no more"
        text = text.replace(before, after)
    changed = folder / name
    changed.write_text(text)
    return changed


def certificate(folder: Path) -> tuple[Path, Path]:
    made = trustme.CA().issue_cert("localhost")
    chain, key = folder / "chain.pem", folder / "key.pem"
    made.private_key_pem.write_to_path(str(key))
    chain.write_bytes(b"".join(blob.bytes() for blob in made.cert_chain_pems))
    return chain, key


def nginx_command(folder: Path, upstream: str, port: int) -> list[str]:
    chain, key = certificate(folder)
    changed = example(
        "nginx.conf",
        folder,
        **{
            "server 127.0.0.1:8080;": " ".join(f"server {one};" for one in upstream.split()),
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "server_name play.example.org": "server_name localhost",
            "/etc/ssl/play.example.org.pem": str(chain),
            "/etc/ssl/play.example.org.key": str(key),
        },
    )
    whole = folder / "whole.conf"
    user = "root" if sys.platform == "linux" else "nobody"
    whole.write_text(NGINX.format(user=user, folder=folder, example=changed))
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    assert program, "the tests need nginx: `make proxies` installs it"
    return [program, "-p", str(folder), "-c", str(whole)]


def caddy_command(folder: Path, upstream: str, port: int) -> list[str]:
    chain, key = certificate(folder)
    changed = example(
        "Caddyfile",
        folder,
        **{
            "127.0.0.1:8080": upstream,
            "play.example.org {": f"https://localhost:{port} {{\n\tbind 127.0.0.1\n"
            f"\ttls {chain} {key}",
        },
    )
    changed.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + changed.read_text())
    program = Path(sys.executable).parent / "caddy"
    return [str(program), "run", "--adapter", "caddyfile", "--config", str(changed)]


COMMANDS = {"nginx": nginx_command, "caddy": caddy_command}


@contextmanager
def proxied(kind: str, folder: Path, *servers: str) -> Iterator[str]:
    """The address under which players reach the server, or the workers."""
    port = free_port()
    upstream = " ".join(server.removeprefix("http://") for server in servers)
    command = COMMANDS[kind](folder, upstream, port)
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, env={"HOME": str(folder), "PATH": "/usr/bin:/bin"}
        )
    try:
        _wait(process, port, folder)
        yield f"https://localhost:{port}/fimbul"
    finally:
        process.terminate()
        process.wait(10)


def _wait(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    for _ in range(600):
        assert process.poll() is None, (folder / "proxy.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError((folder / "proxy.log").read_text())
