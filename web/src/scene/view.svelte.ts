// The table under a finger: what is looked at, what is about to be taken, what may be touched.
import { getContext, setContext, tick } from "svelte";
import { frameOf, isSpace } from "./board/geometry";
import { stepped, toward, type Middle, type Way } from "./keys";
import { tells, type WhyNot } from "./explained";
import { labelOf, readingOrder, stageOf, thingsOf } from "./scene";
import { turnedOver } from "./places";
import { screen } from "../ui/screen.svelte";
import { settings } from "../app/settings.svelte";
import { Along, picksWith } from "./along.svelte";
import { saidOf } from "./facings";
import { gripOf, gripsOf, inHand, reachesBy, reachesOf, type Aimed, type WholeReach } from "./reaches";
import { meant, wholesOf } from "./wholes";
import type { Preview, Scene, Thing, Zone } from "../wire/types";

/** Whoever shows a scene: a live table, or a replay where nothing may be touched. */
export interface Source {
  readonly game: string;
  readonly scene: Scene | null;
  readonly choices: readonly string[];
  readonly seat: number | null;
  readonly home?: number | null; // whose plate is near, where nobody's seat looks
  readonly sent: string | null;
  readonly chosen: string | null;
  readonly again?: readonly string[]; // what I could have chosen before, and still may
  readonly held?: boolean; // something is still being shown
  why?: WhyNot | null; // why something cannot be taken, if somebody has just tried
  tell(words: string): string;
  choose(thing: string): void;
  chooseAgain?(thing: string): void;
  skip?(): void;
  chooseThen(thing: string, next: string, why: boolean): void;
  chooseAll(picks: readonly string[]): void;
  askWhy(thing: string): void;
}

const EMPTY: Scene = { zones: [] };

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
  pointed: ReadonlySet<string> = $state.raw(new Set()); // what a lesson points at
  flipped: ReadonlySet<string> = $state.raw(new Set()); // two-faced cards that I hold the other way up
  swung: ReadonlySet<string> = $state.raw(new Set()); // boards that I look at from the other side
  near: string | null = $state(null); // what is held before the eyes
  explained: string | null = $state(null); // what was touched though it cannot be chosen: it says what it is
  glanced: string | null = $state(null); // the same, while the mouse rests on it
  dragged: Dragged | null = $state.raw(null);
  aimed: Aimed | null = $state.raw(null); // the place that something would be brought to
  readonly along = new Along(); // what was taken up together with what is dragged or in hand
  proposed = $state(false); // a finger has shown that place: the next touch of it brings it there
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
  /** What else answers a touch: my choice is taken back and this one made. A space is no such thing: it would rather
   * be asked why it cannot be touched now. */
  readonly again = $derived.by(
    () =>
      new Set(
        (this.source.again ?? []).filter((thing) => {
          const found = this.things.get(thing);
          return found !== undefined && !isSpace(found) && !this.may.has(thing);
        }),
      ),
  );
  readonly things = $derived.by(() => new Map(thingsOf(this.scene).map((thing) => [thing.id, thing])));
  /** The cards of those whom somebody leads, by what they stand for. */
  readonly cards = $derived.by(
    () =>
      new Map(
        this.scene.zones
          .filter((zone) => zone.role === "roster")
          .flatMap((zone) =>
            (zone.things ?? []).map((card) => [card.whole ?? card.id, { card, seat: zone.seat }] as const),
          ),
      ),
  );
  readonly terms = $derived.by(() => new Map((this.scene.terms ?? []).map((term) => [term.name, term])));
  readonly wholes = $derived.by(() => wholesOf(this.scene));
  readonly preview = $derived.by((): Preview | null => {
    const thing = this.pending ?? this.looked ?? this.dragged?.thing.id;
    return this.scene.previews?.find((one) => one.thing === thing) ?? null;
  });
  /** What previews come to, in a few words: a card can carry them. */
  readonly outcomes = $derived.by(
    () =>
      new Map(
        (this.scene.previews ?? []).flatMap(({ thing, outcome }): [string, string][] =>
          outcome ? [[thing, outcome]] : [],
        ),
      ),
  );
  readonly stage = $derived.by(() => (this.preview ? stageOf(this.scene, this.preview.thing) : undefined));
  readonly stageOfReaches = $derived.by(() => {
    const [first] = this.reaches;
    return first && stageOf(this.scene, first.thing);
  });
  /** The one option that Tab reaches; arrows walk from there. */
  readonly roving = $derived.by(() =>
    this.looked && (this.may.has(this.looked) || this.again.has(this.looked)) ? this.looked : this.options[0],
  );

  /** What is in hand already, and waits for its place. */
  readonly inHand = $derived.by(() => (this.may.size ? inHand(this.scene, this.may) : []));
  /** Whose goals are shown: what is dragged, what is looked at, else what is in hand. */
  readonly reaches = $derived.by((): WholeReach[] => {
    if (!this.may.size) return [];
    const by = (thing: string | null): WholeReach[] => reachesBy(this.scene, thing, this.wholes);
    if (this.dragged) return by(this.dragged.thing.id);
    const looked = by(this.pending ?? this.looked);
    return looked.length ? looked : this.inHand;
  });

  /** The place that is shown: the one pointed at, or where one would begin with what is looked at. */
  readonly goalShown = $derived.by((): Aimed | null => {
    const [reach] = this.reaches;
    const [goal] = reach?.goals ?? [];
    const looked = reach && (this.pending ?? this.looked) === reach.thing && !this.dragged;
    return this.aimed ?? (looked && goal && reach.ghosts?.length ? { reach, goal } : null);
  });

  readonly grips = $derived.by(() => gripsOf(this.scene, this.wholes, this.may));

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
    return this.may.has(whole.id) || this.isLooked(whole.id) || this.isSelected(whole) || this.isHinted(whole.id);
  }

  /** Whether a bot or a lesson points at it. */
  isHinted(thing: string): boolean {
    return this.hint === thing || this.pointed.has(thing);
  }

  /** A touch: takes, proposes, or asks why not. */
  touch(touched: string, tapped: boolean): void {
    if (this.source.held) return this.source.skip?.(); // nobody can choose what was not shown yet
    const whole = meant(touched, this.wholes, this.may);
    const thing = this.may.has(whole) ? whole : (gripOf(this.scene, touched, this.wholes, this.may) ?? whole);
    const told = this.cards.get(thing);
    this.aimed = this.glanced = null;
    if (this.explained !== thing) this.explained = null;
    const goal = this.#goalOf(thing);
    if (goal) return this.bring(goal);
    if (this.takeAlong(this.pending, thing)) return;
    if (!this.may.has(thing) && reachesOf(this.scene).some((reach) => reach.thing === thing && reach.ghosts?.length)) {
      this.pending = this.looked = thing; // taken in hand: what is touched next gets it
    } else if (!this.may.has(thing) && this.again.has(meant(touched, this.wholes, this.again))) {
      this.#repick(meant(touched, this.wholes, this.again));
    } else if (!this.may.has(thing) && told && told.seat !== this.source.seat) {
      this.pending = null;
      this.near = told.card.id; // who touches another's wants to know it
    } else if (!this.may.has(thing)) this.#inspect(thing, tapped);
    else if (this.#mustPropose(thing, tapped)) {
      this.pending = this.looked = thing;
    } else this.take(thing);
  }

  /** It says what it is; why it cannot be taken comes after that, and if somebody tries to take it. */
  #inspect(thing: string, tapped: boolean): void {
    const tried = this.explained === thing || this.#handIsFull();
    this.pending = null;
    if (tapped) this.looked = thing; // a finger cannot hover: what it shows is shown with its words
    this.explained = tells(this.cardOf(thing)) ? thing : null;
    if (tried || this.explained === null) this.source.askWhy(thing);
  }

  /** Whether a piece was picked up, so that a touch is meant for where it goes. */
  #handIsFull(): boolean {
    const chosen = this.things.get(this.source.chosen ?? "");
    const board = chosen && stageOf(this.scene, chosen.id)?.kind === "board";
    return Boolean(this.may.size && ((board && !isSpace(chosen)) || this.inHand.length));
  }

  /** The words of a thing: those of its card, if it has one. */
  cardOf(thing: string): Thing | undefined {
    return this.cards.get(thing)?.card ?? this.things.get(thing);
  }

  /** The goal at a thing that is touched, if it is one of what was taken in hand. */
  #goalOf(thing: string): Aimed | null {
    if (this.pending === null || this.may.has(this.pending)) return null;
    const found = reachesBy(this.scene, this.pending, this.wholes);
    const all = found.flatMap((reach) => reach.goals.map((goal): Aimed => ({ reach, goal })));
    return all.find(({ goal }) => goal.picks.includes(thing)) ?? null;
  }

  /** With what is in hand or under way: another that may be laid beside it, or is put back. */
  takeAlong(first: string | null, other: string, back = true): boolean {
    if (first === null || this.may.has(first) || this.may.has(other)) return false;
    const by = (thing: string): WholeReach[] => reachesBy(this.scene, thing, this.wholes);
    return this.along.take(by(first), by(other), back);
  }

  /** A touch of a place: the thing in hand is brought there, or shown there first. */
  touchGoal(aimed: Aimed, tapped: boolean): void {
    const shown = this.proposed && this.aimed?.goal === aimed.goal;
    if (!shown && (settings.confirm || (tapped && !settings.oneTap))) {
      this.aimed = aimed;
      this.proposed = true;
    } else this.bring(aimed);
  }

  /** All the picks that bring a thing to its goal, turned as it is held. */
  bring(aimed: Aimed, more: readonly WholeReach[] = this.along.all): void {
    this.forget();
    this.source.chooseAll(picksWith(aimed, more));
  }

  /** What was proposed, a thing or a place, is meant. */
  confirm(): void {
    if (this.pending) this.take(this.pending);
    else if (this.aimed) this.bring(this.aimed);
  }

  labelOfGoal(aimed: Aimed): string {
    const more = this.along.at(aimed).map(({ reach }) => this.label(reach.thing));
    return [this.label(aimed.reach.thing), saidOf(aimed), ...more].filter(Boolean).join(", ");
  }

  /** A note goes with the next touch, unless that is for the note, or for what it speaks of. */
  putAway(touched: EventTarget | null): void {
    const within = (place: string): boolean => touched instanceof Element && touched.closest(place) !== null;
    if (within(".note, dialog")) return;
    if (this.source.why) this.source.why = null;
    if (!within("[data-thing]")) this.explained = null;
  }

  /** False if none was open. */
  closeNote(): boolean {
    if (!this.source.why && this.explained === null) return false;
    this.source.why = this.explained = this.glanced = null;
    return true;
  }

  /** Nothing is looked at, explained, proposed or pointed at any more. */
  forget(): void {
    this.pending = this.looked = this.aimed = this.explained = this.glanced = null;
    this.proposed = false;
    this.along.all = [];
  }

  #repick(thing: string): void {
    if (settings.confirm && this.pending !== thing) this.pending = this.looked = thing;
    else this.take(thing);
  }

  #mustPropose(thing: string, tapped: boolean): boolean {
    if (this.pending === thing) return false;
    if (settings.confirm || this.question(thing)) return true;
    return tapped && !settings.oneTap && (this.shows(thing) || this.explains(thing));
  }

  /** What is asked before it is taken, if anything is. */
  question(thing: string): string {
    return this.things.get(thing)?.confirm ?? "";
  }

  /** Whether it is a choice that says what it does. */
  explains(thing: string): boolean {
    const choices = this.scene.zones.filter((zone) => zone.role === "choices");
    return choices.some((zone) => zone.things?.some((one) => one.id === thing && one.tip));
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
    if (!this.things.get(down)?.other) return;
    this.flipped = turnedOver(thingsOf(this.scene), this.flipped, down);
    this.looked = this.pending = null;
  }

  /** Looks at a board from its other side. */
  swing(zone: string): void {
    const swung = new Set(this.swung);
    if (!swung.delete(zone)) swung.add(zone);
    this.swung = swung;
  }

  take(thing: string): void {
    this.forget();
    if (this.again.has(thing)) this.source.chooseAgain?.(thing);
    else this.source.choose(thing);
  }

  /** One back: from proposing, from looking. False if there was nothing to leave. */
  back(): boolean {
    const left = [this.pending, this.looked, this.aimed, this.explained].some((one) => one !== null);
    this.forget();
    return left;
  }

  /** To the nearest option that way; where none lies there, to the next in reading order. */
  walk(way: Way): void {
    const linear = stepped(this.options, this.looked, way === "right" || way === "down" ? 1 : -1);
    const here = this.looked === null ? null : this.#middle(this.looked);
    const next = (here && toward(here, this.#middles(), way)) ?? linear;
    if (next === null) return;
    this.pending = null;
    this.looked = next;
    this.focus(next);
  }

  #middle(thing: string): Middle | null {
    const found = this.elementOf(thing);
    const box = (found?.querySelector(".reach, .ground") ?? found)?.getBoundingClientRect();
    return box?.width ? [box.left + box.width / 2, box.top + box.height / 2] : null;
  }

  #middles(): Map<string, Middle> {
    const found = new Map<string, Middle>();
    for (const thing of [...this.options, ...this.again]) {
      const at = thing === this.looked ? null : this.#middle(thing);
      if (at) found.set(thing, at);
    }
    return found;
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
