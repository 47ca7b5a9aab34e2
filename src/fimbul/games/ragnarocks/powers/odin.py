"""Odin: command cards in the hand, and the power of the one that was played."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.cards import icons
from fimbul.games.ragnarocks.rules.moments import POWERS, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import PowerStep
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Said, phrase, player


class OdinCommand(PowerStep, frozen=True):  # rule: power.odin.command
    """Play a card from the hand, take back all that were played, or neither."""

    power, rule = "odin", "power.odin.command"
    words = "Odin may play a command card, or take all of them back. Choose, or pass"
    prelude = True

    def things(self, state: Ragnarocks) -> list[str]:
        cards = [f"power:{name}" for name in state.hand]
        return [*cards, p.TAKE_BACK] if state.played else cards

    def use(self, state: Ragnarocks, pick: str) -> None:
        if pick == p.TAKE_BACK:
            state.hand, state.played = (*state.hand, *state.played), ()
            words = phrase("{who} takes the command cards back", who=player(self.seat))
            state.events.append(Said(seat=self.seat, words=words))
        else:
            self.play(state, pick.removeprefix("power:"))

    def play(self, state: Ragnarocks, name: str) -> None:
        """The borrowed power is heard from now on; what it says about setting up is not."""
        state.hand = tuple(card for card in state.hand if card != name)
        state.played = (*state.played, name)
        state.borrowed = (name, "") if self.seat == 0 else ("", name)
        words = phrase("{who} commands {power}", who=player(self.seat), power=POWERS[name].title)
        state.events.append(Said(seat=self.seat, words=words))
        steps: Steps = [state.agenda.pop()[0]] if state.agenda else []
        state.then(*POWERS[name].turn_start(state, self.seat, self.seat, steps))

    def opens_turn(self) -> bool:
        return True

    def sign(self, state: Ragnarocks, pick: str) -> str:
        if pick == p.PASS:
            return "[none]"
        return f"[{'pickup' if pick == p.TAKE_BACK else pick.removeprefix('power:')}]"


class Odin(Power):
    title = "Odin"
    sentence = (
        "You hold two cards with Odin's icon. Begin a turn by playing one, until your next, or "
        "by taking all back."
    )
    restless = True  # a command card may be restless

    def on_card(self, state: Ragnarocks) -> str:
        return phrase("{count} in hand", count=len(state.hand))

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        """Two random cards with the icon that nobody holds."""
        pool = commands(state)  # rule: power.odin.setup, ruling.odin-draw
        state.hand = tuple(pool.pop(state.roll(len(pool))) for _ in range(p.COMMANDS))
        first, second = (POWERS[name].title for name in state.hand)
        words, who = "{who} draws {first} and {second}", player(owner)
        drawn = Said(
            seat=owner,
            words=phrase(words, who=who, first=first, second=second),
            only=(owner,),
            others=phrase("{who} draws two command cards", who=who),
        )
        state.events.append(drawn)
        return steps

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        return [OdinCommand(owner), *steps] if seat == owner else steps


def commands(state: Ragnarocks) -> list[str]:
    """The cards that may be in the hand, as far as others can know."""
    return [name for name in icons(state) if name not in (*state.powers, *state.played)]
