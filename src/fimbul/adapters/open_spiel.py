"""OpenSpiel: every game as `python_fimbul_<game>`, registered when this is imported.

Luck is one chance node before the first decision, which draws one of `deals` seeds; `deals=1` is a
game without chance. Rows that ask several seats become turns, and nobody sees a sealed pick.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pyspiel

from fimbul.adapters.reading import TableReading, asked
from fimbul.games import find, names
from fimbul.kernel import Dice, Game, State, choose

DEALS = 256
Type = pyspiel.GameType


def game_type(game: Game[Any]) -> pyspiel.GameType:
    fewest, most = game.rulebook.about["players"]
    return Type(
        short_name=f"python_fimbul_{game.id}",
        long_name=f"Fimbul {game.title}",
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=Type.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Type.Information.IMPERFECT_INFORMATION,
        utility=Type.Utility.ZERO_SUM,
        reward_model=Type.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"deals": DEALS, "seats": 0, "options": "{}"},
    )


class SpielGame(pyspiel.Game):
    """`seats` 0 means as many as the game has by default; `options` are JSON, as of a setup."""

    def __init__(self, game: Game[Any], params: dict[str, Any] | None = None) -> None:
        told = params or {}
        self.deals = int(told.get("deals", DEALS))
        options = msgspec.json.decode(told.get("options", "{}"))
        if seats := int(told.get("seats", 0)):
            options["seats"] = seats
        self.reading = TableReading(game, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.reading.actions,
            max_chance_outcomes=self.deals,
            num_players=self.reading.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.bound(self.reading.setup),
        )
        super().__init__(game_type(game), info, told)

    def new_initial_state(self, state: object = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SpielObserver:
        return SpielObserver(self)


class SpielTable:
    """What a state of OpenSpiel holds. OpenSpiel clones by deep copies; this makes them clones of
    ours, which are cheaper."""

    def __init__(self, state: State | None) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> SpielTable:
        return SpielTable(self.state.clone() if self.state else None)

    def drawn(self, game: Game[Any], seat: int | None) -> str:
        return str(game.scene(self.state, seat)) if self.state else "before the deal"


class SpielState(pyspiel.State):
    """A state of Fimbul behind the methods of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.reading, self.deals = game.reading, game.deals
        self.laid = SpielTable(None if self.deals > 1 else self.reading.new(0))

    @property
    def now(self) -> State | None:
        """The state that is played; None before the deal."""
        return self.laid.state

    def current_player(self) -> int:
        if self.now is None:
            return int(pyspiel.PlayerId.CHANCE)
        over = self.now.result is not None
        return int(pyspiel.PlayerId.TERMINAL) if over else asked(self.now).seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.now is not None, "chance has outcomes, not actions"
        return self.reading.legal(asked(self.now))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.now is None:
            self.laid.state = self.reading.new(action)
            return
        decision = asked(self.now)
        choose(self.now, decision.seat, self.reading.thing(decision, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.now is None or self.now.result is not None:
            return f"deal {action}" if self.now is None else str(action)
        return self.reading.thing(asked(self.now), action)

    def is_terminal(self) -> bool:
        return self.now is not None and self.now.result is not None

    def returns(self) -> list[float]:
        result = self.now.result if self.now else None
        return [result.reward(seat) if result else 0.0 for seat in range(self.reading.seats)]

    def resample_from_infostate(self, player: int, chance: Any) -> SpielState:
        """A world that agrees with what that player sees, for searches such as ISMCTS."""
        twin: SpielState = self.clone()
        if self.now is not None:
            twin.laid.state = self.reading.game.imagine(
                self.now, player, Dice(int(chance() * (1 << 53)))
            )
        return twin

    def __str__(self) -> str:
        return self.laid.drawn(self.reading.game, None)


class SpielObserver:
    """What a player sees: the numbers of its seat."""

    def __init__(self, game: SpielGame) -> None:
        self.reading = game.reading
        self.tensor = np.zeros(self.reading.size, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.now is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.reading.numbers(state.now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.laid.drawn(self.reading.game, player)


def _register(game: Game[Any]) -> None:
    class OneGame(SpielGame):
        """OpenSpiel makes games by calling a class with parameters and nothing else."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    pyspiel.register_game(game_type(game), OneGame)


for _name in names():
    _register(find(_name))
