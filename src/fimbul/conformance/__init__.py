"""The suite that every game passes, without exemptions.

Installed with `fimbul[conformance]` it is a plug-in of pytest, for games of packages too:
`pytest --pyargs fimbul.conformance --game NAME`. Each property is a plain function of a game (and
of a tale: a match as Hypothesis tells it), so the same function runs on the games of the house and
on the broken ones in `tests/broken`.
"""
