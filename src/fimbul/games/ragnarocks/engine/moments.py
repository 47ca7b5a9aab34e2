"""The steps of turns with powers, and which power speaks at which moment: as data.

The rules say the same in `rules.turn` and in `powers`; here it stands in rows that a compiler can
read. A step has the name of its class there. A test plays both side by side, pick by pick.
"""

from __future__ import annotations

from typing import NamedTuple


class StepPlan(NamedTuple):
    """A step: which things may be touched (offers.py), and what a touch does (myth.py)."""

    name: str
    ways: str = "none"
    deed: str = "none"
    traits: str = ""  # of: optional, needed, suffices, fateful, as in the rules
    leads: str = ""  # the step that a touch leads to


STEPS = (
    StepPlan("Select", "select", "select"),
    StepPlan("Move", "move", "walk", "needed fateful"),
    StepPlan("FafnirMove", "perched", "walk", "needed fateful"),
    StepPlan("Pushing", "push", "push", "needed fateful"),
    StepPlan("MoveOrTravel", "travel", "walk", "needed fateful", leads="EdgeMove"),
    StepPlan("EdgeMove", "edge", "walk", "needed fateful"),
    StepPlan("OpenSummon", "summon", "summon", "needed suffices"),
    StepPlan("SummonOrMove", "summon-or-move", "summon", "needed suffices", "GullinburstiMove"),
    StepPlan("SummonOrThrow", "summon-or-throw", "summon", "needed suffices", "ThorThrow"),
    StepPlan("ThorThrow", "throw", "throw", "needed suffices"),
    StepPlan("GullinburstiMove", "line", "go-and-end"),
    StepPlan("BragiLure", "lure", "lead", "optional fateful", "BragiMove"),
    StepPlan("BragiMove", "line", "go"),
    StepPlan("FafnirPerch", "perch", "perch", "needed fateful", "FafnirMove"),
    StepPlan("FriggStep", "pay", "pay", "optional"),
    StepPlan("SolStep", "sides", "go", "optional"),
    StepPlan("NjordMove", "line", "go", "optional"),
    StepPlan("BlodughofiMove", "line", "go", "optional"),
    StepPlan("GerdMove", "line", "go"),
    StepPlan("RatatoskrMove", "back", "go", "optional"),
    StepPlan("TyrSwap", "swap", "swap", "optional fateful"),
    StepPlan("ValiThrow", "toss", "toss", "optional"),
    StepPlan("SurtrStone", "second", "stone", "optional"),
    StepPlan("YmirStone", "beside-nomads", "stone", "optional"),
    StepPlan("ForsetiStone", "new-land", "stone", "optional"),
    StepPlan("FreyrRemoval", "walls", "remove", "optional"),
    StepPlan("HeimdallrChoice", "settlers", "lead", "optional", "HeimdallrMove"),
    StepPlan("HeimdallrMove", "unsettled", "go"),
    StepPlan("ManiChoice", "mine", "lead", "optional", "ManiStep"),
    StepPlan("ManiStep", "one-hex", "go"),
    StepPlan("AegirChoice", "tide", "tide", "optional", "AegirStep"),
    StepPlan("AegirStep", "one-hex", "go"),
    StepPlan("AskArrival", "arrive", "arrive"),
    StepPlan("AnotherTurn", "another", "another", "optional"),
    StepPlan("DainChoice", "herd", "herd", "", "DainMove"),
    StepPlan("DainMove", "line", "trail"),
    StepPlan("OdinCommand", "cards", "command", "optional"),
    StepPlan("EndTurn", deed="end-turn"),
    StepPlan("NextTurn", deed="next-turn"),
    StepPlan("BeginTurn", deed="begin-turn"),
)
KINDS = {plan.name: kind for kind, plan in enumerate(STEPS)}
WAYS = {plan.ways: number for number, plan in enumerate(STEPS)}
DEEDS = {plan.deed: number for number, plan in enumerate(STEPS)}


class Speech(NamedTuple):
    """What a power says at a moment: a step before another of its owner's, or in its place."""

    step: str
    when: str = "always"
    instead: bool = False


BEFORE_MOVE = {
    "bragi": Speech("BragiLure"),
    "fafnir": Speech("FafnirPerch", "stone-beside", instead=True),
    "frigg": Speech("FriggStep"),
    "hildisvini": Speech("Pushing", instead=True),
    "selkolla": Speech("MoveOrTravel", "on-edge", instead=True),
    "sol": Speech("SolStep"),
}
AFTER_MOVE = {
    "frigg": Speech("FriggStep"),
    "gullinbursti": Speech("SummonOrMove", instead=True),
    "njord": Speech("NjordMove", "alone-on-edge"),
    "thor": Speech("SummonOrThrow", "hoard", instead=True),
    "tyr": Speech("TyrSwap"),
    "vali": Speech("ValiThrow"),
}
AFTER_SUMMON = {
    "blodughofi": Speech("BlodughofiMove", "enemy-at-stone"),
    "gerd": Speech("GerdMove", "friend-at-stone"),
    "ratatoskr": Speech("RatatoskrMove"),
    "surtr": Speech("SurtrStone", "stone-at-hand"),
}
TURN_END = {
    "forseti": Speech("ForsetiStone"),
    "freyr": Speech("FreyrRemoval"),
    "heimdallr": Speech("HeimdallrChoice"),
    "mani": Speech("ManiChoice"),
    "ymir": Speech("YmirStone"),
}
WHEN = {  # beside "always"
    when: number
    for number, when in enumerate(
        (
            "always",
            "stone-beside",
            "on-edge",
            "alone-on-edge",
            "hoard",
            "enemy-at-stone",
            "friend-at-stone",
            "stone-at-hand",
        )
    )
}
MOMENTS = (BEFORE_MOVE, AFTER_MOVE, AFTER_SUMMON, TURN_END)

NAMES = (  # a power is a number: its place here
    "", "aegir", "ask", "blodughofi", "bragi", "dain", "fafnir", "fenrir", "fjorgyn", "forseti",
    "freya", "freyr", "frigg", "gerd", "gullinbursti", "heimdallr", "hel", "hildisvini", "idun",
    "jormungandr", "mani", "nerthus", "njord", "odin", "ratatoskr", "selkolla", "sleipnir", "sol",
    "surtr", "thor", "tyr", "vali", "ymir",
)  # fmt: skip
POWERS = {name: number for number, name in enumerate(NAMES)}
FATEFUL = ("bragi", "fafnir", "fjorgyn", "hildisvini", "selkolla", "sleipnir", "tyr")
RESTLESS = ("gullinbursti", "odin")
