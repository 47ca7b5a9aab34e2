"""The rules, a file for each part of the turn:

`turn`, `deploy`, `orders`, `shooting`, `activation`, `movement`, `charge`, `withdraw`, `fear`,
`melee`, `combat`, `push`, `ending`; what several of them share stands in `rolls`, `moves`,
`closing`, `fights`, `duel`, `blows`, `harm` and `regrowth`.
"""
