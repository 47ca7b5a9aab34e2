"""What has changed in a scene, as it is sent: nothing twice that the page has already."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from fimbul.kernel import (
    Facing,
    Mark,
    Note,
    Plate,
    Point,
    Preview,
    Reach,
    Sign,
    Spoken,
    Term,
    Thing,
    ThingKind,
    ThingState,
    Tone,
    Usual,
    Zone,
)

NONE_KEPT = (0, 0)  # one and the same everywhere: as a default it is then not sent
NOWHERE = Reach("").at  # likewise


class ThingChange(Struct, frozen=True, omit_defaults=True):
    """A thing that is known by its id, and which of its fields are others now."""

    id: str
    art: str | UnsetType = UNSET
    label: Spoken | UnsetType = UNSET
    at: Point | UnsetType = UNSET
    size: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    tone: Tone | UnsetType = UNSET
    glyph: str | UnsetType = UNSET
    badge: Spoken | UnsetType = UNSET
    state: tuple[ThingState, ...] | UnsetType = UNSET
    tip: Spoken | UnsetType = UNSET
    other: str | UnsetType = UNSET
    whole: str | UnsetType = UNSET
    more: tuple[Spoken, ...] | UnsetType = UNSET
    kind: ThingKind | UnsetType = UNSET
    said: tuple[Spoken, ...] | UnsetType = UNSET
    sign: Sign | UnsetType = UNSET
    seat: int | UnsetType | None = UNSET
    values: tuple[tuple[Spoken, Spoken], ...] | UnsetType = UNSET
    terms: tuple[Spoken, ...] | UnsetType = UNSET
    confirm: Spoken | UnsetType = UNSET
    upright: bool | UnsetType = UNSET


class ZoneChange(Struct, frozen=True, omit_defaults=True):
    """What is new in a zone: either all of it, or things put (in place, else last), changed and
    gone, and those that then lie elsewhere in the list. What is changed lay here or in another
    zone: then it comes after what is put."""

    id: str
    put: tuple[Thing, ...] = ()
    changed: tuple[ThingChange, ...] = ()
    gone: tuple[str, ...] = ()
    places: tuple[tuple[str, int], ...] = ()  # taken out first, then laid there, the lowest first
    marks: tuple[Mark, ...] | None = None  # in place of all of before, but for those kept
    kept: tuple[int, int] = NONE_KEPT  # marks of before that stay before them, and behind them
    order: tuple[int, ...] = ()  # which lie between those: of before, and counted on, of these
    whole: Zone | None = None


class PreviewChange(Struct, frozen=True, omit_defaults=True):
    """A preview of which other marks or notes are told than before; the rest of it stays."""

    thing: str
    marks: tuple[Mark, ...] | None = None  # in place of all of before, but for those kept
    kept: tuple[int, int] = NONE_KEPT
    notes: tuple[Note, ...] | None = None
    kept_notes: tuple[int, int] = NONE_KEPT


class GoalEnd(Struct, frozen=True, array_like=True):
    """What many goals have in common: their last picks, and what is said of them."""

    picks: tuple[str, ...]
    text: Spoken


class GoalSent(Struct, frozen=True, array_like=True):
    """A goal in short."""

    end: int  # which: first those of the scene before are counted, then those that are new
    x: int
    y: int
    turn: int


class ReachSent(Struct, frozen=True, omit_defaults=True):
    """A reach in short: `lead` are the first picks of all its goals. Ghosts of what lies in the
    scene, or was a ghost before, are told by how they differ from that."""

    thing: str
    at: Point = NOWHERE
    lead: tuple[str, ...] = ()
    goals: tuple[GoalSent, ...] = ()
    turn: int = 0
    grips: tuple[str, ...] = ()
    ghosts: tuple[Thing, ...] = ()
    lying: tuple[ThingChange, ...] = ()  # ghosts as well: all of them, or none
    onto: tuple[str, ...] = ()
    facings: tuple[Facing, ...] = ()


class SceneChange(Struct, frozen=True, omit_defaults=True):
    """From the last scene to this one. What is absent stays as it is."""

    zones: tuple[ZoneChange, ...] = ()
    gone_zones: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    plates: tuple[Plate, ...] | None = None
    notes: tuple[Note, ...] | None = None
    kept_notes: tuple[int, int] = NONE_KEPT  # as with marks
    previews: tuple[Preview, ...] = ()  # new ones, and such as have changed altogether
    changed_previews: tuple[PreviewChange, ...] = ()
    gone_previews: tuple[str, ...] = ()  # by their things
    preview_places: tuple[tuple[str, int], ...] = ()  # as with things that lie elsewhere
    ends: tuple[GoalEnd, ...] = ()  # that no goal of the scene before had
    reached: tuple[ReachSent, ...] | None = None
    terms: tuple[Term, ...] | None = None
    usual: tuple[Usual, ...] | None = None
