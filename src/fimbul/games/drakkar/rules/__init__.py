"""The rules, a file for each chapter of the rulebook, in playing order:

`course`, `brawl`, `quest_deal`, `tricks`, `red`, `stowing`, `blue`, `quest`, `team`. What all steps
share is in `steps`.
"""
