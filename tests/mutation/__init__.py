"""Rules broken on purpose, one line at a time: whatever nobody notices is not proved.

`python -m tests.mutation GAME` draws mutants of a game's rules, runs the game's tests on each and
tells which ones survive. Recorded matches are left out: a rule that only they hold is not proved.
"""
