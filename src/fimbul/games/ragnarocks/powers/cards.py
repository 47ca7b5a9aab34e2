"""All powers, by the names of their cards."""

from __future__ import annotations

from fimbul.games.ragnarocks.powers import POWERS
from fimbul.games.ragnarocks.powers.endings import Aegir, Heimdallr, Mani
from fimbul.games.ragnarocks.powers.fates import Ask, Fenrir, Fjorgyn, Freya, Hel, Idun
from fimbul.games.ragnarocks.powers.further import (
    Blodughofi,
    Gerd,
    Gullinbursti,
    Njord,
    Ratatoskr,
)
from fimbul.games.ragnarocks.powers.herds import Dain, Jormungandr
from fimbul.games.ragnarocks.powers.odin import Odin
from fimbul.games.ragnarocks.powers.paths import Fafnir, Hildisvini, Selkolla, Sleipnir
from fimbul.games.ragnarocks.powers.sidesteps import Bragi, Frigg, Sol, Tyr, Vali
from fimbul.games.ragnarocks.powers.stones import Forseti, Freyr, Nerthus, Surtr, Thor, Ymir

KINDS = (
    Aegir, Ask, Blodughofi, Bragi, Dain, Fafnir, Fenrir, Fjorgyn, Forseti, Freya, Freyr, Frigg,
    Gerd, Gullinbursti, Heimdallr, Hel, Hildisvini, Idun, Jormungandr, Mani, Nerthus, Njord, Odin,
    Ratatoskr, Selkolla, Sleipnir, Sol, Surtr, Thor, Tyr, Vali, Ymir,
)  # fmt: skip
TURN_CHOICES = 16  # no turn takes more, whatever the powers: a viking, its way, a stone, shifts
POWERS.update({kind.__name__.lower(): kind() for kind in KINDS})
