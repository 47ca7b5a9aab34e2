"""Bots: programs that answer decisions. They know the kernel only, and see an outlook only."""

from fimbul.bots.bot import Bot, bot
from fimbul.bots.levels import LEVELS
from fimbul.bots.outlook import Outlook, outlook

__all__ = ["LEVELS", "Bot", "Outlook", "bot", "outlook"]
