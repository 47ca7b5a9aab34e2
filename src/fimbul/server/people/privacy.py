"""What is kept about players and for how long, as the settings of this server have it."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.kernel import phrase
from fimbul.server.ops.rates import DAY, Patience
from fimbul.server.people.accounts import LASTS
from fimbul.server.people.passes import LINK
from fimbul.server.people.seeking import LEASE
from fimbul.server.services import Services
from fimbul.server.wire.privacy import KeptData, PrivacyPage

NEVER = "It is never deleted by itself."


def privacy_page(services: Services) -> PrivacyPage:
    kept = (*_of_players(services), *_of_tables(services.limits.forget), *_of_visits(services))
    return PrivacyPage(kept, tuple(_told(services)))


def _days(seconds: float) -> float:
    return round(seconds / DAY, 1) if seconds % DAY else int(seconds // DAY)


def _of_players(services: Services) -> Iterator[KeptData]:
    guest = int(services.guest_days) if services.guest_days.is_integer() else services.guest_days
    yield KeptData(
        "Your account: a random id, name, colour, emblem, when it was made and last used; the "
        "public halves of your passkeys and your mail address, if you gave them.",
        phrase(
            "Until you delete it. If only your browser opens it, {days} days after it was last "
            "used.",
            days=guest,
        ),
    )
    yield from _of_doors(services)
    yield KeptData(
        "Which seats you took, when, against whom, with which powers or armies, and how those "
        "matches ended; your ratings, and what each was after every rated match.",
        "Until you delete your account.",
    )
    yield KeptData(
        "That you look for a rival, and what for.",
        phrase(
            "Until you have one or stop; {seconds} seconds after your page has gone.",
            seconds=int(LEASE),
        ),
    )
    yield KeptData(
        "How you want to be told, your quiet hours, whom you follow, block and mute, and "
        "invitations.",
        "Until you change it or delete your account; a notice until it is sent or given up.",
    )
    yield KeptData(
        "Armies and card files that you keep with your account.",
        "Until you remove them or delete your account.",
    )
    yield KeptData(
        "Reports, with what was written at the table, and what was done about them.", NEVER
    )


def _of_doors(services: Services) -> Iterator[KeptData]:
    """How an account is entered, and who sees that somebody is here."""
    if services.provider is not None:
        yield KeptData(
            phrase(
                "Who you are to {provider}, if you sign in by it: the number it gave you, and "
                "nothing else of it.",
                provider=services.provider.name,
            ),
            "Until you take it back or delete your account.",
        )
    yield KeptData(
        "Which browsers are signed in, as hashes of random words in their cookies.",
        phrase("Until you sign out; a cookie lasts {days} days.", days=_days(LASTS)),
    )
    yield KeptData(
        "Whether you are here just now, if you want others to see it.",
        "Until half a minute after you have gone.",
    )
    yield KeptData(
        "Links to sign in by.",
        phrase("Until they are used, and {minutes} minutes at most.", minutes=LINK // 60),
    )


def _of_tables(kept: Patience) -> Iterator[KeptData]:
    yield KeptData(
        "Tables that nobody joined.",
        phrase("Days after the last change: {days}.", days=_days(kept.waiting)),
    )
    yield KeptData(
        "Unfinished matches, with their choices, names and chat.",
        phrase("Days after the last change: {days}.", days=_days(kept.running)),
    )
    over = phrase("Days after the last change: {days}.", days=_days(kept.over))
    yield KeptData(
        "Finished matches, with their choices, names and chat. When you delete your account they "
        "stay, but lead to nobody any more.",
        over if kept.over else NEVER,
    )
    yield KeptData(
        "Tournaments, with who took part by name, who met whom, and how it ended. When you delete "
        "your account your name stays there, but leads to nobody any more.",
        over if kept.over else NEVER,
    )
    yield KeptData(
        "Records that somebody uploaded.",
        phrase("Days after they were last uploaded: {days}.", days=_days(kept.sent)),
    )


def _of_visits(services: Services) -> Iterator[KeptData]:
    yield KeptData(
        "From which address you come: counted in memory against too many requests, and as a hash "
        "at each table, so that its host can send somebody away.",
        "Until the server stops; the hash as long as the table.",
    )
    if services.log_addresses:
        yield KeptData(
            "The address of every request, in the log of this server.",
            "As long as whoever runs this server keeps the log.",
        )
    yield KeptData(
        "Your settings, drafts and seats, in your own browser.",
        "Until you clear what your browser keeps of this page.",
    )


def _told(services: Services) -> Iterator[str]:
    yield "The page asks this server and nobody else. Nothing counts or follows you."
    if services.provider is not None:
        yield phrase(
            "If you press the button of {provider}, your browser goes there and this server asks "
            "it who you are. It learns that you play here; otherwise it is never asked.",
            provider=services.provider.name,
        )
    if services.outward.contact:
        yield (
            "If you want notices in a browser, its maker's push service learns that one came, and "
            "when; what it says is sealed for your browser alone."
        )
    if services.postman is not None:
        yield "If you want emails, the mail servers on their way can read them."
    yield (
        "If you name an address of your own to be called, whoever runs it learns what notices say."
    )
