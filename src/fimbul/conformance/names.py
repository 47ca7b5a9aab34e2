"""What a terminal shows can be typed: every name that stands there means the thing it names."""

from __future__ import annotations

from typing import Any

from fimbul.cli.sitting import Sitting
from fimbul.cli.words import labels_of, typed
from fimbul.conformance.tales import DrawnTale, moments
from fimbul.kernel import Game, Match, choose


def names_that_are_shown_can_be_typed(game: Game[Any], tale: DrawnTale) -> None:
    for state, _ in moments(game, tale, 8):
        sitting = Sitting(Match(game, tale.setup, tale.seed), {})
        sitting.match.state = state
        decision = sitting.mine()
        if decision is None:
            continue
        options, labels = decision.options, labels_of(sitting.scene())
        names = [name for line in typed(options, labels, options) for name in line]
        assert len(names) == len(options), "every option is named once"
        meant = []
        for name in names:
            (seat, thing), *more = sitting.reading(name)
            assert not more, f"{name!r} is one name, not several answers"
            choose(state.clone(), seat, thing)
            meant.append(thing)
        assert sorted(meant) == sorted(options), "each name means an option of its own"
