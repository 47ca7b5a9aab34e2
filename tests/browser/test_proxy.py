"""The page behind a proxy, under a path of its own: everything it asks for is found there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import OFFERED
from tests.browser.desk import Desk
from tests.server.process import served
from tests.server.proxies import BEHIND, proxied


def test_a_match_is_played_under_a_path(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, *BEHIND) as process, proxied("nginx", tmp_path, process.url()) as url:
        context = browser.new_context(ignore_https_errors=True, reduced_motion="reduce")
        context.add_init_script(OFFERED)
        desk = Desk(context.new_page(), url)
        asked: list[str] = []
        desk.page.on("request", lambda request: asked.append(request.url))
        desk.page.on("websocket", lambda line: asked.append(line.url.replace("wss:", "https:")))
        desk.play_now("brandub")
        assert any("/live/" in address for address in asked)
        assert all(address.startswith((url, "data:", "blob:")) for address in asked)
        assert not desk.errors
        context.close()
