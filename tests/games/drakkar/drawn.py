"""Tables written down as in the rulebook's examples, and played by their choices."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS, PLAIN
from fimbul.games.drakkar.deal import begin
from fimbul.games.drakkar.parts import FACE_OF, FACES, NONE
from fimbul.games.drakkar.rules.stowing import Equip, Place
from fimbul.games.drakkar.rules.tricks import Reveal
from fimbul.games.drakkar.state.ship import Ship, with_piece
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Decision, choose, settle

PIECES = {"bow": p.BOW, "stern": p.STERN, "deck": p.DECK, "ygg": p.YGGDRASIL}
CARGO = {"v1": "Viking 1", "v2": "Viking 2", "v3": "Viking 3", "beer": "Beer barrel"}
CARGO["bardl"] = "Bardl the Brewer"
WORDS = {"bow": "Bow", "stern": "Stern", "deck": "Deck", "yggdrasil": "Yggdrasil ship card"}
WORDS |= {"beer": "Beer barrel", "bardl": "Bardl the Brewer", "spear": "Odin's Spear"}
FACE = re.compile(r"([a-z]+)(\d?)(?:#(\d+))?(?::(\d,\d,\d))?")


class Box:
    """The cards, taken out one by one."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def take(self, label: str) -> int:
        """A face with that label, on a card that nobody has."""
        for face, name in enumerate(OURS.labels):
            if name == label and face // 2 not in self.used:
                self.used.add(face // 2)
                return face
        raise AssertionError(f"no {label} is left in the box")

    def ship(self, drawn: str) -> Ship:
        """`bow:v3+s stern:-` or `none`, as notation.ship says."""
        berths: Ship = ()
        for berth in drawn.split() if drawn != "none" else ():
            piece, _, cargo = berth.partition(":")
            cargo, _, spear = cargo.partition("+")
            names = {kind: name for name, kind in PIECES.items()}
            face = self.take(PLAIN[PIECES[piece]])
            assert names[OURS.kinds[face]] == piece
            stored = NONE if cargo == "-" else self.take(CARGO[cargo])
            lance = self.take("Odin's Spear") if spear else NONE
            berths = tuple(
                (face, stored, lance) if a == face else (a, b, c)
                for a, b, c in with_piece(OURS, berths, face)
            )
        return berths

    def face(self, drawn: str) -> int:
        """`raid#9`, `viking3`, `boarding3#16:1,0,1` or `-`, as notation.face says."""
        if drawn == "-":
            return NONE
        found = FACE.fullmatch(drawn)
        assert found, f"{drawn} is no face"
        word, strength, order, loot = found.groups()
        if word in WORDS:
            return self.take(WORDS[word])
        name = f"{word.capitalize()} {strength}".strip()
        face = self.take(f"{name} no. {order}" if order else name)
        if loot:
            assert OURS.loots[face] == tuple(int(count) for count in loot.split(","))
        return face


def table(players: Sequence[str], box: Box | None = None, earl: int = 0) -> Drakkar:
    """Seats as notation.player says: `ship | goats,weapons,gold`; nothing in the middle yet."""
    box = box or Box()
    state = begin(len(players), 0)
    state.earl, state.round, state.trick, state.stacks = earl, 1, 1, [p.STACK] * 3
    for seat, player in enumerate(players):
        drawn, _, loot = player.partition("|")
        goats, weapons, gold = (int(count) for count in loot.split(",")) if loot else (0, 0, 0)
        state.ships[seat] = box.ship(drawn.strip())
        state.loot[seat] = (goats, weapons, gold)
    return state


def revealed(players: Sequence[str], faces: Sequence[str], earl: int = 0) -> Drakkar:
    """A table at the moment when these faces are turned up."""
    box = Box()
    played = [box.face(face) for face in faces]
    state = table(players, box, earl)
    state.played = played
    state.then(Reveal())
    settle(state)
    return state


def written(state: Drakkar, seat: int) -> tuple[list[str], list[str], tuple[int, ...]]:
    """A seat as examples compare it: sets of pieces and of cargo, and tokens."""
    labels = {name: word for word, name in CARGO.items()}
    names = {kind: word for word, kind in PIECES.items()}
    berths = state.ships[seat]
    cargo = [
        labels[OURS.labels[stored]] + ("+s" if spear != NONE else "")
        for _, stored, spear in berths
        if stored != NONE
    ]
    pieces = [names[OURS.kinds[piece]] for piece, _, _ in berths]
    return sorted(pieces), sorted(cargo), state.loot[seat]


def play(state: Drakkar, choices: Sequence[str]) -> None:
    """The choices of notation.choices in order; where cargo goes is not written down."""
    left = list(choices)
    while state.open:
        decision = state.open[0]
        step = next(step for step in state.agenda[-1] if step.seat == decision.seat)
        if isinstance(step, Place | Equip):
            choose(state, decision.seat, decision.options[0])
            continue
        assert left, f"not foreseen: {decision.prompt}"
        seat, *words = left.pop(0).split()
        _take(state, int(seat) - 1, words)
    assert not left, f"never asked: {left}"


def _take(state: Drakkar, seat: int, words: list[str]) -> None:
    """Touch all that one written choice stands for."""
    for thing in list(_things(state, seat, words)):
        decision = next((d for d in state.open if d.seat == seat), None)
        if decision is not None and thing in decision.options:
            choose(state, seat, thing)


def _things(state: Drakkar, seat: int, words: list[str]) -> list[str]:
    verb, *rest = words
    decision = next(d for d in state.open if d.seat == seat)
    if verb in ("raid", "board"):
        spears = [spear for _, _, spear in state.ships[seat] if spear != NONE]
        raised = [FACES[spear] for spear in spears[: int(rest[-1])]]
        return [*raised, p.SEATS[int(rest[0]) - 1] if verb == "raid" else p.BOARD]
    if verb == "loki":
        return [p.TOKENS[int(rest[0]) - 1][p.LOOT_KINDS.index(rest[1])]]
    if verb == "token":
        return [name for name in decision.options if name.endswith(rest[0])]
    if verb == "thief":
        return [FACES[state.played[int(rest[0]) - 1]], p.USE if rest[1] == "use" else p.DISCARD]
    if verb == "sabotage":
        rival = state.ships[int(rest[0]) - 1]
        return [FACES[a] for a, _, _ in rival if OURS.kinds[a] == PIECES[rest[1]]]
    assert verb in ("overflow", "casualty"), words
    return [p.DISCARD] if rest == ["new"] else [_with_label(decision, rest[0])]


def _with_label(decision: Decision, word: str) -> str:
    label = CARGO.get(word, "Odin's Spear")
    faces = [name for name in decision.options if name in FACE_OF]
    return next(name for name in faces if OURS.labels[FACE_OF[name]] == label)
