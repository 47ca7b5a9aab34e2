"""Notices as data: how somebody wants to be told, and of what."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fimbul.server.wire.bodies import Name
from fimbul.server.wire.messages import STORABLE, Code
from fimbul.server.wire.table_card import TableCard

NoticeKind = Literal["turn", "invitation", "over", "round"]
ChannelKind = Literal["push", "mail", "webhook"]
Address = Annotated[str, Meta(min_length=8, max_length=1000, pattern=STORABLE)]
Minute = Annotated[int, Meta(ge=0, lt=1440)]
PushKey = Annotated[str, Meta(max_length=200, pattern=r"^[A-Za-z0-9_-]+=*$")]
Wished = Annotated[tuple[NoticeKind, ...], Meta(max_length=4)]
PlayerId = Annotated[str, Meta(min_length=1, max_length=60, pattern=STORABLE)]


class PushKeys(Struct, frozen=True):
    """What a browser gave to seal notices with."""

    p256dh: PushKey
    auth: PushKey


class Subscription(Struct, frozen=True):
    """As the browser's PushSubscription tells itself."""

    endpoint: Address
    keys: PushKeys


class NewChannel(Struct, frozen=True):
    """A way to tell me. Mail goes to my own address; a browser brings its subscription, a webhook
    its address."""

    kind: ChannelKind
    wants: Wished = ("turn", "invitation", "over", "round")
    push: Subscription | None = None
    url: Annotated[str, Meta(max_length=1000, pattern=STORABLE)] = ""


class Wants(Struct, frozen=True):
    """What a channel tells of; a channel that tells of nothing is kept, and is silent."""

    wants: Wished


class QuietHours(Struct, frozen=True):
    """Minutes of the day between which nothing is sent, by the clock of that time zone. From and
    to the same minute: there are none."""

    begins: Minute
    ends: Minute
    zone: Annotated[str, Meta(max_length=60)] = "UTC"


class ChannelCard(Struct, frozen=True):
    """`place` is where it leads, as far as its owner need know; `trouble`: why the last notice was
    given up."""

    id: str
    kind: ChannelKind
    place: str
    wants: tuple[NoticeKind, ...]
    created: int
    trouble: str


class NoticeWays(Struct, frozen=True):
    """How I am told, and how I could be told at this server; without a key nothing is pushed."""

    channels: tuple[ChannelCard, ...]
    quiet: QuietHours | None
    push_key: str
    mail: bool


class OffCode(Struct, frozen=True):
    """The code in an email."""

    code: Code


class TurnedOff(Struct, frozen=True):
    """The same for a code that is known and for others."""

    off: bool


class InviteWish(Struct, frozen=True):
    """Somebody is asked to a table: by the page of a player, or by the name that one follows."""

    player: PlayerId


class Invited(Struct, frozen=True):
    """The same whether or not they are told."""

    table: str


class InvitationCard(Struct, frozen=True):
    """Somebody asks me to a table."""

    table: TableCard
    host: str  # the account of whoever asked
    name: Name
    since: int


class InvitationList(Struct, frozen=True):
    invitations: tuple[InvitationCard, ...]
