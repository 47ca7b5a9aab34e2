"""The turn, in the order of the rulebook."""

from collections.abc import Iterator

from fimbul.kernel import Moved, Placed, Removed, Step, phrase
from nine_mens_morris import parts as p
from nine_mens_morris.state import NineMensMorris


class Place(Step[NineMensMorris], frozen=True):  # rule: place.free-point
    prompt, rule = "Place a man on a free point. Three in a line are a mill", "place.free-point"

    def options(self, state: NineMensMorris) -> list[str]:
        return [p.POINTS[at] for at, man in enumerate(state.board) if not man]

    def run(self, state: NineMensMorris, pick: str | None) -> None:
        assert pick, "eighteen men leave points free"
        man, to = next(in_hand(state, self.seat)), p.INDEX[pick]
        said = phrase("places a man on {at}", at=p.NAMES[to])
        state.events.append(Placed(seat=self.seat, thing=p.THINGS[man], to=pick, words=said))
        state.quiet = 0
        stand(state, self.seat, man, to)

    def why(self, state: NineMensMorris, thing: str) -> tuple[str, str]:
        return self.rule, "Men are placed on free points until none is left in hand."


class Lift(Step[NineMensMorris], frozen=True):  # rule: turn.order
    prompt, rule = "Choose a man to move", "turn.order"

    def options(self, state: NineMensMorris) -> list[str]:
        return [p.THINGS[man] for man in standing(state, self.seat) if ways(state, man)]

    def run(self, state: NineMensMorris, pick: str | None) -> None:
        if pick:
            state.then(Go(self.seat, pick))
        else:
            win(state, 1 - self.seat, "end.no-move")  # rule: end.no-move

    def why(self, state: NineMensMorris, thing: str) -> tuple[str, str]:
        if p.NUMBER.get(thing, p.EMPTY) in p.SIDES[self.seat]:
            return "move.along", "No point beside that man is free."
        return self.rule, "Choose one of your own men first."

    def leads(self, state: NineMensMorris, pick: str) -> Step[NineMensMorris]:
        return Go(self.seat, pick)


class Go(Step[NineMensMorris], frozen=True):  # rule: move.along
    man: str
    prompt, rule = "Choose where it goes", "move.along"

    def options(self, state: NineMensMorris) -> list[str]:
        return [p.POINTS[to] for to in ways(state, p.NUMBER[self.man])]

    def run(self, state: NineMensMorris, pick: str | None) -> None:
        assert pick, "Lift offers only men that can move"
        man, to = p.NUMBER[self.man], p.INDEX[pick]
        origin = state.where[man]
        said = phrase("{start} to {end}", start=p.NAMES[origin], end=p.NAMES[to])
        start = p.POINTS[origin]
        event = Moved(seat=self.seat, thing=self.man, origin=start, to=pick, words=said)
        state.events.append(event)
        state.board[origin] = p.EMPTY
        state.quiet += 1
        stand(state, self.seat, man, to)

    def why(self, state: NineMensMorris, thing: str) -> tuple[str, str]:
        return self.rule, "A man goes along a line to the next point, if that is free."


class Take(Step[NineMensMorris], frozen=True):  # rule: mill.take
    prompt, rule = "A mill! Choose a man of your rival to take", "mill.take"

    def options(self, state: NineMensMorris) -> list[str]:
        men = standing(state, 1 - self.seat)
        loose = [man for man in men if not in_mill(state, man)]
        return [p.THINGS[man] for man in loose or men]  # rule: mill.safe

    def run(self, state: NineMensMorris, pick: str | None) -> None:
        assert pick, "the rival has a man on the board"
        man = p.NUMBER[pick]
        at, state.where[man] = state.where[man], p.GONE
        state.board[at], state.quiet = p.EMPTY, 0
        said = phrase("takes the man on {at}", at=p.NAMES[at])
        event = Removed(seat=self.seat, thing=pick, origin=p.POINTS[at], words=said)
        state.events.append(event)
        if left(state, 1 - self.seat) < p.FEWEST:
            win(state, self.seat, "end.two-men")  # rule: end.two-men
        else:
            hand_over(state, self.seat)

    def why(self, state: NineMensMorris, thing: str) -> tuple[str, str]:
        if p.NUMBER.get(thing, p.EMPTY) in p.SIDES[1 - self.seat]:
            return "mill.safe", "That man stands in a mill, and others do not."
        return self.rule, "Take a man of your rival from the board."


def in_hand(state: NineMensMorris, seat: int) -> Iterator[int]:
    return (man for man in p.SIDES[seat] if state.where[man] == p.HAND)


def standing(state: NineMensMorris, seat: int) -> list[int]:
    return [man for man in p.SIDES[seat] if state.where[man] < p.HAND]


def left(state: NineMensMorris, seat: int) -> int:
    return sum(state.where[man] != p.GONE for man in p.SIDES[seat])


def ways(state: NineMensMorris, man: int) -> list[int]:
    """Where a man may go: to the next points or, where few are left, anywhere."""
    flies = left(state, side_of(man)) == p.FLYING  # rule: move.fly
    near = range(24) if flies else p.BESIDE[state.where[man]]
    return [to for to in near if not state.board[to]]


def side_of(man: int) -> int:
    return int(man in p.SIDES[1])


def in_mill(state: NineMensMorris, man: int) -> bool:  # rule: mill.three
    own = p.SIDES[side_of(man)]
    return any(all(state.board[at] in own for at in others) for others in p.MILLS[state.where[man]])


def stand(state: NineMensMorris, seat: int, man: int, to: int) -> None:
    """The man has come there; one mill or two, one man is taken."""
    state.board[to], state.where[man] = man, to
    if in_mill(state, man):
        state.then(Take(seat))  # rule: ruling.two-mills
    else:
        hand_over(state, seat)


def hand_over(state: NineMensMorris, seat: int) -> None:
    state.over += 1
    if state.quiet == p.QUIET_LIMIT:
        state.finish((1, 1), "ruling.quiet")  # rule: ruling.quiet
    else:
        rival = 1 - seat
        state.then(Place(rival) if any(in_hand(state, rival)) else Lift(rival))


def win(state: NineMensMorris, seat: int, because: str) -> None:
    state.over += 1
    state.finish((1, 2) if seat == 0 else (2, 1), because)
