// The table under a finger: what is looked at, what is about to be taken, what may be touched.
import { getContext, setContext, tick } from "svelte";
import { frameOf, isSpace } from "./board/geometry";
import { stepped } from "./keys";
import { labelOf, readingOrder, stageOf, thingsOf } from "./scene";
import { screen } from "../ui/screen.svelte";
import { settings } from "../app/settings.svelte";
import { meant, wholesOf } from "./wholes";
import type { Preview, Scene, Thing, ThingState, Zone } from "../wire/types";

/** Whoever shows a scene: a live table, or a replay where nothing may be touched. */
export interface Source {
  readonly game: string;
  readonly scene: Scene | null;
  readonly choices: readonly string[];
  readonly seat: number | null;
  readonly sent: string | null;
  readonly chosen: string | null;
  tell(words: string): string;
  choose(thing: string): void;
  chooseThen(thing: string, next: string, why: boolean): void;
  askWhy(thing: string): void;
}

const EMPTY: Scene = { zones: [] };
const SHORT = 24; // letters that fit on a card
const HELD: ThingState = "held"; // what is in hand already: it is dragged though it is not touched itself

/** A thing under way with the pointer. */
export interface Dragged {
  thing: Thing;
  x: number;
  y: number;
}

export class View {
  looked: string | null = $state(null);
  pending: string | null = $state(null);
  hint: string | null = $state(null);
  flipped: ReadonlySet<string> = $state.raw(new Set()); // two-faced cards that I hold the other way up
  swung: ReadonlySet<string> = $state.raw(new Set()); // boards that I look at from the other side
  near: string | null = $state(null); // what is held before the eyes
  dragged: Dragged | null = $state.raw(null);
  byKey = false; // the last thing done was done by key
  root: HTMLElement | null = $state.raw(null);

  constructor(readonly source: Source) {}

  readonly scene = $derived.by(() => this.source.scene ?? EMPTY);
  readonly turned = $derived.by(() => new Set(this.scene.zones.filter(shouldTurn).map((zone) => zone.id)));
  /** Boards that are drawn turned by half: for the seat that looks, or as its player likes it. */
  readonly half = $derived.by(
    () =>
      new Set(this.scene.zones.filter((zone) => Boolean(zone.half) !== this.swung.has(zone.id)).map((zone) => zone.id)),
  );
  readonly options = $derived.by(() => readingOrder(this.scene, this.source.choices, this.turned, this.half));
  readonly may = $derived.by(() => new Set(this.options));
  readonly things = $derived.by(() => new Map(thingsOf(this.scene).map((thing) => [thing.id, thing])));
  readonly wholes = $derived.by(() => wholesOf(this.scene));
  readonly preview = $derived.by((): Preview | null => {
    const thing = this.pending ?? this.looked;
    return this.scene.previews?.find((one) => one.thing === thing) ?? null;
  });
  /** What previews come to, in a few words: a card can carry them. */
  readonly outcomes = $derived.by(
    () =>
      new Map(
        (this.scene.previews ?? []).flatMap(({ thing, notes: [note] = [] }): [string, string][] =>
          note && /^\d+ \D/.test(note.title) && note.title.length <= SHORT ? [[thing, note.title]] : [],
        ),
      ),
  );
  readonly stage = $derived.by(() => (this.preview ? stageOf(this.scene, this.preview.thing) : undefined));
  /** The one option that Tab reaches; arrows walk from there. */
  readonly roving = $derived.by(() => (this.looked && this.may.has(this.looked) ? this.looked : this.options[0]));

  /** What can be dragged: what is in hand already, else pieces that may be touched. */
  readonly grips = $derived.by(() => {
    const pieces = this.scene.zones
      .flatMap((zone) => (zone.kind === "board" ? (zone.things ?? []) : []))
      .filter((thing) => !isSpace(thing));
    const held = pieces.filter((thing) => this.may.size > 0 && thing.state?.includes(HELD));
    return new Map(
      (held.length ? held : pieces.filter((thing) => this.may.has(thing.id))).map((thing) => [thing.id, thing]),
    );
  });

  label(thing: string): string {
    return labelOf(this.scene, thing);
  }

  /** Whether touching it would choose something: itself, or the whole that it is a member of. */
  answers(thing: string): boolean {
    return this.may.has(meant(thing, this.wholes, this.may));
  }

  /** Whether it is looked at, or about to be taken. */
  isLooked(thing: string): boolean {
    return this.looked === thing || this.pending === thing;
  }

  /** Whether it is marked as what the question is about, or as what I chose just before. */
  isSelected(thing: Thing): boolean {
    return (thing.state ?? []).includes("selected") || this.source.chosen === thing.id;
  }

  /** Whether a whole shows in its members. */
  isLit(whole: Thing): boolean {
    return this.may.has(whole.id) || this.isLooked(whole.id) || this.isSelected(whole) || this.hint === whole.id;
  }

  /** A touch: takes, proposes, or asks why not. */
  touch(touched: string, tapped: boolean): void {
    const thing = meant(touched, this.wholes, this.may);
    if (!this.may.has(thing)) {
      this.pending = null;
      if (tapped) this.looked = thing; // a finger cannot hover: what it shows is shown with the reason
      this.source.askWhy(thing);
    } else if (this.#mustPropose(thing, tapped)) {
      this.pending = this.looked = thing;
    } else this.take(thing);
  }

  #mustPropose(thing: string, tapped: boolean): boolean {
    if (this.pending === thing) return false;
    if (settings.confirm) return true;
    return tapped && !settings.oneTap && this.shows(thing);
  }

  /** Whether looking at it shows anything, though it may not be touched. */
  shows(thing: string): boolean {
    return this.scene.previews?.some((one) => one.thing === thing) ?? false;
  }

  /** Dragging one thing onto another is touching the one and then the other. */
  drop(thing: string, under: string | null): void {
    const onto = under === null ? thing : meant(under, this.wholes, this.may);
    if (onto === thing) return;
    this.pending = this.looked = null;
    const space = thingsOf(this.scene).some((one) => one.id === onto && isSpace(one));
    if (this.may.has(thing)) this.source.chooseThen(thing, onto, space);
    else if (this.may.has(onto)) this.source.chooseThen(onto, thing, false);
    else this.source.askWhy(onto);
  }

  /** Shows the other face of a card. `thing` is the face that is down. */
  flip(down: string): void {
    const up = this.scene.zones.flatMap((zone) => zone.things ?? []).find((one) => one.id === down)?.other;
    if (!up) return;
    const flipped = new Set(this.flipped);
    if (!flipped.delete(down)) flipped.add(up);
    this.flipped = flipped;
    this.looked = this.pending = null;
  }

  /** Looks at a board from its other side. */
  swing(zone: string): void {
    const swung = new Set(this.swung);
    if (!swung.delete(zone)) swung.add(zone);
    this.swung = swung;
  }

  take(thing: string): void {
    this.pending = null;
    this.looked = null;
    this.source.choose(thing);
  }

  /** One back: from proposing, from looking. False if there was nothing to leave. */
  back(): boolean {
    const left = this.pending !== null || this.looked !== null;
    this.pending = this.looked = null;
    return left;
  }

  /** To the next option in reading order, or the one before; the first step goes to the first. */
  walk(step: 1 | -1): void {
    const next = stepped(this.options, this.looked, step);
    if (next === null) return;
    this.pending = null;
    this.looked = next;
    this.focus(next);
  }

  /** Hold before the eyes what is looked at, else the first thing that has words. */
  lookCloser(): void {
    const [first] = this.scene.zones.flatMap((zone) => zone.things ?? []).filter((thing) => thing.tip);
    this.near = this.looked ?? first?.id ?? null;
  }

  focus(thing: string): void {
    const there = this.elementOf(thing);
    if (there) return there.focus({ preventScroll: false });
    this.flip(thing);
    this.looked = thing;
    void tick().then(() => this.elementOf(thing)?.focus());
  }

  elementOf(thing: string): HTMLElement | SVGElement | null {
    return this.root?.querySelector<SVGElement>(`[data-thing="${CSS.escape(thing)}"]`) ?? null;
  }
}

/** On a phone a wide board that allows it is turned a quarter, so that its spaces grow. */
function shouldTurn(zone: Zone): boolean {
  if (!screen.narrow || !zone.turns) return false;
  const [, , width, height] = frameOf(zone).box;
  return width > height;
}

const KEY = Symbol("view");
export const provideView = (view: View): View => setContext(KEY, view);
export const useView = (): View => getContext<View>(KEY);
