"""The search of a wide row: all seats pick together, and one of them one way of very many.

Tries of single picks would never get round in it. So whole ways are compared, all in the same
dreams: those that look best in one of the first are played in one dream after the other, with what
the rivals will likely pick, and the worse ones are given up little by little. Lore judges where
the run of this seat ends.

A rival sees neither my pick nor those of the others, so each is guessed against picks at random:
at each decision what looks best to it at once.
"""

from __future__ import annotations

from msgspec import Struct

from fimbul.bots.budget import Purse
from fimbul.bots.outlook import Outlook
from fimbul.bots.playout import seal_rivals
from fimbul.bots.scout import Scout, Way
from fimbul.kernel import Dice, State, choose, onward, races, unseal

MANY = 8  # options of one seat in a row: with more, tries alone do not get round
WIDE, NARROW = 200, 24  # runs that are carried on: in the first dreams, and in all others
SCOUTS, SCOUTED = 6, 0.25  # first dreams at most, and the share of time after which they are enough
FEW = 16  # ways from each of them that are compared


def is_wide(state: State) -> bool:
    """Whether several seats are asked together, and one of them for one thing of very many."""
    asked = state.asked
    return (
        len(asked) > 1
        and max([len(decision.options) for decision in asked]) > MANY
        and not races(state)
    )


def is_wide_row(outlook: Outlook) -> bool:
    """Whether this decision is one of a wide row, in a game whose lore can judge it."""
    if outlook.game.lore.value is None or len(outlook.decision.options) == 1:
        return False
    return is_wide(outlook.dream(Dice()))


class Score(Struct):
    """What came of one way so far."""

    total: float = 0.0
    tries: int = 0

    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.0


class WaySearch:
    """Compares the ways of one seat in a row, until time is up."""

    def __init__(self, outlook: Outlook, dice: Dice, purse: Purse) -> None:
        self.outlook, self.game, self.seat = outlook, outlook.game, outlook.seat
        self.dice, self.purse = dice, purse
        self.scores: dict[Way, Score] = {}

    def best(self, left: float) -> Way:
        """The way that came out best; any pick, if there was no time to look at one."""
        self.purse.limit(left)
        self.begin(left)
        while not self.purse.empty():
            self.compare(self.alive(left))
        options = self.outlook.decision.options
        return next(iter(self.ranked()), (options[self.dice.roll(len(options))],))

    def ranked(self) -> list[Way]:
        """The best first: by most tries, as only the better ones are tried on."""
        scores = self.scores
        return sorted(scores, key=lambda way: (-scores[way].tries, -scores[way].mean()))

    def alive(self, left: float) -> list[Way]:
        """The ways that are still compared: fewer and fewer as time goes by."""
        gone = min(1.0, self.purse.spent() / left)
        return self.ranked()[: max(2, round(len(self.scores) * (1 - gone) ** 2))]

    def begin(self, left: float) -> None:
        """The ways that look best in any of a few dreams: what comes next is not known."""
        for _ in range(SCOUTS):
            scout = self.scout(WIDE)
            if self.purse.late():
                return
            looks = scout.looks([(option,) for option in self.outlook.decision.options])
            for way in sorted(looks, key=looks.__getitem__, reverse=True)[:FEW]:
                self.scores.setdefault(way, Score())
                self.purse.iterations += 1
            if self.purse.spent() > left * SCOUTED:
                return

    def compare(self, ways: list[Way]) -> None:
        """Play all of these in one more dream."""
        scout = self.scout(NARROW)
        for way in ways:
            look = scout.looks([way]).get(way)
            if look is None or self.purse.late():
                return  # time was up before the run's end
            score = self.scores[way]
            score.total += look
            score.tries += 1
            self.purse.iterations += 1

    def scout(self, wide: int) -> Scout:
        """A scout in a new dream, in which the rivals have picked what they likely will."""
        dream = self.outlook.dream(self.dice)
        rivals = [decision.seat for decision in dream.asked if decision.seat != self.seat]
        for rival in rivals:
            unseal(dream, rival)
        ways = [self.guess(dream, rival) for rival in rivals]
        for rival, way in zip(rivals, ways, strict=True):
            for option in way:
                choose(dream, rival, option)
        scout = Scout(self.outlook, dream, self.dice, wide)
        scout.late = self.purse.late
        return scout

    def guess(self, state: State, rival: int) -> list[str]:
        """All that a rival will likely pick in the open row."""
        state, way = state.clone(), list[str]()
        number = state.number
        seal_rivals(state, rival, self.dice)
        while state.number == number and state.open:
            state, option = self.next_pick(state, rival)
            way.append(option)
        return way

    def next_pick(self, state: State, rival: int) -> tuple[State, str]:
        """The pick that looks best to it, any of the best, and the state after it."""
        value = self.game.lore.value
        assert value, "only where lore judges can anything be guessed"
        options = self.dice.shuffled(onward(state, state.open[0]))
        best: tuple[float, State, str] | None = None
        for option in options[:1] if self.purse.late() else options:
            twin = state.clone()
            choose(twin, rival, option)
            look = value(twin, rival)
            if best is None or look > best[0]:
                best = look, twin, option
        assert best, "whoever is asked has options"
        return best[1:]
