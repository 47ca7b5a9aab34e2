"""Where the server listens, and whether the system lets it hold as many sockets as it should."""

from __future__ import annotations

import errno
import socket

from fimbul.kernel import FimbulError

BACKLOG = 2048
SPARE = 100  # open files besides the sockets of players: the store, the bots, the page

_WHY = {
    errno.EADDRINUSE: "another program listens there; stop it, or choose another with --port",
    errno.EACCES: "ports below 1024 need an administrator; choose another with --port",
    errno.EADDRNOTAVAIL: "this machine has no such address; choose another with --host",
}


class CannotListen(FimbulError):
    code = "server/listen"


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound, or one sentence about what is in the way."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as wrong:
        why = _WHY.get(wrong.errno or 0, wrong.strerror or str(wrong))
        raise CannotListen(f"cannot listen on {shown(host, port)}: {why}") from None


def shown(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def few_files(sockets: int) -> str:
    """Raise the system's limit of open files as far as it goes; says if that is not enough."""
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return ""
    wanted = sockets + SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    reachable = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < reachable:
        resource.setrlimit(resource.RLIMIT_NOFILE, (reachable, hard))
        soft = reachable
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return ""
    return f"the system allows {soft} open files, too few for {sockets} sockets: raise ulimit -n"
