"""What a bot is, and how one is made from a description."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from fimbul.bots.budget import read_budget
from fimbul.bots.engine_bot import EngineBot
from fimbul.bots.glance import GlanceBot
from fimbul.bots.greedy import GreedyBot
from fimbul.bots.levels import LEVELS, LevelBot
from fimbul.bots.mcts import MctsBot
from fimbul.bots.outlooks import Outlook
from fimbul.bots.random_bot import RandomBot
from fimbul.bots.slips import SlippingBot, read_slips
from fimbul.kernel import NoSuchBot, phrase, quoted

THERE_IS = phrase(
    "there is random, glance, greedy, mcts, and mcts with a budget: mcts:1s, mcts:200ms, "
    "mcts:500n; engine, with the same budgets: engine:1s, or engine:100ms,1s with a second one "
    "for tables its engine does not know; with slips, one answer of so many: greedy/8; "
    "by level, the weakest first: {levels}",
    levels=", ".join(LEVELS),
)
DEFAULT = "1s"


class Bot(Protocol):
    """Anything that answers decisions. One bot may play several matches, one after the other."""

    name: str  # the description it was made from

    def pick(self, outlook: Outlook) -> str:
        """One of `outlook.decision.options`, within the bot's budget."""


PLAIN: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "glance": GlanceBot,
    "greedy": GreedyBot,
}


def _mcts(name: str, budget: str, seed: int) -> MctsBot:
    return MctsBot(name, read_budget(budget), seed)


def _engine(name: str, budgets: str, seed: int) -> EngineBot:
    own, comma, strange = budgets.partition(",")
    return EngineBot(name, read_budget(own), _mcts(name, strange if comma else own, seed), seed)


SEARCHERS: dict[str, Callable[[str, str, int], Bot]] = {"mcts": _mcts, "engine": _engine}


def bot(description: str, seed: int = 0) -> Bot:
    """The bot of that description, with dice of its own; NoSuchBot says what there is."""
    try:
        return _described(description, seed)
    except ValueError as wrong:
        why = THERE_IS
        if wrong.args:
            why = phrase("{wrong}; {known}", wrong=wrong.args[0], known=THERE_IS)
        none = "there is no bot {name}: {why}"
        raise NoSuchBot(phrase(none, name=quoted(description), why=why)) from None


def _described(description: str, seed: int) -> Bot:
    """ValueError says which number makes no sense, if it is a number."""
    kind, colon, budgets = description.partition(":")
    steady, slash, slips = description.rpartition("/")
    if slash:
        return SlippingBot(description, _described(steady, seed), read_slips(slips), seed)
    if description in PLAIN:
        return PLAIN[description](seed)
    if description in LEVELS:
        return LevelBot(description, seed, bot)
    if kind not in SEARCHERS:
        raise ValueError
    return SEARCHERS[kind](description, budgets if colon else DEFAULT, seed)
