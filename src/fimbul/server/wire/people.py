"""Accounts as data: what is asked for and what comes back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fimbul.server.wire.bodies import Name
from fimbul.server.wire.messages import Code
from fimbul.server.wire.ratings import Favourite, LevelTally, RatingCard
from fimbul.server.wire.table_card import Clock, TableState

PlayerTone = Literal["bone", "blood", "aurora", "violet", "ice", "gold"]
EmblemName = Literal["axe", "wolf", "raven", "serpent", "ship", "tree"]
MailAddress = Annotated[str, Meta(max_length=200, pattern=r"^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$")]
KeyName = Annotated[str, Meta(max_length=60)]


class PasskeyCard(Struct, frozen=True):
    """A passkey of mine: the start of its id tells it from others, and opens nothing."""

    id: str
    name: str
    created: int


class MyAccount(Struct, frozen=True, omit_defaults=True):
    """Who I am here. An account that is not kept ends with the storage of this browser."""

    id: str
    name: str
    tone: PlayerTone
    emblem: EmblemName
    created: int
    kept: bool = False
    passkeys: tuple[PasskeyCard, ...] = ()
    devices: int = 1  # browsers that are signed in
    mail: str = ""
    seen: bool = False  # whether my name stands among those who are here
    provider: bool = False  # whether an identity at the provider opens it


class Ways(Struct, frozen=True, omit_defaults=True):
    """How one can enter an account at this server, called by the name it was called by."""

    passkeys: bool
    mail: bool
    provider: str = ""  # the name of the provider that the operator has named


class ProviderDoor(Struct, frozen=True):
    """Where to go to sign in by the provider; it sends the browser back here."""

    address: str


class Visitor(Struct, frozen=True):
    """Whoever asks: without an account until they have sat down for the first time."""

    account: MyAccount | None
    ways: Ways


class Likeness(Struct, frozen=True):
    """How I want to be seen."""

    name: Name
    tone: PlayerTone
    emblem: EmblemName
    seen: bool = False  # whether my name stands among those who are here


class NewPasskey(Struct, frozen=True):
    """What the browser made, and what I call the device."""

    credential: dict[str, Any]
    name: KeyName = ""


class Assertion(Struct, frozen=True):
    """What the browser signed."""

    credential: dict[str, Any]


class KeyQuestion(Struct, frozen=True):
    """What to hand to the browser's own passkey dialogue."""

    options: dict[str, Any]


class DeviceLink(Struct, frozen=True):
    """A code that brings one other browser into my account, once."""

    code: str
    seconds: int


class LinkCode(Struct, frozen=True):
    """What a link holds. Whoever follows a link that is not theirs must not lose what they have
    played, so it comes along only if they say so."""

    code: Code
    bring: bool = False


class MailWish(Struct, frozen=True):
    mail: MailAddress


class LetterSent(Struct, frozen=True):
    """The same for addresses that are known here and for others."""

    minutes: int


class SignedOut(Struct, frozen=True):
    devices: int  # browsers that were signed in


class OwnData(Struct, frozen=True):
    """All that is kept about me, as rows of the store under the names of their columns."""

    account: dict[str, Any]
    passkeys: tuple[dict[str, Any], ...]
    devices: tuple[dict[str, Any], ...]
    matches: tuple[dict[str, Any], ...]
    identities: tuple[dict[str, Any], ...] = ()  # at a provider, that open my account
    channels: tuple[dict[str, Any], ...] = ()  # how I am told
    players: tuple[dict[str, Any], ...] = ()  # whom I follow, block and mute
    works: tuple[dict[str, Any], ...] = ()  # armies and card files
    quiet: tuple[dict[str, Any], ...] = ()
    reports: tuple[dict[str, Any], ...] = ()  # that I made
    ratings: tuple[dict[str, Any], ...] = ()
    rated: tuple[dict[str, Any], ...] = ()
    tournaments: tuple[dict[str, Any], ...] = ()  # that I have entered


class Rival(Struct, frozen=True, omit_defaults=True):
    """Who sat at the same table; `id` is that of an account."""

    id: str
    name: str
    bot: bool = False


class HistoryLine(Struct, frozen=True, omit_defaults=True):
    """A match of mine: won, lost or drawn; ended: without a result; nothing while it goes on."""

    table: str
    game: str
    seat: int
    state: TableState
    since: int
    rivals: tuple[Rival, ...]
    clock: Clock
    ended: int = 0
    outcome: str = ""
    turns: int = 0


class HistoryPage(Struct, frozen=True, omit_defaults=True):
    matches: tuple[HistoryLine, ...]
    next: str | None = None  # ask for the matches after this


class Tally(Struct, frozen=True):
    """A record in one game."""

    game: str
    won: int
    lost: int
    drawn: int

    @property
    def played(self) -> int:
        return self.won + self.lost + self.drawn


class PlayerCard(Struct, frozen=True):
    """What everybody may know about a player."""

    id: str
    name: str
    tone: PlayerTone
    emblem: EmblemName
    since: int
    tallies: tuple[Tally, ...]
    ratings: tuple[RatingCard, ...] = ()
    levels: tuple[LevelTally, ...] = ()
    favourites: tuple[Favourite, ...] = ()
