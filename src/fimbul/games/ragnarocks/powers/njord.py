"""Njord: alone on the edge a viking sails on."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import MoveAgain
from fimbul.games.ragnarocks.rules.whereabouts import nomads_of, place
from fimbul.games.ragnarocks.state import Ragnarocks


class NjordMove(MoveAgain, frozen=True):  # rule: power.njord.second-move
    power, rule = "njord", "power.njord.second-move"
    words = "Njord may sail on from {place}. Choose where, or pass"


class Njord(Power):
    title = "Njord"
    sentence = (
        "If your viking is your only nomad on the edge after its move, it may move once more."
    )
    icon = True
    words: ClassVar = {"move": "If it ends as your only nomad on the edge, Njord may sail on"}

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        """If it is the only nomad of its owner on the edge."""
        board = p.board(state.board)  # rule: ruling.njord-others
        coast = {
            viking
            for viking in {*nomads_of(state, owner), step.viking}
            if board.on_edge(place(state, viking))
        }
        if step.seat != owner or coast != {step.viking}:
            return steps
        return [NjordMove(owner, step.viking), *steps]
