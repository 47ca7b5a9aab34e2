"""What the server refuses. One class, one code, one HTTP status, as in the kernel.

FimbulError
 |- NoSuchTable    table/unknown       404   no table has that id
 |- NoSuchReplay   replay/unknown      404   no record was left under that id
 |- NoSuchWorkshop workshop/unknown  404   the game puts nothing together under that name
 |- NoCardFile     cards/none          404   the game has no cards that an owner could bring
 |- NoSuchPath     path/unknown        404   nothing is served there
 |- WrongMethod    path/method         405   it is served, but not to that verb
 |- NotInvited     table/not-invited   403   a private table needs its invitation or watch code
 |- NotYourSeat    seat/not-yours      403   the token does not hold that seat
 |- NotSignedIn    account/none        401   this browser has no account
 |- BadPasskey     account/passkey     403   a passkey that was not made here, or not for this
 |- SpentLink      account/link        410   a link was used before, or is too old
 |- NoPasskeys     account/no-passkeys 409   the server is called by an address, not by a name
 |- NoMail         account/no-mail     409   this server sends no email
 |- NoSuchPlayer   player/unknown      404   no account has that id
 |- BadAddress     notice/address      422   nothing is sent to that address
 |- TooManyChannels notice/many        409   an account is told in enough ways
 |- NoSuchChannel  notice/unknown      404   the account is not told in that way
 |- NoSuchTournament tournament/unknown 404 no tournament has that id
 |- NoHost         tournament/host    403   only who made a tournament may do that
 |- BadTournament  tournament/bad     422   a tournament cannot be held so; every reason is listed
 |- Blocked        player/blocked      403   a player wants nothing to do with whoever asks
 |- NoModerator    moderator/none      403   the operator has not named that account
 |- NoSuchReport   report/unknown      404   no report has that id
 |- ForeignOrigin  origin/foreign      403   another site's page may not speak for a player
 |- WrongHost      host/unknown        421   the request uses a host name that is not ours
 |- ShutOut        visitor/shut-out   403   the operator of this server has banned that visitor
 |- TableFull      table/full          409   every seat is taken
 |- NotNow         table/not-now       409   the table is not in a state for that
 |- StaleChoice    choice/stale        409   the match has moved on since you looked
 |- BadTable       table/bad           422   a table cannot be laid so; every reason is listed
 |- Malformed      message/malformed   400   not a message of the protocol
 |- TooLarge       message/too-large   413   longer than anything a player needs to say
 |- TooSlow        message/too-slow    408   the rest of the request did not come
 |- WrongKind      message/kind        415   the body is not what its header should say
 |- TooFast        rate/too-fast       429   slower, please
 |- NoScope        token/scope         403   a bot's token that is unknown, or not meant for that
 |- TooBusy        server/busy         503   too many are in line before you; nothing happened
 `- StoreDown      store/down          503   nothing could be written down, so nothing happened
"""

from __future__ import annotations

from fimbul.kernel import FimbulError, Problems, phrase


class NoSuchTable(FimbulError):
    code = "table/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such table; it may have been cleared away")


class NoSuchReplay(FimbulError):
    code = "replay/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such replay; upload its .saga file again")


class NoSuchWorkshop(FimbulError):
    code = "workshop/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("this game has no such workshop")


class NoCardFile(FimbulError):
    code = "cards/none"
    status = 404

    def __init__(self) -> None:
        super().__init__("this game has no cards that an owner could bring")


class NoSuchPath(FimbulError):
    code = "path/unknown"
    status = 404


class WrongMethod(FimbulError):
    code = "path/method"
    status = 405


class NotInvited(FimbulError):
    code = "table/not-invited"
    status = 403

    def __init__(
        self, reason: str = "this table is private: it needs the link that its players share"
    ) -> None:
        super().__init__(reason)


class NotYourSeat(FimbulError):
    code = "seat/not-yours"
    status = 403

    def __init__(self, reason: str = "that token holds no seat at this table") -> None:
        super().__init__(reason)


class NotSignedIn(FimbulError):
    code = "account/none"
    status = 401

    def __init__(self) -> None:
        super().__init__("this browser is not signed in")


class SignedOff(NotSignedIn):
    """In the middle of a conversation: it ends there."""


class BadPasskey(FimbulError):
    code = "account/passkey"
    status = 403

    def __init__(self, reason: str = "that passkey was not accepted; please try again") -> None:
        super().__init__(reason)


class TooManyPasskeys(BadPasskey):
    def __init__(self) -> None:
        super().__init__("an account has at most twenty passkeys: remove one first")


class NoSuchPasskey(BadPasskey):
    def __init__(self) -> None:
        super().__init__("there is no such passkey of yours")


class SpentLink(FimbulError):
    code = "account/link"
    status = 410

    def __init__(
        self, reason: str = "that link was used before, or is older than a quarter of an hour"
    ) -> None:
        super().__init__(reason)


class NoPasskeys(FimbulError):
    code = "account/no-passkeys"
    status = 409

    def __init__(self) -> None:
        super().__init__("passkeys need a server with a name, such as localhost: open it by that")


class NoMail(FimbulError):
    code = "account/no-mail"
    status = 409

    def __init__(self) -> None:
        super().__init__("this server sends no email")


class TooManyWorks(FimbulError):
    code = "work/many"
    status = 409

    def __init__(self) -> None:
        super().__init__(
            "an account keeps at most a hundred armies and card files, of half a million letters "
            "in all: remove one first"
        )


class NoSuchWork(FimbulError):
    code = "work/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("you keep nothing like that here")


class NoProvider(FimbulError):
    code = "account/no-provider"
    status = 409

    def __init__(self) -> None:
        super().__init__("nobody signs in here by another service")


class ProviderDown(FimbulError):
    code = "account/provider-down"
    status = 503
    seconds = 5.0

    def __init__(self) -> None:
        super().__init__("the service that you sign in by does not answer now; try again later")


class BadIdentity(FimbulError):
    code = "account/bad-identity"
    status = 502

    def __init__(self) -> None:
        super().__init__("the service that you sign in by answered in a way that cannot be trusted")


class NoSuchPlayer(FimbulError):
    code = "player/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such player; the account may have been deleted")


class BadAddress(FimbulError):
    code = "notice/address"
    status = 422


class TooManyChannels(FimbulError):
    code = "notice/many"
    status = 409

    def __init__(self) -> None:
        super().__init__("an account is told in at most ten ways: remove one first")


class NoSuchChannel(FimbulError):
    code = "notice/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("you are not told in that way")


class NoSuchTournament(FimbulError):
    code = "tournament/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such tournament; it may have been cleared away")


class NoHost(FimbulError):
    code = "tournament/host"
    status = 403

    def __init__(
        self, reason: str = "only whoever made this tournament may begin, pause or end it"
    ) -> None:
        super().__init__(reason)


class BadTournament(Problems):
    code = "tournament/bad"
    about = "the tournament cannot be held"


class Blocked(FimbulError):
    code = "player/blocked"
    status = 403

    def __init__(self) -> None:
        super().__init__("somebody there does not want to play or talk with you")


class NoModerator(FimbulError):
    code = "moderator/none"
    status = 403

    def __init__(self) -> None:
        super().__init__("whoever runs this server has not asked you to look after it")


class NoSuchReport(FimbulError):
    code = "report/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such report")


class ForeignOrigin(FimbulError):
    code = "origin/foreign"
    status = 403

    def __init__(self) -> None:
        super().__init__("only this server's own page may do that")


class WrongHost(FimbulError):
    code = "host/unknown"
    status = 421

    def __init__(self) -> None:
        super().__init__("this server is not known by that name; its host can add it with --name")


class ShutOut(FimbulError):
    code = "visitor/shut-out"
    status = 403

    def __init__(self) -> None:
        super().__init__("whoever runs this server has shut you out")


class TableFull(FimbulError):
    code = "table/full"
    status = 409

    def __init__(self) -> None:
        super().__init__("every seat at this table is taken")


class NotNow(FimbulError):
    code = "table/not-now"
    status = 409


class StaleChoice(FimbulError):
    code = "choice/stale"
    status = 409

    def __init__(self) -> None:
        super().__init__("the match has moved on since you looked")


class BadTable(Problems):
    code = "table/bad"
    about = "the table cannot be opened"


class Malformed(FimbulError):
    """`message_id` is that of the message, if that much could be read."""

    code = "message/malformed"
    status = 400
    message_id = ""


class TooLarge(FimbulError):
    code = "message/too-large"
    status = 413


class TooSlow(FimbulError):
    code = "message/too-slow"
    status = 408

    def __init__(self) -> None:
        super().__init__("the rest of the request did not come in time")


class WrongKind(FimbulError):
    code = "message/kind"
    status = 415


class TooFast(FimbulError):
    code = "rate/too-fast"
    status = 429

    def __init__(self, seconds: float = 1.0) -> None:
        self.seconds = seconds
        super().__init__("that is too much at once; please wait a moment")


class NoScope(FimbulError):
    code = "token/scope"
    status = 403

    def __init__(self, scope: str) -> None:
        super().__init__(phrase("this needs a bot's token with the scope '{scope}'", scope=scope))


class TooBusy(FimbulError):
    code = "server/busy"
    status = 503
    seconds = 1.0

    def __init__(self) -> None:
        super().__init__("too much is asked for just now; please try again in a moment")


class StoreDown(FimbulError):
    code = "store/down"
    status = 503
    seconds = 1.0

    def __init__(self) -> None:
        super().__init__("nothing could be written down just now, so nothing happened; try again")
