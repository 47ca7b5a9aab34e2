// The table under a finger: what is looked at, what is about to be taken, what may be touched.
import { getContext, setContext, tick } from "svelte";
import { frameOf } from "./geometry";
import { stepped } from "./keys";
import { labelOf, readingOrder, stageOf } from "./scene";
import { screen } from "./screen.svelte";
import { settings } from "./settings.svelte";
import type { Preview, Scene, Zone } from "./wire";

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
  askWhy(thing: string): void;
}

const EMPTY: Scene = { zones: [] };

export class View {
  looked: string | null = $state(null);
  pending: string | null = $state(null);
  hint: string | null = $state(null);
  flipped: ReadonlySet<string> = $state.raw(new Set()); // two-faced cards that I hold the other way up
  near: string | null = $state(null); // what is held before the eyes
  byKey = false; // the last thing done was done by key
  root: HTMLElement | null = $state.raw(null);

  constructor(readonly source: Source) {}

  readonly scene = $derived.by(() => this.source.scene ?? EMPTY);
  readonly turned = $derived.by(() => new Set(this.scene.zones.filter(shouldTurn).map((zone) => zone.id)));
  readonly options = $derived.by(() => readingOrder(this.scene, this.source.choices, this.turned));
  readonly may = $derived.by(() => new Set(this.options));
  readonly preview = $derived.by((): Preview | null => {
    const thing = this.pending ?? this.looked;
    return this.scene.previews?.find((one) => one.thing === thing) ?? null;
  });
  readonly stage = $derived.by(() => (this.preview ? stageOf(this.scene, this.preview.thing) : undefined));
  /** The one option that Tab reaches; arrows walk from there. */
  readonly roving = $derived.by(() => (this.looked && this.may.has(this.looked) ? this.looked : this.options[0]));

  label(thing: string): string {
    return labelOf(this.scene, thing);
  }

  /** A touch: takes, proposes, or asks why not. */
  touch(thing: string, tapped: boolean): void {
    if (!this.may.has(thing)) {
      this.pending = null;
      this.source.askWhy(thing);
    } else if (this.#mustPropose(thing, tapped)) {
      this.pending = this.looked = thing;
    } else this.take(thing);
  }

  #mustPropose(thing: string, tapped: boolean): boolean {
    if (this.pending === thing) return false;
    if (settings.confirm) return true;
    return tapped && !settings.oneTap && this.#hasPreview(thing);
  }

  #hasPreview(thing: string): boolean {
    return this.scene.previews?.some((one) => one.thing === thing) ?? false;
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
