"""One combat: initiative, dice placed, attacks, defences, counter-attacks, wounds."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.melee.blows import Ward
from fimbul.games.rag_narok.rules.melee.duel import (
    CombatStep,
    attack,
    difficulties,
    fighting,
    is_alone,
    is_spent,
    is_unmet,
    killers,
    likeliest,
    masterstroke,
    put,
    sound_pair,
    unit_of,
    update,
)
from fimbul.games.rag_narok.rules.melee.fights import (
    attack_value,
    dice_of,
    engaged,
    faces_more,
    free_dice,
    initiative,
    is_hero,
    opponents,
    pool,
    pools,
    spend,
)
from fimbul.games.rag_narok.rules.rolls import Roll, again, beats, contest, faces_of, thrown, told
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    group,
    is_routed,
    tell,
)
from fimbul.games.rag_narok.state.melee import Clash, Combat
from fimbul.games.rag_narok.state.telling import dice_told, some
from fimbul.kernel import Thrown

MASTERSTROKE = "button:masterstroke"


class BeginCombat(RagStep, frozen=True):  # rule: melee.ini, melee.step4-ini, ruling.no-dice-left
    """INI decides who places dice last and strikes first; whoever faces no dice just strikes."""

    phase = p.MELEE  # rule: ruling.empty-headings
    groups: Clash = (0, 0)

    def run(self, state: RagNarok, pick: str | None) -> None:
        dice = pools(state, self.groups)
        state.melee.combat = Combat(self.groups)
        first = roll_initiative(state) if all(dice) else int(dice[0] == 0)
        update(state, first=first, rerolls=(killers(state, 0), killers(state, 1)))
        later = 1 - first
        state.then(
            Commit(later), Commit(first), Split(later), Split(first),
            Strike(first), Strike(later), EndCombat(),
        )  # fmt: skip

    def fits(self, state: RagNarok) -> bool:
        return sound_pair(state, self.groups)


def roll_initiative(state: RagNarok) -> int:  # rule: test.opposed, melee.ini
    """The seat that wins; ties go to the charging side, otherwise to the Tactics winner."""
    groups = fighting(state).groups
    values = [initiative(state, groups[0], groups[1]), initiative(state, groups[1], groups[0])]
    first, second = ((unit_of(state, seat), values[seat]) for seat in range(p.SEATS))
    ties = first_in_ties(state)
    rolls = contest(state, (first, second), ties)
    for seat in range(p.SEATS):
        words, sum_ = "{unit} roll[s] Initiative: {sum}", told(rolls[seat], values[seat])
        tell(state, unit_of(state, seat), words, sum=sum_)
    better = beats(rolls[0], values[0], rolls[1], values[1])
    first_ = ties if not better else 0 if better > 0 else 1
    show_initiative(state, rolls, values, first_)
    return first_


def show_initiative(
    state: RagNarok, rolls: tuple[Roll, Roll], values: Sequence[int], first: int
) -> None:
    """Both rolls, laid open."""
    for seat in range(p.SEATS):
        one, outcome = group(state, fighting(state).groups[seat]), "strikes first" * (seat == first)
        faces, wins = faces_of(rolls[seat], values[seat]), seat == first or None
        state.events.append(
            Thrown(
                seat=seat, title="Initiative", who=one.name, terms=again(faces), faces=faces,
                plus=values[seat], outcome=outcome, good=wins, rule="melee.ini",
            )
        )  # fmt: skip


def first_in_ties(state: RagNarok) -> int:  # rule: test.opposed, melee.ini
    """The charging side, otherwise the Tactics winner."""
    charging = [state.units[unit_of(state, seat)].charging for seat in range(p.SEATS)]
    return charging.index(1) if sum(charging) == 1 else state.winner


class Commit(CombatStep, frozen=True):  # rule: melee.step5-commit-dice, melee.dice-split
    """How many dice go to this combat, when another is still to come."""

    prompt, rule = (
        "Choose how many dice this fight gets, for attack and defence together",
        "melee.step5-commit-dice",
    )

    def options(self, state: RagNarok) -> Sequence[str]:
        most = pool(state, self.mine(state), self.theirs(state))
        more = faces_more(state, self.mine(state), self.theirs(state))
        return [f"dice:{count}" for count in range(most, -1, -1)] if more and most else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        count = pool(state, self.mine(state), self.theirs(state))
        if pick is not None:
            count = int(pick.removeprefix("dice:"))
        spend(state, self.mine(state), self.theirs(state), count)
        update(state, dice=put(fighting(state).dice, self.seat, count))


class Split(CombatStep, frozen=True):  # rule: melee.dice-split, rout.no-attacks, state.rout-contact
    """Dice are divided openly between attack and defence; the INI loser first."""

    prompt, rule = "Divide your dice between attack and defence", "melee.dice-split"

    def options(self, state: RagNarok) -> Sequence[str]:
        dice = fighting(state).dice[self.seat]
        if is_routed(state, self.unit(state)) or not dice:
            return ()
        return [f"split:{attack}-{dice - attack}" for attack in range(dice, -1, -1)]

    def foregone(self, state: RagNarok, options: Sequence[str]) -> bool:
        """Whoever cannot be struck any more has nothing to parry."""
        return is_spent(state, self.seat) and is_alone(state, self.seat)

    def run(self, state: RagNarok, pick: str | None) -> None:
        now, attack = fighting(state), 0
        dice = now.dice[self.seat]
        if pick is not None:
            attack = int(pick.removeprefix("split:").partition("-")[0])
        able = engaged(state, self.mine(state), self.theirs(state))
        fury = group(state, self.mine(state)).card.has("war-fury") and dice
        more = rage(state, able, attack == dice) if fury else 0
        kept = sum(state.fighters[number].guard for number in able)
        for number in able:  # rule: devastating.defence-dice-stay
            state.fighters[number].guard = 0
        update(
            state,
            attack=put(now.attack, self.seat, attack + more),
            defence=put(now.defence, self.seat, dice - attack + kept),
        )
        parts = {"attack": dice_told(attack + more), "defence": dice_told(dice - attack + kept)}
        words = "{unit} put[s] {attack} in attack, {defence} in defence"
        tell(state, self.unit(state), words, **parts)


def rage(state: RagNarok, able: Sequence[int], all_in: bool) -> int:  # rule: melee.additional-dice
    """War Fury: a die for each that has now placed all its dice, in any combat, in attack."""
    new = [number for number in able if not state.fighters[number].raged]  # rule: ruling.war-fury
    calm = [number for number in new if not all_in or state.fighters[number].guard]
    wild = [number for number in new if number not in calm and not free_dice(state, number)]
    for number in calm + wild:
        state.fighters[number].raged = 1
    return len(wild)


def attacks(state: RagNarok, seat: int) -> int:  # rule: melee.remove-attack-dice
    """The attack dice left to a side: no more than those of its fighters that can still attack."""
    now = fighting(state)
    able = [
        number
        for number in group(state, now.groups[seat]).members
        if state.places[number] is not None and opponents(state, number)
    ]
    if not engaged(state, now.groups[seat], now.groups[1 - seat]):
        return 0
    fierce = group(state, now.groups[seat]).card.has("war-fury")
    fury = fierce and now.attack[seat] > now.dice[seat]  # only those who placed all dice in attack
    return min(now.attack[seat], sum(dice_of(state, number) + fury for number in able))


class Strike(CombatStep, frozen=True):  # rule: melee.attack, melee.all-attacks-first
    """Announce one difficulty for all attacks, then roll them; each Character may risk two dice."""

    prompt, rule = (
        "Announce the difficulty of your attacks; a high one is hard to reach and hard to parry",
        "melee.attack",
    )
    masters: int = 0  # Masterstrokes among the attacks  # rule: masterstroke.character

    def options(self, state: RagNarok) -> Sequence[str]:  # rule: ruling.masterstroke-rules
        dice, more = attacks(state, self.seat), self.masters + 1
        if dice <= 0:
            return ()
        able = dice >= 2 * more and len(self.heroes(state)) >= more
        found = [*difficulties(state, self.seat), *([MASTERSTROKE] if able else [])]
        return found if len(found) > 1 else ()

    def default(self, state: RagNarok, options: Sequence[str]) -> str:
        return likeliest(state, self.seat, attacks(state, self.seat) - self.masters)

    def foregone(self, state: RagNarok, options: Sequence[str]) -> bool:
        """Where nobody can parry there is nothing to weigh."""
        return MASTERSTROKE not in options and not self.masters and is_unmet(state, self.seat)

    def heroes(self, state: RagNarok) -> list[int]:  # rule: skill.masterstroke-two-rules
        """The Characters of the group that have not made their Masterstroke this turn."""
        able = engaged(state, self.mine(state), self.theirs(state))
        return [n for n in able if is_hero(state, n) and not state.fighters[n].mastered]

    def run(self, state: RagNarok, pick: str | None) -> None:
        now, dice, before = fighting(state), attacks(state, self.seat), len(state.events)
        if dice <= 0:
            return
        if pick == MASTERSTROKE:
            state.then(Strike(self.seat, self.masters + 1))
            return
        announced = int((pick or difficulties(state, self.seat)[0]).removeprefix("difficulty:"))
        dice -= 2 * self.masters
        update(state, announced=put(now.announced, self.seat, announced))
        for number in self.heroes(state)[: self.masters]:
            state.fighters[number].mastered = 1
        great = [added for _ in range(self.masters) for added in masterstroke(state, self.seat)]
        plain = [added for _ in range(dice) for added in attack(state, self.seat)]
        hits = (*great, *plain)
        update(state, attack=put(fighting(state).attack, self.seat, 0), hits=hits)
        value = attack_value(state, self.mine(state), self.theirs(state))
        words = "{unit} roll[s] {dice} with ATT {value}: {good} against {difficulty}"
        good, dice_ = succeed(len(hits)), thrown(state, before)
        parts = {"value": value, "difficulty": announced}
        tell(state, self.unit(state), words, dice=dice_, good=good, **parts)
        lost = self.masters - len(great)
        again = RollAgain(self.seat, dice - len(plain) + lost, lost)
        state.then(again, Parry(1 - self.seat))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Announce a difficulty from ATT + 1 to ATT + 12."


def succeed(count: int) -> str:
    return some(count, "{count} attack succeeds", "{count} attacks succeed", "no attack succeeds")


class RollAgain(CombatStep, frozen=True):  # rule: ruling.born-killer, skill.born-killer-defence
    """Born Killers may roll failed attacks again; what they keep helps them to parry."""

    prompt, rule = "Roll failed attacks again?", "ruling.born-killer"
    failed: int = 0
    masters: int = 0  # Masterstrokes among them: they are rolled again first

    def options(self, state: RagNarok) -> Sequence[str]:
        most = min(self.failed, fighting(state).rerolls[self.seat])
        return [f"again:{count}" for count in range(most, -1, -1)] if most else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        count = int((pick or "again:0").removeprefix("again:"))
        now, more, before = fighting(state), [], len(state.events)
        for number in range(count):
            roll = masterstroke if number < self.masters else attack
            more += roll(state, self.seat)
        left = put(now.rerolls, self.seat, now.rerolls[self.seat] - count)
        update(state, rerolls=left, hits=tuple(sorted((*now.hits, *more), reverse=True)))
        if count:
            parts = {"dice": thrown(state, before), "good": succeed(len(more))}
            words = "{unit} roll[s] {count} again: {dice}, {good}"
            tell(state, self.unit(state), words, count=count, **parts)

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and 0 <= self.masters <= self.failed < 60


class Parry(CombatStep, frozen=True):  # rule: melee.defence, ruling.parry-order
    """One success after another, those that add most to STR first."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        hits = fighting(state).hits
        if hits and engaged(state, self.mine(state), self.theirs(state)):
            update(state, hits=hits[1:])
            state.then(Ward(self.seat, hits[0]), Parry(self.seat))


class EndCombat(CombatStep, frozen=True):
    def run(self, state: RagNarok, pick: str | None) -> None:
        state.melee.combat = None

    def fits(self, state: RagNarok) -> bool:
        return True
