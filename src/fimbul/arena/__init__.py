"""The arena: matches between bots by the series, what they prove, and counts of the tree."""

from fimbul.arena.comparing import Comparison, SequentialTest, compare, deal_shares
from fimbul.arena.ranking import BotRank, FirstRate, rank_bots, rank_seats, wilson
from fimbul.arena.results import SeriesFile, SeriesRequest, seat_rows, write_results
from fimbul.arena.series import Deals, MatchJob, PlayedMatch, play_job, play_series
from fimbul.arena.tree_count import perft, perft_choices

__all__ = [
    "BotRank",
    "Comparison",
    "Deals",
    "FirstRate",
    "MatchJob",
    "PlayedMatch",
    "SequentialTest",
    "SeriesFile",
    "SeriesRequest",
    "compare",
    "deal_shares",
    "perft",
    "perft_choices",
    "play_job",
    "play_series",
    "rank_bots",
    "rank_seats",
    "seat_rows",
    "wilson",
    "write_results",
]
