"""The armoury: armies put together by hand, for any page that knows workshops."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army import levy
from fimbul.games.rag_narok.army.army import BUDGET, HEADS, Army, BadArmy, Enlisted, Troop
from fimbul.games.rag_narok.army.catalogue import cards_of, extras_of, skill_name
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.lengths import said_mov
from fimbul.games.rag_narok.measure.tables import Profile
from fimbul.kernel import BadSetup, listed, phrase
from fimbul.kit.workshop import (
    Article,
    Catalogue,
    Draft,
    Head,
    Judged,
    Remark,
    Section,
    Taken,
    Ware,
)

LEADER = "leader"


class Armoury:
    """A workshop whose texts are armies, and whose problems are those of the rules."""

    def catalogue(self) -> Catalogue:
        return _catalogue()

    def judge(self, draft: Draft) -> Judged:
        troops = tuple(_troop(section) for section in draft.sections)
        text, budget = _text(draft, troops), draft.heads.get("budget", "")
        return Judged(
            draft=draft,
            text=text,
            points=sum(sum(_costs(troop)) for troop in troops),
            limit=int(budget) if BUDGET.fullmatch(budget) else 0,
            costs=tuple(_costs(troop) for troop in troops),
            problems=tuple(_remarks(draft, troops)),
        )

    def read(self, text: str) -> Judged:
        try:
            army = armies.READY[text] if text in armies.READY else armies.read(text)
        except BadArmy as bad:
            raise BadSetup(bad.problems) from None
        return self.judge(_draft(army))


# -- what is offered ---------------------------------------------------------------------------


@cache
def _catalogue() -> Catalogue:
    peoples = tuple(Article(people.id, people.name) for people in t.PEOPLES.values())
    budgets = {card.budget: card.name for card in t.SCENARIOS.values()}
    return Catalogue(
        title="Army",
        section="Unit",
        unit="AP",
        heads=(
            Head("name", "Name"),
            Head("people", "People", "choice", peoples, sorts=True),
            Head(
                *("budget", "Budget", "choice"),
                tuple(Article(str(ap), _budget(ap, name)) for ap, name in budgets.items()),
            ),
            Head("commander", "Commander", "taken"),
        ),
        groups=peoples,
        wares=tuple(_ware(card) for people in peoples for card in cards_of(people.id)),
        ready=tuple(Article(name, army.name, army.budget) for name, army in armies.READY.items()),
    )


def _budget(ap: int, name: str) -> str:
    return phrase("{ap} AP: {scenario}", ap=ap, scenario=name)


def _ware(card: Profile) -> Ware:
    values = phrase(
        "MOV {mov}, INI {ini}, ATT/STR {att}/{strength}, DEF/RES {defence}/{res}",
        mov=said_mov(card),
        ini=card.ini,
        att=card.att,
        strength=card.strength,
        defence=card.defence,
        res=card.res,
    )
    gun = card.weapon
    aims = [phrase("AIM {aim}, {weapon}", aim=card.aim or 0, weapon=gun.name)] if gun else []
    words = listed([values, *aims, *map(skill_name, card.skills)], "; ")
    extras = [Article(extra.id, extra.name, extra.ap, extra.kind) for extra in extras_of(card)]
    if levy.may_lead(card):
        surcharge = Enlisted(1, card.id, leader=True).each - card.ap
        extras.insert(0, Article(LEADER, "Leader", surcharge, "rank"))
    told = phrase("{kind}: {values}", kind=card.kind, values=words)
    return Ware(card.id, card.name, card.ap, card.people, told, (*extras,))


# -- from a draft to an army, and back ---------------------------------------------------------


def _troop(section: Section) -> Troop:
    return Troop(_line(section.title, "Unit"), tuple(_entry(taken) for taken in section.taken))


def _entry(taken: Taken) -> Enlisted:
    extras = tuple(_line(extra, "nothing") for extra in taken.extras if extra != LEADER)
    return Enlisted(taken.count, _line(taken.ware, "nobody"), LEADER in taken.extras, extras)


def _line(words: str, otherwise: str) -> str:
    """One line, whatever was typed: each line of an army's text has a meaning."""
    return " ".join(words.split()) or otherwise


def _text(draft: Draft, troops: tuple[Troop, ...]) -> str:
    heads = {word: _line(draft.heads.get(word, ""), "") for word in ("name", *HEADS)}
    told = [f"{word} {heads[word]}" for word in HEADS if heads[word]]
    return "\n".join([heads["name"] or "Army", *told, *armies.unit_lines(troops)]) + "\n"


def _costs(troop: Troop) -> tuple[int, ...]:
    """What each line costs; nothing if it names nobody."""
    return tuple(entry.cost if entry.profile in t.PROFILES else 0 for entry in troop.entries)


def _remarks(draft: Draft, troops: tuple[Troop, ...]) -> Iterator[Remark]:
    """Everything that is wrong: what is missing or unknown, then what the rules say."""
    try:
        army: Army | None = armies.read(_text(draft, troops))
    except BadArmy as bad:
        for fault in bad.faults:  # whoever builds by hand sees no lines
            yield Remark(fault.text, fault.rule)
        army = _begun(draft, troops)
    if army is not None:
        for problem in levy.problems(army):
            if army.commander or problem.rule != "army.commander":
                yield Remark(problem.text, problem.rule)


def _begun(draft: Draft, troops: tuple[Troop, ...]) -> Army | None:
    """An army that lacks something, if there is enough of it to judge."""
    people, budget = draft.heads.get("people", ""), draft.heads.get("budget", "")
    known = all(
        entry.profile in t.PROFILES and all(map(armies.is_known, entry.extras))
        for troop in troops
        for entry in troop.entries
    )
    if not known or people not in t.PEOPLES or not BUDGET.fullmatch(budget):
        return None
    units = tuple(troop for troop in troops if troop.entries)
    return Army("", people, int(budget), draft.heads.get("commander", ""), units)


def _draft(army: Army) -> Draft:
    heads = {"name": army.name, "people": army.people, "budget": str(army.budget)}
    return Draft(
        {**heads, "commander": army.commander},
        tuple(
            Section(unit.name, tuple(_taken(entry) for entry in unit.entries))
            for unit in army.units
        ),
    )


def _taken(entry: Enlisted) -> Taken:
    return Taken(entry.profile, entry.count, (*([LEADER] if entry.leader else []), *entry.extras))
