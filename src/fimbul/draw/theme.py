"""The look of the table: every colour once, dark and light, and how pieces take them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

THEMES = ("dark", "light")

TOKENS = {  # name: (dark, light)
    "night": ("#10161d", "#f5f1e8"),
    "board": ("#1b2530", "#e9e2d2"),
    "line": ("#33414f", "#c9bfa9"),
    "ink": ("#e8eef2", "#1d2329"),
    "mute": ("#a3b2bf", "#575d60"),
    "bone": ("#f0e6d2", "#fffaf0"),
    "blood": ("#c8453b", "#b0342b"),
    "gold": ("#e0ac4a", "#a8741a"),
    "ice": ("#8fc3dc", "#2f7896"),
    "aurora": ("#58c2a3", "#1f8068"),
    "violet": ("#9b86dd", "#6a55b0"),
    "stone": ("#93a1ad", "#5d6a74"),
    "stone-dark": ("#6d7b88", "#47535c"),
    "stone-light": ("#d3dce3", "#9aa8b2"),
    "carved": ("#14202b", "#fff7e6"),
    "bone-tone": ("#f0e6d2", "#8d7a55"),
    "blood-ink": ("#f08b80", "#9c2b23"),
    "gold-ink": ("#e8bb66", "#774f0c"),
    "ice-ink": ("#9fd0e6", "#1d5c77"),
    "aurora-ink": ("#6fd2b4", "#125b49"),
    "violet-ink": ("#b5a3ec", "#57439b"),
    "raised": ("#233040", "#f3ecdd"),
    "sunk": ("#141c25", "#ded5c1"),
    "edge": ("#46586a", "#a99c80"),
    "outline": ("#0a0f14", "#2b2a27"),
    "wood": ("#2a2823", "#e4d6ba"),
    "wood-deep": ("#1d1d1c", "#d6c5a3"),
    "wood-line": ("#4b4335", "#b39f78"),
    "knot": ("#8f7440", "#a5854a"),
    "hex": ("#1d2936", "#f6f0e3"),
    "hex-line": ("#3a4a5a", "#bfb398"),
}

# fill, inner line (dark, light), highlight, colour of lines, colour of words
_SEAT_TONES = {
    "bone": ("bone", ("#7d6d4e", "#7d6d4e"), "#ffffff", "bone-tone", "ink"),
    "blood": ("blood", ("#460c07", "#fff4e0"), "#f2a59d", "blood", "blood-ink"),
    "aurora": ("aurora", ("#0f4a3b", "#fff4e0"), "#c9f2e4", "aurora", "aurora-ink"),
    "violet": ("violet", ("#352464", "#fff4e0"), "#ded5fa", "violet", "violet-ink"),
    "ice": ("ice", ("#1d4b61", "#fff4e0"), "#e6f5fc", "ice", "ice-ink"),
    "gold": ("gold", ("#66450c", "#fff4e0"), "#fbe7bd", "gold", "gold-ink"),
    "stone": ("stone", ("#3a4650", "#f3ecdd"), "#d3dce3", "stone", "mute"),
}
_QUIET_TONES = {"ink": "ink", "mute": "mute", "line": "edge", "board": "board"}


@cache
def style(theme: str) -> str:
    """The style sheet of one drawing: the tokens of the theme, then the fixed part."""
    side = THEMES.index(theme)
    tokens = "".join(f"--{name}:{pair[side]};" for name, pair in TOKENS.items())
    tones = [
        f".fimbul .t-{tone}{{--p:var(--{fill});--l:{line[side]};--h:{high};"
        f"--tone:var(--{mark});--tone-ink:var(--{ink});color:var(--{ink})}}"
        for tone, (fill, line, high, mark, ink) in _SEAT_TONES.items()
    ]
    tones += [
        f".fimbul .t-{tone}{{--p:var(--{token});--l:var(--sunk);--h:var(--ink);"
        f"--tone:var(--{token});--tone-ink:var(--mute);color:var(--mute)}}"
        for tone, token in _QUIET_TONES.items()
    ]
    written = files("fimbul.draw").joinpath("table.css").read_text(encoding="utf-8")
    fixed = written.strip().replace("\n  ", " ")  # a long rule goes on in the next line
    return "\n".join([f".fimbul{{{tokens}}}", *tones, fixed])


def mixed(theme: str, tone: str, share: float) -> str:
    """A tone laid thinly over a space: computed here, so that any viewer can show it."""
    side = THEMES.index(theme)
    over, under = TOKENS.get(f"{tone}-tone", TOKENS[tone])[side], TOKENS["hex"][side]
    pairs = [(int(over[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)
