"""How Hypothesis searches: the same quick examples every time, or long and anew.

`pytest --hypothesis-profile=long` searches anew and for long.
"""

from hypothesis import settings

settings.register_profile("quick", max_examples=50, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=2000, deadline=None, database=None)
settings.load_profile("quick")
