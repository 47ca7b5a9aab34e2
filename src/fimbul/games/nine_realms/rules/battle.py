"""The battle, in the order of the rulebook."""

from __future__ import annotations

from operator import getitem, itemgetter

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules import telling
from fimbul.games.nine_realms.rules.refill import discard_lines, refill
from fimbul.games.nine_realms.rules.strength import (
    EMPTY,
    BattleLine,
    best_turn,
    cunning_dice,
    dice_count,
    faces,
    total,
    turned,
)
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import BookStep, Row, Step, Timing


class Battle(BookStep[NineRealms], frozen=True):  # rule: turn.steps, turn.one-battle-per-realm
    beat = True

    def run(self, state: NineRealms, pick: str | None) -> None:
        battle = len(state.won)
        state.events.append(state.box.begun[battle][state.row[battle]])
        for seat in state.both():
            draw_heroes(state, seat)
        state.agenda += BATTLE[state.aesir][::-1]


def draw_heroes(state: NineRealms, seat: int) -> None:
    """Up to three at random; the strongest lies first, as it is the default."""
    left = list(state.sets[seat])
    size = len(left)  # rule: hero.eighth-realm, ruling.seventh-realm
    places = p.PLACES[size][state.roll(p.WAYS[size])]  # all of them with one roll
    found = list(map(left.pop, places))
    state.sets[seat], state.drawn[seat] = tuple(left), rank(state.box, found)
    state.events.append(p.DRAWS[seat][len(found)])


def rank(box: p.Box, heroes: list[int]) -> tuple[int, ...]:  # rule: ruling.timeouts
    """The strongest first: it is the default. Equals stay in the order in which they came."""
    heroes.sort(key=box.strengths.__getitem__, reverse=True)
    return tuple(heroes)


class Asking(Step[NineRealms], frozen=True):
    """A decision of a player. When the time of the set-up has passed, its default is taken."""

    def timing(self, state: NineRealms) -> Timing | None:  # rule: ruling.timeouts
        return Timing(closes=state.clock) if state.clock else None


class ChooseHero(Asking, frozen=True):  # rule: hero.draw-three, ruling.hero-choice-secret
    prompt = "Choose your hero for this battle. The Strength on the card starts your total"
    rule = "hero.draw-three"

    def options(self, state: NineRealms) -> tuple[str, ...]:
        drawn = state.drawn[self.seat]
        if len(drawn) == 1:  # rule: hero.ninth-realm, ruling.single-option
            return ()
        names: tuple[str, ...] = itemgetter(*drawn)(state.box.hero_ids)
        return names

    def run(self, state: NineRealms, pick: str | None) -> None:  # rule: strength.hero-reveal
        """The row is complete: both heroes are laid open together."""
        box, seat = state.box, self.seat
        rest = list(state.drawn[seat])
        hero = box.hero_number[pick] if pick else rest[0]
        rest.remove(hero)
        state.sets[seat] += tuple(rest)  # rule: hero.put-back
        state.drawn[seat] = ()
        state.lines[seat] = BattleLine(hero)  # rule: ruling.hero-must-be-played
        state.events.append(box.hero_laid[seat][state.row[len(state.won)]][hero])

    def why(self, state: NineRealms, thing: str) -> tuple[str, str]:
        hero = state.box.hero_number.get(thing, p.NONE)
        if hero in state.beside[self.seat]:
            return "after.heroes-stay", "That hero has fought already and stays beside the realm."
        if hero != p.NONE and hero not in state.box.own_heroes(state.side(self.seat)):
            return "setup.sides", "That hero fights for the other side."
        if thing.startswith("card:"):
            return "ruling.heroes-before-cards", "Heroes come first; cards are played after them."
        return self.rule, "Choose one of the heroes you have drawn."


class Tricksters(BookStep[NineRealms], frozen=True):  # rule: ruling.trickster-timing
    """Ask the owner of a revealed Loki or Utgard-Loki, if there is anybody to fetch."""

    def run(self, state: NineRealms, pick: str | None) -> None:
        tricks, swaps = state.box.tricks, list[Swap]()
        for seat in state.both():
            if tricks[state.lines[seat].hero] and state.beside[seat]:
                swaps.append(SWAP[state.side(seat)](seat))
        if swaps:  # rule: ruling.trickster-optional
            state.then(tuple(swaps))


class Swap(Asking, frozen=True):  # rule: hero.loki
    rule = "hero.loki"

    def ask(self, state: NineRealms) -> str:
        return telling.exchange_asked(state.box, state.lines[self.seat].hero)

    def options(self, state: NineRealms) -> list[str]:
        ids = state.box.hero_ids
        return [p.KEEP, *[ids[hero] for hero in state.beside[self.seat]]]

    def run(self, state: NineRealms, pick: str | None) -> None:  # rule: ruling.trickster-past
        """Only the heroes change places: markers stay."""
        box, seat = state.box, self.seat
        trickster, heroes = state.lines[seat].hero, state.beside[seat]
        if pick is None or pick == p.KEEP:
            state.events.append(telling.kept(box, seat, trickster))
            return
        fetched = box.hero_number[pick]
        at = heroes.index(fetched)  # rule: ruling.trickster-once
        state.beside[seat] = (*heroes[:at], trickster, *heroes[at + 1 :])
        state.lines[seat] = BattleLine(fetched)
        realms = (state.row[at], state.row[len(state.won)])
        state.events.append(telling.exchanged(box, seat, (trickster, fetched), realms))

    def why(self, state: NineRealms, thing: str) -> tuple[str, str]:
        if thing in state.box.hero_number:
            return self.rule, "Only one of your own heroes beside an earlier realm can come."
        return "ruling.trickster-timing", "First decide whether to exchange your trickster."


class GiantSwap(Swap, frozen=True):  # rule: hero.utgard-loki
    rule = "hero.utgard-loki"


class LayTwo(Asking, frozen=True):  # rule: strength.two-cards, ruling.heroes-before-cards
    first: str = ""
    prompt = "Play two cards for Strength or dice. Choose the first"
    rule = "strength.two-cards"

    def ask(self, state: NineRealms) -> str:
        return SECOND_CARD if self.first else self.prompt

    def options(self, state: NineRealms) -> list[str]:
        names: list[str] = [*itemgetter(*state.hands[self.seat])(state.box.card_ids)]
        if self.first:
            names.remove(self.first)
        return names

    def again(self, state: NineRealms, pick: str) -> LayTwo | None:
        return None if self.first else LayTwo(self.seat, pick)

    def run(self, state: NineRealms, pick: str | None) -> None:
        assert pick, "there are five cards to choose from"
        box, seat = state.box, self.seat
        one, two = box.card_number[self.first], box.card_number[pick]
        hand = list(state.hands[seat])
        hand.remove(one)
        hand.remove(two)
        state.hands[seat] = tuple(hand)
        state.lines[seat] = BattleLine(state.lines[seat].hero, (one, two))
        laid = box.card_laid[seat][state.row[len(state.won)]]
        state.events += (laid[one], laid[two])

    def why(self, state: NineRealms, thing: str) -> tuple[str, str]:
        if thing.startswith("hero:"):
            return "ruling.hero-must-be-played", "One hero fights in a battle; now play cards."
        if thing and thing == self.first:
            return self.rule, "You have chosen that card already; choose another one."
        return self.rule, "Play two of the cards in your hand."


SECOND_CARD = "Now choose the second card for Strength or dice"


class Wisdom(BookStep[NineRealms], frozen=True):  # rule: wisdom.roll, ruling.roll-public
    beat = True

    def run(self, state: NineRealms, pick: str | None) -> None:
        box, realm = state.box, state.row[len(state.won)]
        for seat in state.both():
            line = state.lines[seat]
            count = dice_count(box, realm, line.cards)  # rule: strength.dice-icons
            dice = roll_dice(state, seat, count, "wisdom.roll")
            state.lines[seat] = BattleLine(line.hero, line.cards, dice)


def roll_dice(
    state: NineRealms, seat: int, count: int, rule: str, first: int = 0
) -> tuple[int, ...]:
    """Roll that many of a player's dice, all with one roll, from that number of the pool on."""
    fall, pool, events = state.roll(p.FALLS[count]), p.ROLLED[seat], state.events
    if count <= p.HANDFUL:
        dice, said = p.FALLEN[count][fall], telling.few_rolled(seat, p.RANKED[count][fall], rule)
    else:
        dice = fallen(count, fall)
        said = telling.rolled(seat, tuple(sorted(dice, reverse=True)), rule)
    events += map(getitem, pool[first:] if first else pool, dice)
    events.append(said)
    return dice


def fallen(count: int, fall: int) -> tuple[int, ...]:
    """That many dice, in that one of all the ways in which they can fall."""
    dice: tuple[int, ...] = ()
    while count > p.HANDFUL:
        fall, some = divmod(fall, p.FALLS[p.HANDFUL])
        dice += p.FALLEN[p.HANDFUL][some]
        count -= p.HANDFUL
    return dice + p.FALLEN[count][fall]


class LayLast(Asking, frozen=True):  # rule: cunning.one-card, ruling.cunning-simultaneous
    prompt = "Play your last card of this battle. Only its Cunning counts now"
    rule = "cunning.one-card"

    def options(self, state: NineRealms) -> tuple[str, ...]:  # rule: ruling.wonder-as-last-card
        """Any card, even a Wonder; nobody may skip it."""
        names: tuple[str, ...] = itemgetter(*state.hands[self.seat])(state.box.card_ids)
        return names

    def run(self, state: NineRealms, pick: str | None) -> None:
        assert pick, "there are three cards to choose from"
        box, seat, line = state.box, self.seat, state.lines[self.seat]
        last = box.card_number[pick]
        hand = list(state.hands[seat])
        hand.remove(last)
        state.hands[seat] = tuple(hand)
        state.lines[seat] = BattleLine(line.hero, line.cards, line.dice, last)
        state.events.append(box.last_laid[seat][last])

    def why(self, state: NineRealms, thing: str) -> tuple[str, str]:
        if state.box.card_number.get(thing, p.NONE) in state.lines[self.seat].cards:
            return "cunning.icons", "That card is in your line; its Cunning does not count there."
        return self.rule, "Play one of the cards left in your hand."


class Cunning(BookStep[NineRealms], frozen=True):  # rule: ruling.cunning-order, cunning.icons
    """Fixed amounts count by themselves; the dice are rolled, then Treasures turn dice."""

    def run(self, state: NineRealms, pick: str | None) -> None:
        box, owners = state.box, []
        for seat in state.both():  # rule: card.monster-cunning, card.dwarven-match
            line = state.lines[seat]
            if steps := box.steps[line.last]:
                owners.append(TurnDice(seat, steps))
            elif count := cunning_dice(box, line.last, line.cards, len(line.dice)):
                rule = DICE_RULE[box.cards[line.last].type]
                more = roll_dice(state, seat, count, rule, len(line.dice))
                state.lines[seat] = BattleLine(line.hero, line.cards, line.dice, line.last, more)
        if owners:
            state.then(tuple(owners))


DICE_RULE = {"monster": "card.monster-cunning", "dwarven": "card.dwarven-match"}


class TurnDice(Asking, frozen=True):
    """A Treasure turns dice, a step at a time; `ups` are the dice turned so far."""

    steps: int  # rule: card.treasure-rotate-1, card.treasure-rotate-2, card.treasure-rotate-3
    ups: tuple[int, ...] = ()
    rule = "card.treasure-rotate"

    def ask(self, state: NineRealms) -> str:
        return telling.TURN_UP[self.steps - len(self.ups)]

    def shown(self, state: NineRealms) -> list[int]:  # rule: ruling.rotate-own-dice
        """This player's dice, turned as far as they are."""
        return turned(state.lines[self.seat], self.ups)

    def options(self, state: NineRealms) -> list[str]:  # rule: ruling.rotate-free-split
        """What is proposed comes first."""
        shown, names = self.shown(state), p.DIE[self.seat]
        dice = [names[die] for die, face in enumerate(shown) if face < p.FACES]
        if not dice:  # rule: ruling.rotate-ceiling, ruling.single-option
            return []
        best = best_turn(shown, self.steps - len(self.ups))
        if not best:
            return [p.DONE, *dice]
        first = names[best[0]]
        dice.remove(first)
        return [first, *dice, p.DONE]

    def again(self, state: NineRealms, pick: str) -> TurnDice | None:
        if pick == p.DONE or len(self.ups) + 1 == self.steps:
            return None
        more = TurnDice(self.seat, self.steps, (*self.ups, p.DIE_NUMBER[self.seat][pick]))
        return more if min(more.shown(state)) < p.FACES else None

    def run(self, state: NineRealms, pick: str | None) -> None:
        line, last = state.lines[self.seat], p.DIE_NUMBER[self.seat].get(pick or "")
        ups = tuple(sorted(self.ups if last is None else (*self.ups, last)))
        rolled = faces(line)
        line = BattleLine(line.hero, line.cards, line.dice, line.last, line.more, ups)
        state.lines[self.seat] = line
        for die, (old, new) in enumerate(zip(rolled, faces(line), strict=True)):
            if old != new:
                state.events.append(telling.turned(self.seat, die, old, new))

    def why(self, state: NineRealms, thing: str) -> tuple[str, str]:
        die = p.DIE_NUMBER[self.seat].get(thing)
        if thing in p.DIE_NUMBER[1 - self.seat]:
            return "ruling.rotate-own-dice", "Turn your own dice, not your rival's."
        if die is not None and die < len(self.shown(state)):
            return "ruling.rotate-ceiling", "That die shows a 6, the highest face."
        return self.rule, "Turn one of the dice that you have rolled, or choose Done."


class Compare(BookStep[NineRealms], frozen=True):  # rule: win.highest
    beat = True

    def run(self, state: NineRealms, pick: str | None) -> None:
        box, realm = state.box, state.row[len(state.won)]
        mine, theirs = total(box, realm, state.lines[0]), total(box, realm, state.lines[1])
        if mine == theirs:  # rule: win.tie
            state.won.append(p.NONE)
            state.events.append(box.tied_said(realm, mine))
        elif mine > theirs:
            state.won.append(0)
            state.events.append(box.won_said(realm, 0, mine, theirs))
        else:
            state.won.append(1)
            state.events.append(box.won_said(realm, 1, theirs, mine))
        if not finish(state):
            clean_up(state)


def clean_up(state: NineRealms) -> None:
    """Heroes stay, cards go, hands are filled."""
    state.past = tuple(state.lines)
    for seat in (0, 1):
        state.beside[seat] += (state.lines[seat].hero,)  # rule: after.heroes-stay
    discard_lines(state)
    state.lines = [EMPTY, EMPTY]
    refill(state)
    state.then(Battle())  # rule: after.next-realm


def finish(state: NineRealms) -> bool:
    """End the match if it is decided; nobody draws after that."""
    won = state.won  # rule: ruling.no-draw-after-last
    scores = (won.count(0), won.count(1))
    because = ""
    if p.WINS in scores:  # rule: end.majority, goal.five-wins, ruling.stop-at-five
        because = "end.majority"
    elif len(won) < p.BATTLES:  # rule: ruling.no-early-stop
        return False
    ahead = scores[0] - scores[1]
    if ahead:
        because = because or "ruling.fewer-than-five"  # rule: ruling.fewer-than-five
    else:
        first = next((seat for seat in won if seat != p.NONE), p.NONE)  # rule: end.first-win
        ahead = 0 if first == p.NONE else 1 - 2 * first
        because = "end.first-win" if ahead else "ruling.nine-ties"  # rule: ruling.nine-ties
    places = (1, 1) if not ahead else (1, 2) if ahead > 0 else (2, 1)
    state.finish(places, because, scores)
    return True


def _battle(aesir: int) -> tuple[Row, ...]:
    jotunn = 1 - aesir
    return (
        (ChooseHero(aesir), ChooseHero(jotunn)),
        (Tricksters(),),
        (LayTwo(aesir), LayTwo(jotunn)),
        (Wisdom(),),
        (LayLast(aesir), LayLast(jotunn)),
        (Cunning(),),
        (Compare(),),
    )


BATTLE = (_battle(0), _battle(1))  # by the seat of the Aesir
SWAP = (Swap, GiantSwap)  # by side
