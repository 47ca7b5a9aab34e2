"""The arena: matches between bots by the series, what they prove, and counts of the tree."""

from fimbul.arena.ranking import Standing, standings, wilson
from fimbul.arena.series import Job, Outcome, play_job, play_series
from fimbul.arena.tree_count import perft, perft_choices

__all__ = [
    "Job",
    "Outcome",
    "Standing",
    "perft",
    "perft_choices",
    "play_job",
    "play_series",
    "standings",
    "wilson",
]
