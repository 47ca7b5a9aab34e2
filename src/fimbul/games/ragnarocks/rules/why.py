"""Why a thing cannot be touched now: the rule, and a sentence about this very board."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.whereabouts import standing
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import phrase

Reason = tuple[str, str]


def why_not_select(state: Ragnarocks, seat: int, thing: str) -> Reason:
    """While a viking must be selected."""
    board = p.board(state.board)
    if thing in board.numbers:
        return _why_not_viking(state, seat, thing)
    if thing in board.index:
        held = state.hexes[board.index[thing]]
        if held in board.sides[state.side(seat)]:
            return "select.own-nomad", "Touch the viking, not its hex."
        return "turn.three-steps", "Select a viking first, then choose its way."
    return _why_no_piece(state, thing, "Select a viking first; the runestone comes last.")


def _why_not_viking(state: Ragnarocks, seat: int, viking: str) -> Reason:
    board, number = p.board(state.board), p.board(state.board).numbers[viking]
    at = state.where[number]
    if at == p.OFF:
        return "select.own-nomad", "That viking is not on the board."
    place = board.spoken(at)
    if number not in board.sides[state.side(seat)]:
        colour = p.COLOURS[1 - state.side(seat)]
        return "select.own-nomad", phrase(
            "The viking on {place} is {colour}, not yours.", place=place, colour=colour
        )
    if state.land[at] != p.CONTESTED:
        return "select.nomad-meaning", phrase(
            "The viking on {place} has settled and stays there.", place=place
        )
    if any(not state.hexes[to] for to in board.beside[at]):
        return "ruling.complete-turns-only", phrase(
            "The viking on {place} cannot complete a turn.", place=place
        )
    return "ruling.blocked-nomad", phrase(
        "The viking on {place} has no free hex beside it.", place=place
    )


def why_not_here(state: Ragnarocks, viking: str, thing: str, *, stone: bool) -> Reason:
    """While a viking must go somewhere, or its runestone fly somewhere."""
    board = p.board(state.board)
    at = state.where[board.numbers[viking]]
    if thing in board.index:
        return _why_not_cell(state, at, board.index[thing], stone=stone)
    if thing in board.numbers:
        return _why_another(state, viking, thing, stone=stone)
    if stone:
        return _why_no_piece(state, thing, "Choose the hex that the runestone flies to.")
    return _why_no_piece(state, thing, "Move the viking first; the runestone comes last.")


def _why_not_cell(state: Ragnarocks, at: int, to: int, *, stone: bool) -> Reason:
    board = p.board(state.board)
    here, there = board.spoken(at), board.spoken(to)
    if at == to:
        if stone:
            return "ruling.stone-own-hex", phrase(
                "The runestone must go at least one hex from {here}.", here=here
            )
        return "ruling.zero-move", phrase(
            "The viking stands on {here} already: move at least one hex.", here=here
        )
    line = next((ray for ray in board.rays[at] if to in ray), ())
    if not line:
        rule = "summon.like-a-move" if stone else "move.straight-line"
        return rule, phrase(
            "{there} is not on a straight line from {here}.", there=there, here=here
        )
    blocked = next((cell for cell in line if state.hexes[cell]), None)
    if blocked is None:
        return "adv.must-and-cannot", phrase("A power does not allow {there}.", there=there)
    held, place = state.hexes[blocked], board.spoken(blocked)
    if held == p.STONE:
        rule = "summon.like-a-move" if stone else "move.blocked-by-stones"
        return rule, phrase("A runestone on {place} is in the way.", place=place)
    rule = "summon.like-a-move" if stone else "move.blocked-by-vikings"
    colour = p.COLOURS[held not in board.sides[p.IVORY]]
    return rule, phrase("The {colour} viking on {place} is in the way.", colour=colour, place=place)


def _why_another(state: Ragnarocks, viking: str, thing: str, *, stone: bool) -> Reason:
    """A viking was touched, though one is selected and a hex is asked for."""
    place = standing(state, viking)
    if thing == viking:
        goal = "the hex that its runestone flies to" if stone else "the hex that it walks to"
        words = "The viking on {place} is selected: choose {goal}."
        return "turn.three-steps", phrase(words, place=place, goal=goal)
    ivories = p.board(state.board).sides[p.IVORY]
    numbers = p.board(state.board).numbers
    if (numbers[thing] in ivories) == (numbers[viking] in ivories):
        return "select.own-nomad", phrase(
            "The whole turn is carried out with the viking on {place}.", place=place
        )
    rule = "summon.like-a-move" if stone else "move.blocked-by-vikings"
    return rule, "No piece can enter a hex that holds a viking."


def _why_no_piece(state: Ragnarocks, thing: str, sentence: str) -> Reason:
    """A runestone, the supply, or nothing at all was touched."""
    if thing in (f"stone:{number}" for number in range(1, len(state.stones) + 1)):
        return "summon.final", "A runestone that has been summoned stays where it is."
    if thing == p.SUPPLY:
        return "turn.three-steps", sentence
    return "turn.three-steps", phrase(
        "There is no such thing on the table. {sentence}", sentence=sentence
    )
