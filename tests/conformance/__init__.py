"""The suite that every game passes, without exemptions.

Each property is a plain function of a game (and of a tale: a match as Hypothesis tells it), so
the same function runs on the games of the house and on the broken ones in `tests/broken`.
"""
