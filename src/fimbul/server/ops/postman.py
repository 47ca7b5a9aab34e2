"""Mail: one plain email at a time, in the background, tried again a few times."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from importlib.util import find_spec
from urllib.parse import SplitResult, unquote, urlsplit

from fimbul.kernel import FimbulError

TRIES = 3
RETRY_AFTER = 20.0  # seconds before it is tried again
MAIL_TIMEOUT = 15.0  # seconds for the mail server to answer
log = logging.getLogger("fimbul.server.mail")


class BadMail(FimbulError):
    """Mail cannot be sent with these settings, and why."""

    code = "settings/mail"


class NotPosted(Exception):
    """The mail server did not take the email; `why` is for whoever it was meant for."""

    why = "the mail server did not take it"


@dataclass
class Postman:
    """Emails are sent one by one; nobody waits for them."""

    server: SplitResult
    sender: str
    site: str  # where links lead
    rest: float = RETRY_AFTER
    _under_way: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def name(self) -> str:
        """The domain of the sender: what follows the @."""
        return self.sender.rpartition("@")[2].rstrip("> ") or "fimbul"

    def send(self, to: str, subject: str, text: str) -> None:
        """Send an email in the background, trying a few times."""
        letter = self._letter(to, subject, text, {})
        task = asyncio.get_running_loop().create_task(self._deliver(letter))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def post(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> None:
        """Send an email now, trying once; NotPosted if it was not taken."""
        try:
            await self._hand_over(self._letter(to, subject, text, headers))
        except _refusals() as wrong:
            log.warning("an email was not sent", extra={"why": type(wrong).__name__})
            raise NotPosted from None

    def _letter(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> EmailMessage:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, subject
        for name, value in headers.items():
            letter[name] = value
        letter.set_content(text)
        return letter

    def link(self, path: str) -> str:
        return f"{self.site.rstrip('/')}/#/{path}"

    async def _deliver(self, letter: EmailMessage) -> None:
        """Neither the address nor a word of the email is logged."""
        for left in range(TRIES - 1, -1, -1):
            try:
                await self._hand_over(letter)
            except _refusals() as wrong:
                log.warning("an email was not sent", extra={"why": type(wrong).__name__})
                if left:
                    await asyncio.sleep(self.rest)
            else:
                return

    async def _hand_over(self, letter: EmailMessage) -> None:
        import aiosmtplib

        url = self.server
        await aiosmtplib.send(
            letter,
            hostname=url.hostname,
            port=url.port or (465 if url.scheme == "smtps" else 587),
            use_tls=url.scheme == "smtps",
            username=unquote(url.username) if url.username else None,
            password=unquote(url.password) if url.password else None,
            timeout=MAIL_TIMEOUT,
        )


def _refusals() -> tuple[type[Exception], ...]:
    import aiosmtplib

    return (aiosmtplib.SMTPException, OSError)


def postman_of(server: str, sender: str, site: str) -> Postman | None:
    """None where no mail server is named; BadMail if the settings do not fit together."""
    if not server:
        return None
    url = urlsplit(server)
    if url.scheme not in ("smtp", "smtps") or not url.hostname:
        raise BadMail("--mail takes an address such as smtp://mail.example.org:587")
    if not sender or urlsplit(site).scheme not in ("http", "https"):
        raise BadMail("--mail needs --mail-from and --address, such as https://play.example.org")
    if find_spec("aiosmtplib") is None:
        raise BadMail("--mail needs the package aiosmtplib: pip install 'fimbul[people]'")
    return Postman(url, sender, site)
