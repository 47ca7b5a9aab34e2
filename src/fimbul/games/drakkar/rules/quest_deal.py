"""The Quest deal: two cards each in secret, one is kept."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.rules.steps import DrakkarStep
from fimbul.games.drakkar.state.table import KEPT, Drakkar, clockwise
from fimbul.kernel import Said, phrase


class DealQuests(DrakkarStep, frozen=True):  # rule: deal.after-brawl
    """Once a round, after the Brawl; what was not kept in earlier rounds is dealt again."""

    part = "quests"

    def run(self, state: Drakkar, pick: str | None) -> None:  # rule: end.new-quests
        pile = state.shuffled(state.quests)  # rule: ruling.quest-deal-once
        for seat in clockwise(state):
            state.offered[seat] = (pile.pop(), pile.pop())
        state.quests = sorted(pile)
        state.then(tuple([Keep(seat) for seat in clockwise(state)]))


@lru_cache(KEPT)
def _kept(pack: Pack, seat: int, quest: int) -> Said:  # rule: ruling.quest-secret
    who, name = p.PLAYERS[seat], pack.quests[quest].name
    words = phrase("{who} keeps the quest {quest}", who=who, quest=name)
    telling = phrase("{who} keeps one of two quests", who=who)
    return Said(seat=seat, words=words, only=(seat,), others=telling)


class Keep(DrakkarStep, frozen=True):  # rule: deal.keep-one
    part = "keep"
    prompt = "Keep one quest, in secret: your ship must meet it by the end of the month"
    rule = "deal.keep-one"

    def options(self, state: Drakkar) -> list[str]:
        return [p.QUEST_NAMES[quest] for quest in state.offered[self.seat]]

    def run(self, state: Drakkar, pick: str | None) -> None:
        """The kept one is out of the deck for good, the other is back in it, unseen."""
        seat, (one, other) = self.seat, state.offered[self.seat]
        if pick == p.QUEST_NAMES[other]:
            one, other = other, one
        state.offered[seat] = ()
        state.kept[seat] = (*state.kept[seat], one)  # rule: ruling.quest-kept-leaves
        state.spurned[seat] = (*state.spurned[seat], other)
        state.quests = sorted([*state.quests, other])  # rule: deal.other-returns
        state.events.append(_kept(state.pack, seat, one))

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        return self.rule, "Keep one of the two Quest cards that were dealt to you."

    def fits(self, state: Drakkar) -> bool:
        return len(state.offered[self.seat]) == p.DEALT and all(
            len(quests) == state.round - 1 for quests in state.kept
        )
