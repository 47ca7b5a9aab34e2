"""What all tables of one server share."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from fimbul.games import find as find_game
from fimbul.games import own_names
from fimbul.kernel import Game, phrase
from fimbul.server.bots.pool import BotPool
from fimbul.server.bus.notes import Bus, NoBus
from fimbul.server.ops.bot_keys import BotKeys
from fimbul.server.ops.chat_words import ChatWords
from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.ops.errands import Errands
from fimbul.server.ops.metrics import Metrics
from fimbul.server.ops.outward import Outward
from fimbul.server.ops.postman import Postman
from fimbul.server.ops.provider import Provider
from fimbul.server.ops.rates import Limits
from fimbul.server.ops.server_time import ServerTime
from fimbul.server.settings import Makers, Settings
from fimbul.server.store.bans import BanList
from fimbul.server.store.base import Store
from fimbul.server.wire.bodies import BotCard
from fimbul.server.wire.errors import ShutOut

LEVELS = (
    BotCard("thrall", "Thrall: makes any legal choice"),
    BotCard("karl", "Karl: takes what looks best right now"),
    BotCard("jarl", "Jarl: looks ahead for a moment"),
    BotCard("konung", "Konung: looks far ahead"),
    BotCard("odin", "Odin: the strongest, takes a few seconds"),
    BotCard("random", "Any move will do"),
    BotCard("greedy", "Takes what looks best"),
    BotCard("mcts:200ms", "Thinks a moment"),
    BotCard("mcts:1s", "Thinks a second"),
    BotCard("mcts:3s", "Takes its time"),
)
DEFAULT = Settings()


def _thread() -> ThreadPoolExecutor:
    """One alone: it shares the interpreter with the event loop, half and half at worst."""
    return ThreadPoolExecutor(1, "fimbul-table")


@dataclass(frozen=True, kw_only=True)
class Services:
    store: Store
    pool: BotPool
    find: Callable[[str], Game[Any]] = find_game
    names: Callable[[], tuple[str, ...]] = own_names
    levels: tuple[BotCard, ...] = LEVELS
    rival: str = DEFAULT.rival  # who sits down where a player only wants to play
    advice: str = DEFAULT.advice  # what gives hints
    study: str = DEFAULT.study  # what judges moments of a finished match
    limits: Limits = DEFAULT.bounds
    metrics: Metrics = field(default_factory=Metrics)
    time: ServerTime = field(default_factory=ServerTime)  # that clocks run by
    thread: ThreadPoolExecutor = field(default_factory=_thread)  # for tables that are slow
    errands: Errands = field(default_factory=Errands)  # for what would hold others up
    fault: Fault = no_fault
    origins: tuple[str, ...] = ()  # pages of other addresses that may play here
    hosts: frozenset[str] = frozenset()  # names that a request may call us by; none: any
    metrics_here: bool = True  # whether /metrics is served with everything else
    log_addresses: bool = False
    bans: BanList | None = None  # whom the operator has shut out
    bot_keys: BotKeys = field(default_factory=BotKeys)  # of bots that play from elsewhere
    bus: Bus = field(default_factory=NoBus)  # to other workers over the same store
    provider: Provider | None = None  # by whom one may sign in, if the operator has named one
    postman: Postman | None = None  # sends mail, if the operator has named a mail server
    outward: Outward = field(default_factory=Outward)  # where notices may be sent, and when
    guest_days: float = DEFAULT.guest_days
    prepared: Callable[[], None] = lambda: None  # once every game has been read
    moderators: frozenset[str] = frozenset()  # accounts that look after this server
    tournaments: Makers = DEFAULT.tournaments  # who may make them
    chat_words: ChatWords = field(default_factory=ChatWords)  # that are not welcome
    folds: bool = False  # whether finished matches are folded into tales here
    beside: tuple[Callable[[], Coroutine[Any, Any, None]], ...] = ()  # what else runs all the time

    def __post_init__(self) -> None:
        self.metrics.watch(self.pool)

    @property
    def shared(self) -> bool:
        """Whether other workers may change the same tables."""
        return bool(self.bus.worker)

    @property
    def opponents(self) -> tuple[BotCard, ...]:
        """Our own bots, and those that can be called from elsewhere."""
        called = (
            BotCard(name, phrase("{name}: a program that plays from elsewhere", name=name))
            for name in self.bot_keys.called()
        )
        return (*self.levels, *called)

    def check_ban(self, address: str, name: str = "", account: str = "") -> None:
        """ShutOut, if the operator does not want that visitor here."""
        if self.bans is not None and self.bans.meet(address, name, account):
            raise ShutOut
