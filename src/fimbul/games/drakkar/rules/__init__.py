"""The rules, a file for each chapter of the rulebook, in playing order:

`course`, `brawl`, `deal`, `tricks`, `red`, `stowing`, `blue`, `quest`, `team`.
"""
