"""A search for good numbers of a bot: Optuna proposes, matches judge, and the best are raced.

The best of many noisy trials is mostly the luckiest. So the first few play each other on common
deals, and whoever is clearly stronger than the one before goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from fimbul.arena.comparing import Comparison, SequentialTest, compare, deal_shares
from fimbul.arena.ranking import rank_bots
from fimbul.arena.series import PlayedMatch, play_series
from fimbul.bots import bot_name
from fimbul.kernel import FimbulError, Game

RANGE = re.compile(r"(\w+)=(-?[\d.]+?)\.\.(-?[\d.]+)")
BRACED = re.compile(r"\{(\w+)\}")
RACED = 4  # of the best trials
Tell = Callable[[str], None]


class BadTuning(FimbulError):
    """A search that cannot be begun."""

    code = "tuning/bad"
    status = 422


class TunedNumber(Struct, frozen=True):
    """A number of a bot, and its bounds; a whole number if both bounds are."""

    name: str
    low: float
    high: float
    whole: bool


class TuningRequest(Struct, frozen=True):
    """What is searched for: numbers in the braces of a bot's description, against a rival."""

    bot: str
    rival: str
    numbers: tuple[TunedNumber, ...]
    trials: int
    games: int  # of one trial
    race: int  # matches of one race at most
    seed: int
    options: dict[str, Any]


class Tuned(Struct, frozen=True):
    """The winner of the races, and how it did against the rival on deals of their own."""

    bot: str
    against: Comparison


def read_number(told: str) -> TunedNumber:
    """`tries=1..60` or `slips=0.05..0.5`."""
    found = RANGE.fullmatch(told)
    if found is None or float(found[2]) >= float(found[3]):
        raise BadTuning(f"{told!r}: a number and its ends are wanted, such as tries=1..60")
    whole = "." not in found[2] + found[3]
    return TunedNumber(found[1], float(found[2]), float(found[3]), whole)


def tune(game: Game[Any], asked: TuningRequest, tell: Tell) -> Tuned:
    """Trials, races, and a last look at the winner."""
    check_names(asked, braced(asked.bot), repr(asked.bot))

    def judge(bot: str) -> float:
        """All trials are played on the same deals."""
        return _rate(bot, _series(game, asked, (bot, asked.rival), asked.games, asked.seed))

    def made(numbers: Mapping[str, float]) -> str:
        return asked.bot.format(**numbers)

    champion, *challengers = best_of(asked, made, judge, tell)
    for challenger in challengers:
        champion = _race(game, asked, champion, challenger, tell)
    last = list(_series(game, asked, (champion, asked.rival), asked.race, asked.seed + 2))
    return Tuned(champion, compare(bot_name(champion), last))


def braced(told: object) -> set[str]:
    """The names in the braces of a text."""
    return set(BRACED.findall(told)) if type(told) is str else set()


def check_names(asked: TuningRequest, named: set[str], where: str) -> None:
    if named != {number.name for number in asked.numbers} or not named:
        raise BadTuning(f"{where} names {sorted(named)}: give each of them, and no other")


def best_of(
    asked: TuningRequest,
    made: Callable[[Mapping[str, float]], str],
    judge: Callable[[str], float],
    tell: Tell,
) -> list[str]:
    """The best of what was made of the numbers that Optuna proposed, each once."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=asked.seed % 2**32)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    rates: dict[str, list[float]] = {}
    for _ in range(asked.trials):
        trial = study.ask()
        tried = made(_proposed(trial, asked.numbers))
        rate = judge(tried)
        study.tell(trial, rate)
        rates.setdefault(tried, []).append(rate)
        tell(f"{rate:4.0%}  {tried}")
    ranked = sorted(rates, key=lambda tried: (-sum(rates[tried]) / len(rates[tried]), tried))
    return ranked[:RACED]


def _proposed(trial: Any, numbers: Sequence[TunedNumber]) -> Mapping[str, float]:
    return {
        one.name: trial.suggest_int(one.name, int(one.low), int(one.high))
        if one.whole
        else round(trial.suggest_float(one.name, one.low, one.high), 3)
        for one in numbers
    }


def _series(
    game: Game[Any], asked: TuningRequest, bots: tuple[str, str], games: int, seed: int
) -> Iterator[PlayedMatch]:
    """The first against as many of the other as there are seats left."""
    seats = int(asked.options.get("seats", game.setup_type().seats))
    seated = [bots[0], *[bots[1]] * (seats - 1)]
    return play_series(game, seated, games, seed=seed, options=asked.options)


def _rate(bot: str, matches: Iterator[PlayedMatch]) -> float:
    name = bot_name(bot)
    return next((one.rate for one in rank_bots(matches) if one.bot == name), 0.5)


def _race(game: Game[Any], asked: TuningRequest, champion: str, challenger: str, tell: Tell) -> str:
    """On common deals, until it is clear whether the challenger is stronger."""
    seats = int(asked.options.get("seats", game.setup_type().seats))
    test = SequentialTest(usual=1 / seats, wanted=min(0.95, 1 / seats + 0.1))
    played: list[PlayedMatch] = []
    for ended in _series(game, asked, (challenger, champion), asked.race, asked.seed + 1):
        played.append(ended)
        rates = [share for share, _ in deal_shares(bot_name(challenger), played)]
        if (verdict := test.verdict(rates)) != "undecided":
            break
    winner = challenger if verdict == "stronger" else champion
    tell(f"race of {len(played)}: {challenger} against {champion}, {winner} goes on")
    return winner
