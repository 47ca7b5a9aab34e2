"""What all tables of one server share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from fimbul.games import find as find_game
from fimbul.games import names as game_names
from fimbul.kernel import Game
from fimbul.server.bots.pool import BotPool
from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.ops.metrics import Metrics
from fimbul.server.ops.rates import Limits
from fimbul.server.settings import Settings
from fimbul.server.store.base import Store
from fimbul.server.wire.bodies import BotCard

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
    names: Callable[[], tuple[str, ...]] = game_names
    levels: tuple[BotCard, ...] = LEVELS
    rival: str = DEFAULT.rival  # who sits down where a player only wants to play
    advice: str = DEFAULT.advice  # what gives hints
    study: str = DEFAULT.study  # what judges moments of a finished match
    limits: Limits = DEFAULT.bounds
    metrics: Metrics = field(default_factory=Metrics)
    thread: ThreadPoolExecutor = field(default_factory=_thread)  # for what would hold others up
    fault: Fault = no_fault
    origins: tuple[str, ...] = ()  # pages of other addresses that may play here
