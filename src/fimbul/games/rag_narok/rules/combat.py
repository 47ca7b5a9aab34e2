"""One combat: initiative, dice placed, attacks, defences, counter-attacks, wounds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.fights import (
    attack_value,
    defence_value,
    engaged,
    faces_more,
    free_dice,
    initiative,
    line_bonus,
    opponents,
    pool,
    pools,
    spend,
)
from fimbul.games.rag_narok.rules.harm import strike
from fimbul.games.rag_narok.rules.rolls import Roll, beats, contest, passes, roll_until, test, told
from fimbul.games.rag_narok.state import (
    Combat,
    Pair,
    RagNarok,
    RagStep,
    fighter,
    group,
    is_routed,
    tell,
)

MASTERSTROKE = "button:masterstroke"
PARRY, RIPOSTE = "button:parry", "button:counter-attack"


def put(pair: Pair, seat: int, value: int) -> Pair:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def fighting(state: RagNarok) -> Combat:
    assert state.combat is not None, "a combat is being fought"
    return state.combat


def update(state: RagNarok, **changes: object) -> None:
    state.combat = structs.replace(fighting(state), **changes)


def unit_of(state: RagNarok, seat: int) -> int:
    return group(state, fighting(state).groups[seat]).unit


class BeginCombat(RagStep, frozen=True):
    """INI decides who places dice last and strikes first; whoever faces no dice just strikes."""

    # rule: melee.ini, melee.step4-ini, ruling.no-dice-left, ruling.empty-headings
    phase = p.MELEE
    groups: Pair = (0, 0)

    def run(self, state: RagNarok, pick: str | None) -> None:
        dice = pools(state, self.groups)
        state.combat = Combat(self.groups)
        first = roll_initiative(state) if all(dice) else int(dice[0] == 0)
        update(state, first=first, rerolls=(killers(state, 0), killers(state, 1)))
        later = 1 - first
        state.then(
            Commit(later), Commit(first), Split(later), Split(first),
            Strike(first), Strike(later), EndCombat(),
        )  # fmt: skip

    def fits(self, state: RagNarok) -> bool:
        return sound_pair(state, self.groups)


def killers(state: RagNarok, seat: int) -> int:
    """Each Born Killer may roll one failure of a combat again."""
    # rule: skill.born-killer-defence
    now = fighting(state)
    card = group(state, now.groups[seat]).card
    able = engaged(state, now.groups[seat], now.groups[1 - seat])
    return len(able) if card.has("born-killer") else 0


def sound_pair(state: RagNarok, pair: Pair) -> bool:
    known = range(len(state.roster.groups))
    return all(n in known for n in pair) and [group(state, n).seat for n in pair] == [0, 1]


def roll_initiative(state: RagNarok) -> int:
    """The seat that wins; ties go to the charging side, otherwise to the Tactics winner."""
    # rule: test.opposed, melee.ini
    groups = fighting(state).groups
    values = [initiative(state, groups[0], groups[1]), initiative(state, groups[1], groups[0])]
    rolls = [contest(state, unit_of(state, seat), values[seat]) for seat in range(p.SEATS)]
    for seat in range(p.SEATS):
        tell(state, unit_of(state, seat), f"Initiative {told(rolls[seat], values[seat])}")
    better = beats(rolls[0], values[0], rolls[1], values[1])
    if better:
        return 0 if better > 0 else 1
    charging = [state.charging[unit_of(state, seat)] for seat in range(p.SEATS)]
    return charging.index(1) if sum(charging) == 1 else state.winner


class CombatStep(RagStep, frozen=True):
    """A step of the combat that is being fought."""

    phase = p.MELEE

    def mine(self, state: RagNarok) -> int:
        return fighting(state).groups[self.seat]

    def theirs(self, state: RagNarok) -> int:
        return fighting(state).groups[1 - self.seat]

    def unit(self, state: RagNarok) -> int:
        return group(state, self.mine(state)).unit

    def fits(self, state: RagNarok) -> bool:
        return state.combat is not None and sound_pair(state, state.combat.groups)


class Commit(CombatStep, frozen=True):
    """How many dice go to this combat, when another is still to come."""

    # rule: melee.step5-commit-dice, melee.dice-split

    prompt, rule = "How many dice for this combat?", "melee.step5-commit-dice"

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


class Split(CombatStep, frozen=True):
    """Dice are divided openly between attack and defence; the INI loser first."""

    # rule: melee.dice-split, rout.no-attacks, state.rout-contact
    prompt, rule = "Divide your dice: attack-defence", "melee.dice-split"

    def options(self, state: RagNarok) -> Sequence[str]:
        dice = fighting(state).dice[self.seat]
        if is_routed(state, self.unit(state)) or not dice:
            return ()
        return [f"split:{attack}-{dice - attack}" for attack in range(dice, -1, -1)]

    def run(self, state: RagNarok, pick: str | None) -> None:
        now, attack = fighting(state), 0
        dice = now.dice[self.seat]
        if pick is not None:
            attack = int(pick.removeprefix("split:").partition("-")[0])
        able = engaged(state, self.mine(state), self.theirs(state))
        kept = sum(state.guard[number] for number in able)  # rule: devastating.defence-dice-stay
        for number in able:
            state.guard[number] = 0
        fury = group(state, self.mine(state)).card.has("war-fury") and attack == dice
        more = len(able) if fury and attack else 0  # rule: melee.additional-dice
        update(
            state,
            attack=put(now.attack, self.seat, attack + more),
            defence=put(now.defence, self.seat, dice - attack + kept),
        )
        words = f"{attack + more} dice in attack, {dice - attack + kept} in defence"
        tell(state, self.unit(state), words)


def attacks(state: RagNarok, seat: int) -> int:
    """The attack dice left to a side: no more than its fighters that can still attack have."""
    # rule: melee.remove-attack-dice
    now = fighting(state)
    card = group(state, now.groups[seat]).card
    able = [
        number
        for number in group(state, now.groups[seat]).members
        if state.places[number] is not None and opponents(state, number)
    ]
    if not engaged(state, now.groups[seat], now.groups[1 - seat]):
        return 0
    each = card.dice + (card.kind == "character") + card.has("war-fury")
    return min(now.attack[seat], each * len(able))


def difficulties(state: RagNarok, seat: int) -> list[str]:
    """From ATT + 1 to ATT + 12."""  # rule: ruling.announced-difficulty-range
    now = fighting(state)
    value = attack_value(state, now.groups[seat], now.groups[1 - seat])
    return [f"difficulty:{value + more}" for more in range(1, p.HARDEST + 1)]


class Strike(CombatStep, frozen=True):
    """Announce one difficulty for all attacks, then roll them; a Character may risk two dice."""

    # rule: melee.attack, melee.all-attacks-first, masterstroke.character
    # rule: ruling.masterstroke-rules, skill.masterstroke-two-rules
    prompt, rule = "Announce the difficulty of your attacks", "melee.attack"
    master: bool = False

    def options(self, state: RagNarok) -> Sequence[str]:
        dice = attacks(state, self.seat)
        if dice <= 0:
            return ()
        hero = [MASTERSTROKE] if dice > 1 and not self.master and self.hero(state) >= 0 else []
        return [*difficulties(state, self.seat), *hero]

    def hero(self, state: RagNarok) -> int:
        """The Character of the group that has not made its Masterstroke this turn; -1: none."""
        able = engaged(state, self.mine(state), self.theirs(state))
        heroes = [n for n in able if fighter(state, n).card.kind == "character"]
        return next((n for n in heroes if n not in state.masters), -1)

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            return
        if pick == MASTERSTROKE:
            state.then(Strike(self.seat, True))
            return
        announced = int(pick.removeprefix("difficulty:"))
        now, dice = fighting(state), attacks(state, self.seat)
        update(state, announced=put(now.announced, self.seat, announced))
        hits: list[int] = []
        if self.master and dice > 1:
            state.masters.append(self.hero(state))
            hits, dice = self.masterstroke(state, announced), dice - 2
        for _ in range(dice):
            hits += attack(state, self.seat)
        update(state, attack=put(fighting(state).attack, self.seat, 0), hits=tuple(hits))
        words = f"{len(hits)} attacks succeed against {announced}"
        tell(state, self.unit(state), words)
        state.then(Parry(1 - self.seat))

    def masterstroke(self, state: RagNarok, announced: int) -> list[int]:
        """The announced difficulty, and X, are added to STR."""
        # rule: masterstroke.character, skill.masterstroke-character-with-x
        value = attack_value(state, self.mine(state), self.theirs(state))
        roll = test(state, self.unit(state), value, announced)
        card = group(state, self.mine(state)).card
        return [announced + card.rating("masterstroke")] if passes(roll, announced) else []

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Announce a difficulty from ATT + 1 to ATT + 12."


def attack(state: RagNarok, seat: int) -> list[int]:
    """One attack roll: nothing, or the STR that its success adds."""
    # rule: melee.attack, masterstroke.skill, skill.masterstroke-several
    now = fighting(state)
    mine, announced = now.groups[seat], now.announced[seat]
    card = group(state, mine).card
    skilled = card.has("masterstroke") and card.kind != "character"
    wanted = announced + p.MASTER if skilled else announced
    value = attack_value(state, mine, now.groups[1 - seat])
    roll = roll_until(state, group(state, mine).unit, value, wanted)
    return success(roll, announced, card.rating("masterstroke") if skilled else -1)


def success(roll: Roll, announced: int, skill: int) -> list[int]:
    """`skill` is the X of Masterstroke/X, -1 without it."""
    # rule: masterstroke.skill, ability.praetorian-not-masterstroke
    if not passes(roll, announced):
        return []
    great = skill >= 0 and roll.total >= announced + p.MASTER
    return [announced + skill if great else 0]


class Parry(CombatStep, frozen=True):
    """Each success may be met with one defence die."""  # rule: melee.defence

    prompt, rule = "Parry, or try a counter-attack?", "melee.counter-attack"

    def options(self, state: RagNarok) -> Sequence[str]:
        now = fighting(state)
        skilled = group(state, self.mine(state)).card.has("counter-attack")
        able = now.hits and now.defence[self.seat] and not is_routed(state, self.unit(state))
        alive = engaged(state, self.mine(state), self.theirs(state))
        return (PARRY, RIPOSTE) if skilled and able and alive else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        hits = fighting(state).hits
        if not hits or not engaged(state, self.mine(state), self.theirs(state)):
            return
        update(state, hits=hits[1:])
        difficulty = fighting(state).announced[1 - self.seat]
        riposte = pick == RIPOSTE  # rule: melee.counter-attack
        if not defend(state, self.seat, difficulty + p.COUNTER * riposte):
            state.then(Suffer(self.seat, hits[0]), Parry(self.seat))
        elif riposte:
            state.then(Riposte(self.seat), Parry(self.seat))
        else:
            state.then(Parry(self.seat))


def defend(state: RagNarok, seat: int, difficulty: int) -> bool:
    """Use a defence die, if there is one."""  # rule: melee.defence, skill.born-killer-defence
    now = fighting(state)
    if not now.defence[seat]:
        return False
    update(state, defence=put(now.defence, seat, now.defence[seat] - 1))
    mine, unit = now.groups[seat], unit_of(state, seat)
    value = defence_value(state, mine, now.groups[1 - seat])
    good = passes(test(state, unit, value, difficulty), difficulty)
    if not good and now.rerolls[seat]:
        update(state, rerolls=put(now.rerolls, seat, now.rerolls[seat] - 1))
        good = passes(test(state, unit, value, difficulty), difficulty)
    return good


class Riposte(CombatStep, frozen=True):
    """A counter-attack that parried strikes back with the same die."""

    # rule: melee.counter-attack

    prompt, rule = "Announce the difficulty of your attacks", "melee.attack"

    def options(self, state: RagNarok) -> Sequence[str]:
        announced = fighting(state).announced[self.seat]
        return () if announced else difficulties(state, self.seat)

    def run(self, state: RagNarok, pick: str | None) -> None:
        now = fighting(state)
        if pick is not None:
            announced = int(pick.removeprefix("difficulty:"))
            update(state, announced=put(now.announced, self.seat, announced))
        for more in attack(state, self.seat):
            if not defend(state, 1 - self.seat, fighting(state).announced[self.seat]):
                state.then(Suffer(1 - self.seat, more))


class Suffer(CombatStep, frozen=True):
    """An attack goes home: a wounded fighter takes it first, otherwise its owner chooses."""

    # rule: melee.casualties
    prompt, rule = "Choose who takes the blow", "melee.casualties"
    more: int = 0  # added to STR
    extra: bool = False  # a Devastating Attack: it cannot be one again

    def victims(self, state: RagNarok) -> list[int]:
        able = engaged(state, self.mine(state), self.theirs(state))
        hurt = [number for number in able if state.hurt[number]]
        return hurt[:1] or able

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.victims(state)
        return [fighter(state, number).id for number in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = self.victims(state)
        chosen = [n for n in found if fighter(state, n).id == pick] or found
        if chosen:
            suffer(state, 1 - self.seat, chosen[0], self.more)
            if state.combat is not None and self.overkill(state, chosen[0]):
                state.then(Devastate(1 - self.seat))

    def overkill(self, state: RagNarok, number: int) -> bool:
        """More wounds than were needed to kill."""  # rule: devastating.definition
        return not self.extra and fighting(state).excess > 0 and state.places[number] is None


def suffer(state: RagNarok, attacker: int, victim: int, more: int) -> None:
    """The wound roll of one blow; what was too much is noted."""
    mine = fighting(state).groups[attacker]
    card, unit = group(state, mine).card, group(state, mine).unit
    excess = strike(state, unit, victim, card.strength + more, line_bonus(state, mine))
    update(state, excess=max(0, excess))


class Devastate(CombatStep, frozen=True):
    """One extra attack at the same difficulty on another enemy of the same fight."""

    # rule: devastating.effect, devastating.same-fight-only, devastating.target-may-defend
    prompt, rule = "Devastating Attack: choose another enemy", "devastating.effect"

    def targets(self, state: RagNarok) -> list[int]:
        mine = [n for n in group(state, self.mine(state)).members if state.places[n] is not None]
        return sorted({foe for number in mine for foe in opponents(state, number)})

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.targets(state)
        return [fighter(state, number).id for number in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = self.targets(state)
        chosen = [n for n in found if fighter(state, n).id == pick] or found
        if not chosen or not fighting(state).announced[self.seat]:
            return
        tell(state, self.unit(state), "makes a Devastating Attack")
        target = chosen[0]
        outside = fighter(state, target).group != self.theirs(state)
        if outside and free_dice(state, target):  # rule: devastating.defence-dice-stay
            state.spent[target] += 1
            state.guard[target] += 1
        for more in attack(state, self.seat):
            parried = self.met(state, target) if outside else self.parried(state)
            if not parried:
                suffer(state, self.seat, target, more)

    def parried(self, state: RagNarok) -> bool:
        return defend(state, 1 - self.seat, fighting(state).announced[self.seat])

    def met(self, state: RagNarok, target: int) -> bool:
        """A target of another combat defends itself with a die it has not used."""
        if not state.guard[target]:
            return False
        state.guard[target] -= 1
        one, difficulty = fighter(state, target), fighting(state).announced[self.seat]
        value = defence_value(state, one.group, self.mine(state))
        return passes(test(state, one.unit, value, difficulty), difficulty)


class EndCombat(CombatStep, frozen=True):
    def run(self, state: RagNarok, pick: str | None) -> None:
        state.combat = None

    def fits(self, state: RagNarok) -> bool:
        return True
