"""How Hypothesis searches: the same quick examples every time, or long and anew.

`pytest --hypothesis-profile=long` searches anew and for long, `first` is content with the first
example that fails, however large.
"""

from hypothesis import HealthCheck, Phase, settings

settings.register_profile("quick", max_examples=50, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=2000, deadline=None, database=None)
settings.register_profile(
    "first",
    settings.get_profile("quick"),
    phases=(Phase.explicit, Phase.generate),
    report_multiple_bugs=False,
    suppress_health_check=tuple(HealthCheck),  # they look at the clock, and may be one of many
)
settings.load_profile("quick")
