"""The arena: matches between bots by the series, what they prove, and counts of the tree."""

from fimbul.arena.ranking import BotRank, rank_bots, wilson
from fimbul.arena.series import MatchJob, PlayedMatch, play_job, play_series
from fimbul.arena.tree_count import perft, perft_choices

__all__ = [
    "BotRank",
    "MatchJob",
    "PlayedMatch",
    "perft",
    "perft_choices",
    "play_job",
    "play_series",
    "rank_bots",
    "wilson",
]
