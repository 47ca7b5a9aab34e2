"""The rules, a file for each chapter of the rulebook, in playing order:

`programming`, `arrival`, `course`, `moving`, `collecting`, `contracts` and their `conditions`,
`eye`, `ice`, `stealing`, `ending`; then the expansions: `angry`, `guests`, `windows`, `dragon`.
What all steps share is in `steps`, the order in which they come in `order`.
"""
