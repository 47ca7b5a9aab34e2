"""The rules, a file for each chapter of the rulebook, in playing order:

`opening`, `programming`, `arrival`, `course`, `moving`, `collecting`, `contracts`, `eye`, `ice`,
`stealing`, `ending`; then the expansions: `angry`, `guests`, `dragon`.
"""
