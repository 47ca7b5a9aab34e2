"""What a stranger installs: the files of the wheel alone lay a table that can be played at."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import zipfile
from asyncio.subprocess import PIPE
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
PORT = 18473


def unpacked(folder: Path) -> Path:
    """The built wheel, unpacked."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "files")
    return folder / "files"


@pytest.mark.slow
def test_the_wheel_serves(tmp_path: Path) -> None:
    files = unpacked(tmp_path)

    async def body() -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fimbul.server", "--port", str(PORT), "--data", "t45.db"),
            cwd=tmp_path,
            env={"PYTHONPATH": str(files), "PATH": ""},
            stderr=PIPE,
        )
        try:
            await play(f"http://127.0.0.1:{PORT}", files)
        finally:
            process.terminate()
            await process.communicate()

    asyncio.run(asyncio.wait_for(body(), 60))


async def play(address: str, files: Path) -> None:
    async with httpx.AsyncClient(base_url=address, verify=False) as client:
        for _ in range(200):
            try:
                await client.get("/healthz")
                break
            except httpx.ConnectError:
                await asyncio.sleep(0.1)
        games = (await client.get("/api/games")).json()
        assert "brandub" in [game["id"] for game in games]
        body = {"game": "brandub", "name": "Ann", "bot": "random"}
        made = await client.post("/api/play", json=body)
        assert made.status_code == 201
        front = await client.get("/")
        built = (files / "fimbul/server/page/index.html").exists()
        assert ("<script" in front.text) == built
