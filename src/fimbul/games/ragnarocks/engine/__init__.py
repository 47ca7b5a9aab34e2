"""The engine of Ragnarocks: searched without the kernel.

`field.py` plays every board and every option of the basic game, `myth.py` and what it stands on
(`land`, `moves`, `offers`, `deeds`) matches of two seats with any of the 32 powers. Drafts, teams
and cards with icons of an owner's own are not known here.
"""
