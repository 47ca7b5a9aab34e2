"""Notices and invitations as a list of what is routed and described."""

from __future__ import annotations

from fimbul.server.http.endpoint import Endpoint
from fimbul.server.http.notices import NoticeHandlers
from fimbul.server.http.people_endpoints import MINE, UNREAD
from fimbul.server.wire import errors as e
from fimbul.server.wire import notices as n

OFF = "/api/notices/off/{code}"
PATH = "/api/me/notices"


def notice_endpoints(notices: NoticeHandlers) -> tuple[Endpoint, ...]:
    return (*_ways(notices), *_channel(notices), *_off(notices), *_invitations(notices))


def _ways(notices: NoticeHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path=PATH,
            does=notices.ways,
            about="How I am told when something waits for me",
            gives=n.NoticeWays,
            errors=MINE,
        ),
        Endpoint(
            path=PATH,
            method="POST",
            does=notices.add,
            about="Be told in one more way",
            takes=n.NewChannel,
            gives=n.NoticeWays,
            errors=(*UNREAD, *MINE, e.BadAddress, e.TooManyChannels, e.NoMail),
        ),
        Endpoint(
            path="/api/me/quiet",
            method="POST",
            does=notices.quiet,
            about="Hours in which nothing is sent",
            takes=n.QuietHours,
            gives=n.NoticeWays,
            errors=(*UNREAD, *MINE, e.BadTable),
        ),
    )


def _channel(notices: NoticeHandlers) -> tuple[Endpoint, ...]:
    channel = f"{PATH}/{{channel}}"
    return (
        Endpoint(
            path=channel,
            method="POST",
            does=notices.change,
            about="Of what one of the ways tells me",
            takes=n.Wants,
            gives=n.NoticeWays,
            errors=(*UNREAD, *MINE, e.NoSuchChannel),
        ),
        Endpoint(
            path=f"{channel}/remove",
            method="POST",
            does=notices.remove,
            about="Be told in that way no more",
            gives=n.NoticeWays,
            errors=(*MINE, e.NoSuchChannel),
        ),
    )


def _off(notices: NoticeHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path=OFF,
            does=notices.off_page,
            about="To the page that asks whether letters are to end",
            gives="text/html",
            status=303,
        ),
        Endpoint(
            path=OFF,
            method="POST",
            does=notices.off,
            about="No more letters: by one click in a mail program",
            gives=n.TurnedOff,
            errors=(e.TooFast, e.ForeignOrigin, e.StoreDown),
        ),
    )


def _invitations(notices: NoticeHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/tables/{table}/invite",
            method="POST",
            does=notices.invite,
            about="Ask a player to a table at which I sit",
            takes=n.InviteWish,
            gives=n.Invited,
            status=201,
            errors=(*UNREAD, *MINE, e.NoSuchTable, e.NotYourSeat, e.NotNow, e.NoSuchPlayer),
        ),
        Endpoint(
            path="/api/me/invitations",
            does=notices.invited,
            about="Tables to which I am asked",
            gives=n.InvitationList,
            errors=MINE,
        ),
        Endpoint(
            path="/api/me/invitations/{table}/decline",
            method="POST",
            does=notices.decline,
            about="Not this one",
            gives=n.InvitationList,
            errors=MINE,
        ),
    )
