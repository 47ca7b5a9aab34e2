"""One match at this terminal: who sits where, what a typed line means, what was said since."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from fimbul.bots import Bot, SteadyBot, bot, outlook
from fimbul.cli.telling import told
from fimbul.cli.words import exactly, label, labels_of, matching, meanings, nearest
from fimbul.kernel import (
    Choice,
    Decision,
    Event,
    IllegalChoice,
    Match,
    PlainNotation,
    Said,
    Scene,
    State,
    Thing,
    Usual,
    choose,
    default_of,
    is_foregone,
    named,
    phrase,
    player,
    reworded,
)
from fimbul.words import ENGLISH, teller_of

HINT = "engine:500ms"
SIGNS = re.compile(r"\w[^\w\s:]+\w")  # a turn in notation: a3-d3/d7
FORESIGHT = 4  # so many own choices in a row are hinted at


class Unclear(Exception):
    """A line that cannot be played, and what was meant to be possible."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words  # as a phrase, where it is one


class Unknown(Unclear):
    """A word that names nothing on the table."""


class Illegal(Unclear):
    """A turn in the game's own notation that the rules refuse."""


class Sitting:
    """A match, the seats that people hold here, and the bots on the others."""

    def __init__(self, match: Match[Any], bots: Mapping[int, Bot], language: str = ENGLISH) -> None:
        self.match = match
        self.teller = teller_of(match.game, language)
        self.bots = {seat: SteadyBot(one, match.seed) for seat, one in bots.items()}
        self.people = tuple(seat for seat in range(match.state.seats) if seat not in bots)
        self.news: list[Event] = []  # what happened since somebody last looked
        self.formal: set[int] = set()  # choices that were made for form's sake, by their place

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def mine(self) -> Decision | None:
        """The open decision of a person here, if there is one."""
        decision = _asked(self.state, self.people)
        return None if decision is None else self.teller.told(decision)

    def theirs(self) -> Decision | None:
        """The open decision of a bot."""
        return _asked(self.state, tuple(self.bots))

    @property
    def viewer(self) -> int:
        """The seat through whose eyes the table is shown."""
        decision = self.mine()
        return decision.seat if decision else self.people[0]

    def scene(self) -> Scene:
        return self._scene_of(self.state, self.viewer)

    def _scene_of(self, state: State, seat: int) -> Scene:
        return self._called(self.match.game.scene(state, seat, brief=True))

    def _full_scene(self, state: State, seat: int) -> Scene:
        return self._called(self.match.game.scene(state, seat))

    def _called(self, scene: Scene) -> Scene:
        """The scene in the language of this table, with names in place of seats."""
        told = self.teller.told(scene)
        names = told.names()
        return reworded(told, lambda words: named(words, names))

    def _things(self, state: State, seat: int) -> dict[str, Thing]:
        """All that lies on the table, also what a brief scene does without; by the names there."""
        full, brief = self._full_scene(state, seat), self._scene_of(state, seat)
        return {thing.id: thing for thing in (*full.things(), *brief.things())}

    def choose(self, seat: int, thing: str) -> None:
        self.match.choose(seat, thing)
        self.news += self.state.events

    def let_bot_choose(self, seat: int) -> None:
        """What the bot picks; if it has no answer, chance picks for it, and that is said."""
        bot_there = self.bots[seat]
        self.choose(seat, bot_there.pick(outlook(self.match.game, self.state, seat)))
        for why in bot_there.troubles:
            chance = phrase("{who} was left to chance: {why}", who=player(seat), why=_plain(why))
            self.news.append(Said(seat=seat, words=chance))
        bot_there.troubles.clear()

    def answer_for_form(self) -> bool:
        """Answer for a person who is asked but has no choice; whether there was one."""
        decision = self.mine()
        if decision is None or not is_foregone(self.state, decision.seat):
            return False
        self.formal.add(len(self.match.choices))
        self.choose(decision.seat, default_of(self.state, decision.seat) or decision.options[0])
        return True

    def usual(self) -> tuple[int, Usual] | None:
        """What the open question may be answered with without a thought, and by which seat."""
        decision = self.mine()
        if decision is None:
            return None
        told = self._full_scene(self.state, decision.seat).usual
        return (decision.seat, told[0]) if told else None

    def take_news(self) -> list[str]:
        """What happened since the last look, in words; told once."""
        lines, self.news = told(self.news, self.viewer, self.scene(), self.teller), []
        return lines

    def undo(self) -> bool:
        """Back to the last decision of a person here, bots' answers included."""
        made = enumerate(self.match.choices)
        own = [n for n, (seat, _) in made if seat in self.people and n not in self.formal]
        if not own:
            return False
        self.match.undo(len(self.match.choices) - own[-1])
        self.formal = {place for place in self.formal if place < own[-1]}
        self.news = []
        return True

    def reading(self, line: str) -> list[Choice]:
        """The choices that a line stands for, tried out beforehand; Unclear if it stands for none.

        A whole id or label first, then the game's own notation, then word by word: where a cell
        is no answer, its name may still be that of the piece which stands there.
        """
        decision = self.mine()
        if decision is None:
            raise Unclear("There is nothing to choose now.")
        whole = exactly(line, decision.options, labels_of(self.scene()))
        if whole is not None:
            return [(decision.seat, whole)]
        try:
            return self._as_notation(line) or self._as_words(line)
        except Illegal as illegal:
            try:
                return self._as_words(line)
            except Unclear:
                raise illegal from None

    def _as_notation(self, line: str) -> list[Choice]:
        """The turn in the game's own notation; nothing if the line is none of ours.

        Illegal if it is one that cannot be played.
        """
        try:
            choices = list(self.match.game.notation.read(self.state, line))
        except ValueError:
            return []
        if not choices or any(seat not in self.people for seat, _ in choices):
            return []
        trial = self.state.clone()
        try:
            for seat, thing in choices:
                choose(trial, seat, thing)
        except IllegalChoice as illegal:
            raise Illegal(self._refused(illegal.thing, (illegal.rule, illegal.reason))) from None
        return choices

    def _as_words(self, line: str) -> list[Choice]:
        trial, choices = self.state.clone(), list[Choice]()
        try:
            for word in line.split():
                decision = _asked(trial, self.people)
                if decision is None:
                    late = "{word} is too much: the turn is over before it."
                    raise Unclear(phrase(late, word=_typed(word)))
                thing = self._meant(word, trial, decision)
                choose(trial, decision.seat, thing)
                choices.append((decision.seat, thing))
        except Unknown as unknown:
            self._blame_notation(line)
            return self._as_label(line, unknown, len(choices))
        except Unclear as unclear:
            return self._as_label(line, unclear, len(choices))
        return choices

    def _blame_notation(self, line: str) -> None:
        """What looks like a turn in the game's notation is refused in its own words."""
        notation = self.match.game.notation
        if SIGNS.search(line) and not isinstance(notation, PlainNotation):
            try:
                notation.read(self.state, line)
            except ValueError as wrong:
                raise Unclear(phrase("{wrong}.", wrong=str(wrong))) from None

    def _as_label(self, line: str, unclear: Unclear, good: int) -> list[Choice]:
        """Several words may still be one thing: `raider d1`."""
        decision = self.mine()
        assert decision, "only asked with a decision open"
        words = line.casefold().split()
        found = matching(line, decision.options, labels_of(self.scene()))
        if len(found) == 1 and 1 < len(words) == len(set(words)):
            return [(decision.seat, found[0])]
        nothing = phrase("{why} Nothing was played.", why=unclear.words)
        raise Unclear(nothing if good else unclear.words)

    def _meant(self, word: str, state: State, decision: Decision) -> str:
        things = self._things(state, decision.seat)
        labels = _labels(things)
        found = matching(word, decision.options, labels)
        if len(found) == 1:
            return found[0]
        if found:
            names = meanings(found, labels)
            several = "{word} may mean {names}. Say which."
            raise Unclear(phrase(several, word=_typed(word), names=names))
        thing = _named(word, things, decision)
        answer = self.match.game.why(state, decision.seat, thing) if thing else None
        if answer is None:
            near = nearest(word, decision.options, labels)
            raise Unknown(
                phrase("There is no {word} to touch. {near}", word=_typed(word), near=near)
            )
        raise Unclear(self._refused(thing, answer))

    def _refused(self, thing: str, answer: tuple[str, str]) -> str:
        labels, names = _labels(self._things(self.state, self.viewer)), self.scene().names()
        reason = self.teller.tell(answer[1])
        return phrase("{thing}: {why}", thing=label(thing, labels), why=named(reason, names))

    def why(self, words: str) -> tuple[str, str]:
        """Why a thing cannot be touched now: a sentence, and the rule behind it."""
        decision, things = self.mine(), self._things(self.state, self.viewer)
        labels, thing = _labels(things), _named(words, things, decision)
        if not thing:
            return _absent(words, labels), ""
        answer = self.match.game.why(self.state, self.viewer, thing)
        if answer is None:
            return phrase("{thing} can be touched now.", thing=label(thing, labels)), ""
        return self._refused(thing, answer), answer[0]

    def texts(self, words: str) -> list[tuple[str, str]]:
        """What can be read on the table, by name: all of one thing, or a line of each that has one.

        Several things may bear the name, and a thing may say the same in two places.
        """
        full = self._full_scene(self.state, self.viewer)
        things = self._things(self.state, self.viewer)
        labels = _labels(things)
        found = matching(words, things, labels) if words else list(things)
        told = [(labels[name], thing.tip) for name in found if (thing := things[name]).tip]
        if words:
            told += [(labels[name], text) for name in found for text in things[name].more]
            told += _foretold(full, found, labels)
        return list(dict.fromkeys(told))

    def foretold(self) -> list[str]:
        """What each option would come to, in a line: how far it is, and the chances."""
        decision, scene = self.mine(), self._full_scene(self.state, self.viewer)
        labels = {thing.id: thing.label for thing in scene.things()}
        lines = []
        for preview in scene.previews if decision else ():
            far = [mark.text for mark in preview.marks if mark.kind == "ruler" and mark.text]
            told = [*far, *(note.title for note in preview.notes)]
            if decision and preview.thing in decision.options and any("%" in one for one in told):
                lines.append(f"{labels[preview.thing]}: {'; '.join(told)}")
        return lines

    def unread(self, words: str) -> str:
        """Why nothing can be read about that."""
        things = self._things(self.state, self.viewer)
        labels = _labels(things)
        if _named(words, things, self.mine()):
            return phrase("There is nothing to read about {word}.", word=_typed(words))
        return _absent(words, labels)

    def hint(self) -> list[str]:
        """The things that a bot with a short budget would touch next, by name.

        It looks on as long as nothing is revealed by that: no dice, no hidden cards. Unclear, if
        it has no answer.
        """
        trial, picks = self.state.clone(), list[str]()
        game, seat = self.match.game, self.viewer
        advisor = SteadyBot(bot(HINT, self.match.seed))
        seed = trial.seed
        while _asked(trial, (seat,)) and len(picks) < FORESIGHT:
            pick = advisor.pick(outlook(game, trial, seat))
            if advisor.troubles:
                why = advisor.troubles[0]
                raise Unclear(phrase("No bot knows what to do here: {why}", why=why))
            picks.append(label(pick, labels_of(self._scene_of(trial, seat))))
            choose(trial, seat, pick)
            if game.hides(trial) or trial.seed != seed:
                break
        return picks


def _typed(word: str) -> str:
    """A word as it was typed: it is none of ours, so it is not translated."""
    return f"`{word}`"


def _absent(word: str, labels: Mapping[str, str]) -> str:
    near = nearest(word, list(labels), labels)
    return phrase("There is no {word} on the table. {near}", word=_typed(word), near=near)


def _plain(words: str) -> str:
    """Without the braces in which events name their seats."""
    return words.translate({ord("{"): "(", ord("}"): ")"})


def _foretold(
    scene: Scene, things: Collection[str], labels: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """What touching these would show, in words."""
    for preview in scene.previews:
        for note in preview.notes if preview.thing in things else ():
            facts = ", ".join(" ".join((fact.text, fact.value)).strip() for fact in note.facts)
            yield labels[preview.thing], f"{note.title}: {facts}"
        far = [mark.text for mark in preview.marks if mark.kind == "ruler" and mark.text]
        if preview.thing in things and far:
            yield labels[preview.thing], ", ".join(far)


def _labels(things: Mapping[str, Thing]) -> dict[str, str]:
    return {name: thing.label for name, thing in things.items()}


def _asked(state: State, seats: Sequence[int]) -> Decision | None:
    return next((decision for decision in state.open if decision.seat in seats), None)


def _named(word: str, things: Mapping[str, Thing], decision: Decision | None) -> str:
    """The thing of that name; of several, one of the kind that is asked for now."""
    if word in things:
        return word
    labels = _labels(things)
    asked = decision.options if decision else ()
    kinds = {things[option].kind for option in asked if option in things}
    wanted = [name for name, thing in things.items() if thing.kind in kinds]
    found = matching(word, wanted, labels) or matching(word, labels, labels)
    if word.isdecimal():  # the number in an id is none that anybody sees
        found = [name for name in found if word in label(name, labels).split()]
    return found[0] if found else ""
