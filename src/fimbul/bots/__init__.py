"""Bots: programs that answer decisions. They know the kernel only, and see an outlook only."""

from fimbul.bots.bot import Bot, bot
from fimbul.bots.outlook import Outlook, outlook

__all__ = ["Bot", "Outlook", "bot", "outlook"]
