"""What is wrong with a stored state: everything must lie where the agenda expects it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import structs

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import card_problems
from fimbul.games.nine_realms.rules.strength import (
    EMPTY,
    BattleLine,
    cunning_dice,
    dice_count,
    faces,
)
from fimbul.kernel import Step, first_problems

if TYPE_CHECKING:
    from fimbul.games.nine_realms.state import NineRealms

Signed = tuple[Any, ...]  # a step by its name and its values
Rows = list[tuple[Signed, ...]]
# what is asked -> cards in hand, and how far the lines have grown
STAGES = {
    "heroes": (5, 0), "swap": (5, 1), "two cards": (5, 1), "last card": (3, 2), "dice": (2, 3)
}  # fmt: skip


def problems(state: NineRealms) -> Iterator[str]:
    """The first kind of problem that is found."""
    return first_problems(state, _shape, _cards, _heroes, _wins, _lines, _agenda, _lanes)


def _shape(state: NineRealms) -> Iterator[str]:
    pairs = (state.sets, state.drawn, state.beside, state.hands, state.lines)
    if state.seats != p.SEATS or any(len(pair) != p.SEATS for pair in pairs):
        yield "seats: everything comes in twos"
    if state.aesir not in (0, 1):
        yield "aesir: seat 0 or 1 leads the Aesir"
    if sorted(state.row) != list(range(p.BATTLES)):
        yield "row: every realm lies in it once"
    if len(state.past) not in (0, p.SEATS):
        yield "past: a battle has two lines"
    if state.cards is not None:
        yield from (f"cards: {problem}" for problem in card_problems(state.cards))


def _cards(state: NineRealms) -> Iterator[str]:
    lying = [*state.pile, *state.discard, *state.hands[0], *state.hands[1]]
    for line in state.lines:
        lying += [*line.cards, *([] if line.last == p.NONE else [line.last])]
    if sorted(lying) != list(range(p.DECK)):
        yield "pile: every card lies in exactly one place"
    elif any(not state.fresh >> card & 1 for card in state.pile):
        yield "fresh: the pile holds a card that was not shuffled into it"
    if not 0 <= state.fresh <= p.ALL_CARDS:
        yield "fresh: a bit for each card"
    if any(tuple(sorted(hand)) != hand for hand in state.hands):
        yield "hands: cards are held in order"


def _heroes(state: NineRealms) -> Iterator[str]:
    for seat in (0, 1):
        line = state.lines[seat]
        lying = [*state.sets[seat], *state.drawn[seat], *state.beside[seat]]
        lying += [] if line.hero == p.NONE else [line.hero]
        if sorted(lying) != list(state.box.own_heroes(state.side(seat))):
            yield f"sets: every hero of seat {seat} lies in exactly one place"


def _wins(state: NineRealms) -> Iterator[str]:
    over, fought = state.result is not None, len(state.won)
    if any(seat not in (p.NONE, 0, 1) for seat in state.won):
        yield "won: a seat, or -1 where nobody won"
    decided = fought >= p.BATTLES or p.WINS in (state.won.count(0), state.won.count(1))
    if over != decided or fought > p.BATTLES or max(map(state.won.count, (0, 1))) > p.WINS:
        yield "won: the match is over when it is decided"
    if any(len(heroes) != fought - over for heroes in state.beside):
        yield "beside: a hero for each battle that is over"
    if bool(state.past) != (fought - over > 0):
        yield "past: the battle before this one"


def _lines(state: NineRealms) -> Iterator[str]:
    problems = [wrong for line in (*state.lines, *state.past) for wrong in _line_problems(line)]
    yield from problems
    for seat, line in enumerate(() if problems else state.past):
        if line.hero not in state.box.own_heroes(state.side(seat)):
            yield "past: a hero fights for the wrong side"
        elif not _grown(state, line, state.row[state.fought - 1], 3):
            yield "past: a line is not complete"


def _line_problems(line: BattleLine) -> Iterator[str]:
    cards = [*line.cards, *([] if line.last == p.NONE else [line.last])]
    dice = [*line.dice, *line.more]
    if len(set(cards)) < len(cards) or any(not 0 <= card < p.DECK for card in cards):
        yield "lines: there is no such card"
    if any(not 1 <= face <= p.FACES for face in dice):
        yield "lines: a die has six faces"
    elif any(not 0 <= die < len(dice) for die in line.ups):
        yield "lines: there is no such die"
    elif any(face > p.FACES for face in faces(line)):
        yield "lines: a die is turned beyond its six"


def _grown(state: NineRealms, line: BattleLine, realm: int, stage: int) -> bool:
    """Whether a line holds what it should: nothing, a hero, cards and dice, or everything."""
    box = state.box
    if stage < 2:
        return line == (EMPTY if stage == 0 else BattleLine(line.hero)) and (
            line.hero >= 0
        ) == bool(stage)
    if line.hero < 0 or len(line.cards) != p.LAID:
        return False
    if len(line.dice) != dice_count(box, realm, line.cards):
        return False
    if stage == 2:
        return line.last == p.NONE and not line.more and not line.ups
    if line.last == p.NONE or len(line.ups) > box.steps[line.last]:
        return False
    return len(line.more) == cunning_dice(box, line.last, line.cards, len(line.dice))


def _agenda(state: NineRealms) -> Iterator[str]:
    """The rest of a battle, and on top of it what is asked; the table as it should be then."""
    signed = [tuple(_signed(step) for step in row) for row in reversed(state.agenda)]
    asked = next((name for name, rows in _plans(state).items() if rows == signed), "")
    if state.result is None and not asked:
        yield "agenda: this is no battle of the rulebook"
        return
    if asked == "two cards" and not state.sealed.keys() <= state.lanes.keys():
        yield "sealed: a second card without a first"
    hand, stage = STAGES.get(asked, (2, 3))
    drawn = min(p.DRAWN, p.BATTLES - len(state.won)) if stage == 0 else 0
    if any(len(cards) != hand for cards in state.hands):
        yield f"hands: {hand} cards each"
    if any(len(heroes) != drawn for heroes in state.drawn):
        yield f"drawn: {drawn} heroes each"
    if not all(_grown(state, line, state.realm, stage) for line in state.lines):
        yield "lines: they do not agree with what is asked"


def _signed(step: Step[Any]) -> Signed:
    return type(step).__name__, *structs.astuple(step)


def _plans(state: NineRealms) -> dict[str, Rows]:
    """Every agenda that a waiting battle can have, by what is asked."""
    one, two = state.both()
    rest: Rows = [
        (("ChooseHero", one), ("ChooseHero", two)),
        (("Tricksters", -1),),
        (("LayTwo", one, ""), ("LayTwo", two, "")),
        (("Wisdom", -1),),
        (("LayLast", one), ("LayLast", two)),
        (("Cunning", -1),),
        (("Compare", -1),),
    ]
    swaps = [(seat, state.lines[seat].hero) for seat in (one, two) if state.beside[seat]]
    names = {one: "Swap", two: "GiantSwap"}
    swap = tuple((names[seat], seat) for seat, hero in swaps if state.box.tricks[max(hero, 0)])
    lasts = [(seat, state.lines[seat].last) for seat in (one, two)]
    turns = [(seat, state.box.steps[last]) for seat, last in lasts if last != p.NONE]
    turn = tuple(("TurnDice", seat, steps, ()) for seat, steps in turns if steps)
    return {
        "heroes": rest,
        "swap": [swap, *rest[2:]],
        "two cards": rest[2:],
        "last card": rest[4:],
        "dice": [turn, *rest[6:]],
    }


def _lanes(state: NineRealms) -> Iterator[str]:
    for seat, lane in state.lanes.items():
        name, _, *values = _signed(lane)
        origin = [_signed(step) for step in state.agenda[-1] if step.seat == seat]
        if not origin or origin[0][0] != name:
            yield "lanes: a seat goes on with another step"
        elif name == "LayTwo" and values[0] not in _names(state, state.hands[seat]):
            yield f"lanes: seat {seat} does not hold that card"
        elif name == "TurnDice" and not _may_turn(state.lines[seat], origin[0][2], *values):
            yield "lanes: dice are turned that cannot be"
        elif name not in ("LayTwo", "TurnDice"):
            yield "lanes: this is one choice only"


def _names(state: NineRealms, cards: Iterable[int]) -> list[str]:
    return [state.box.card_ids[card] for card in cards]


def _may_turn(line: BattleLine, allowed: int, steps: int, ups: tuple[int, ...]) -> bool:
    wrong = any(_line_problems(structs.replace(line, ups=ups)))
    return steps == allowed and 0 < len(ups) < steps and not wrong
