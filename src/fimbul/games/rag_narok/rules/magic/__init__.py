"""Incantation: mana, spells, Rituals, Familiars."""
