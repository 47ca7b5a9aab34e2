"""The rules, a file for each chapter of the rulebook, in playing order:

`set_up`, `turn`, `deeds` and `regions` (what a turn does to the board), `scoring`; then `teams`.
What powers change is said at `moments` and asked by `power_steps`; each power is in `powers`.
`whereabouts` and `sayings` serve all of them; `why` answers whoever touches what cannot be touched.
"""
