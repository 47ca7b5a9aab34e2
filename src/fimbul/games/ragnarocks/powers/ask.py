"""Ask and Embla: two vikings, a third that arrives later, and runestones that fly over all."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import LeaveOut, PowerStep, before_last
from fimbul.games.ragnarocks.rules.sayings import of_hex
from fimbul.games.ragnarocks.rules.whereabouts import free_contested, named, place
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Placed


class AskStart(LeaveOut, frozen=True):  # rule: power.ask.setup
    power, rule = "ask", "power.ask.setup"
    words = "Ask and Embla start with two vikings. Pick the one that waits on the card"

    def keep(self, state: Ragnarocks, viking: int) -> None:
        state.waiting = viking


class AskArrival(PowerStep, frozen=True):  # rule: power.ask.arrival
    """Compulsory; where there is no room the viking stays on the card for good."""

    power, rule = "ask", "power.ask.arrival"
    words = "Ask and Embla are joined by the third viking. Place it on a free contested hex"
    mark = "*"
    optional = False

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, free_contested(state)) if state.waiting else []

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        number, state.waiting = state.waiting, 0
        if not number:
            return
        if pick is None:  # rule: ruling.ask-arrival-impossible
            state.home = (*state.home, number)
            return
        board = p.board(state.board)
        to = board.index[pick]
        state.hexes[to], state.where[number] = number, to
        words = of_hex("a viking arrives on {place}", pick[5:])
        thing = board.vikings[number]
        state.events.append(Placed(seat=self.seat, thing=thing, to=pick, words=words))


class Ask(Power):
    title = "Ask and Embla"
    sentence = (
        "Two vikings, a third with your first region. Your runestones fly over obstacles, to "
        "contested land only."
    )
    words: ClassVar = {"summon": "The runestones of Ask and Embla fly over whatever is in the way"}

    def on_card(self, state: Ragnarocks) -> str:
        return "a viking waits" if state.waiting else ""

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        return before_last(steps, AskStart(owner))

    def aim(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        """Whatever stands in between."""
        if step.seat != owner:  # rule: power.ask.summon, ruling.ask-line
            return cells
        rays = p.board(state.board).rays[place(state, step.viking)]
        free = set(free_contested(state))
        return [at for ray in rays for at in ray if at in free]

    def created(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner or not state.waiting:
            return steps
        return [AskArrival(owner), *steps]
