"""Bots: programs that answer decisions. They know the kernel only, and see an outlook only."""

from fimbul.bots.analysis import Analysis, analyse
from fimbul.bots.budget import Budget
from fimbul.bots.description import Bot, bot
from fimbul.bots.foreign import BotSource, bot_name, make_bot
from fimbul.bots.levels import LEVELS
from fimbul.bots.outlooks import Outlook, outlook
from fimbul.bots.steady import SteadyBot

__all__ = [
    "LEVELS",
    "Analysis",
    "Bot",
    "BotSource",
    "Budget",
    "Outlook",
    "SteadyBot",
    "analyse",
    "bot",
    "bot_name",
    "make_bot",
    "outlook",
]
