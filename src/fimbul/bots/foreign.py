"""Bots from outside: a class in a module of yours, an installed package, or an object at hand.

Only whoever runs the program may name them. What a visitor of a server names goes to `bot`, which
imports nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import Any

from fimbul.bots.description import SEARCHERS, Bot, bot
from fimbul.bots.outlooks import Outlook
from fimbul.kernel import UNLOADABLE, NoSuchBot, phrase, quoted

GROUP = "fimbul.bots"  # of entry points
PICKS_NOTHING = "{name} is no bot: it has no method pick(outlook)"
BotSource = str | Bot | Callable[..., Bot]


class ForeignBot:
    """A bot from outside under the name it was asked for by."""

    def __init__(self, name: str, player: Any) -> None:
        self.name, self.player = name, player

    def pick(self, outlook: Outlook) -> str:
        found = self.player.pick(outlook)
        assert isinstance(found, str), f"pick must return an option, not {type(found).__name__}"
        return found


def make_bot(source: BotSource, seed: int = 0) -> Bot:
    """The bot of a description, `module:Class`, an installed name, a class or an object.

    Whatever makes a bot is handed the seed if it takes an argument. NoSuchBot says what is wrong.
    """
    name = bot_name(source)
    if not isinstance(source, str):
        return ForeignBot(name, _made(name, source, seed))
    installed = installed_bots()
    if source in installed:
        return ForeignBot(name, _made(name, _loaded(installed[source]), seed))
    module, colon, inside = source.partition(":")
    if not colon or module in SEARCHERS or not inside.isidentifier():
        return bot(source, seed)
    return ForeignBot(name, _made(name, _imported(module, inside), seed))


def bot_name(source: BotSource) -> str:
    """What a series calls it."""
    if isinstance(source, str):
        return source
    own = getattr(source, "name", None) or getattr(source, "__name__", None)
    return str(own or type(source).__name__)


def installed_bots() -> dict[str, EntryPoint]:
    """The bots that installed packages bring, by name. Two of one name are a mistake."""
    return told_apart(entry_points(group=GROUP), "bot")


def told_apart(found: Iterable[EntryPoint], kind: str) -> dict[str, EntryPoint]:
    names: dict[str, EntryPoint] = {}
    for one in found:
        if (other := names.setdefault(one.name, one)) != one:
            both = " and ".join(sorted(_package(each) for each in (other, one)))
            twice = "two packages bring a {kind} {name}: {both}; remove one of them"
            raise NoSuchBot(phrase(twice, kind=kind, name=quoted(one.name), both=both))
    return names


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value


def _loaded(point: EntryPoint) -> Any:
    try:
        return point.load()
    except UNLOADABLE as wrong:
        why, broken = (
            f"{type(wrong).__name__}: {wrong}",
            "the bot {name} of {package} is broken: {why}",
        )
        named = {"name": quoted(point.name), "package": _package(point)}
        raise NoSuchBot(phrase(broken, **named, why=why)) from wrong


def _imported(module: str, inside: str) -> Any:
    try:
        found = import_module(module)
    except ModuleNotFoundError as wrong:
        none = "there is no module {module} to take {inside} from"
        raise NoSuchBot(phrase(none, module=quoted(wrong.name), inside=inside)) from None
    except UNLOADABLE as wrong:
        why, broken = (
            f"{type(wrong).__name__}: {wrong}",
            "the module {name} cannot be imported: {why}",
        )
        raise NoSuchBot(phrase(broken, name=quoted(module), why=why)) from wrong
    if not hasattr(found, inside):
        none = "there is no {inside} in {place}"
        raise NoSuchBot(phrase(none, inside=inside, place=found.__file__ or module))
    return getattr(found, inside)


def _made(name: str, source: Any, seed: int) -> Any:
    """A bot, from a bot or from what makes one."""
    player = source
    if isinstance(source, type) or not hasattr(source, "pick"):
        if not callable(source):
            raise NoSuchBot(phrase(PICKS_NOTHING, name=name))
        player = source(seed) if _takes_one(source) else source()
    if not callable(getattr(player, "pick", None)):
        raise NoSuchBot(phrase(PICKS_NOTHING, name=name))
    return player


def _takes_one(maker: Callable[..., Any]) -> bool:
    try:
        signature(maker).bind(0)
    except TypeError:
        return False
    return True
