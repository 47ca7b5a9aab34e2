// Which zone lies where: the scene says what there is, this says in which part of the page.
import { isSpace } from "./board/geometry";
import type { Scene, Thing, Zone } from "../wire/types";

export interface Places {
  main: Zone | null; // the large board
  minors: Zone[]; // further boards, each of a seat
  asides: Zone[]; // further boards of nobody: small, beside the large one
  hand: Zone[]; // what I hold, and rows of mine that I am choosing from
  roster: Zone | null; // whom I lead
  common: Zone[]; // rows of the whole table
  piles: Zone[]; // stacks of the whole table
  tracks: Zone[];
  owned: Map<number, Zone[]>; // what lies before a seat
  buttons: Thing[];
  seats: Map<number, Thing>; // players who can be touched, by seat: their plates are
}

/** How a table is laid out: lines of cards, a board of spaces, a field, or a board and one for each seat. */
export type Shape = "cards" | "board" | "field" | "halls";

export function shapeOf(places: Places): Shape {
  if (!places.main) return "cards";
  if (places.minors.length) return "halls";
  return (places.main.things ?? []).some(isSpace) ? "board" : "field";
}

export function arranged(scene: Scene, seat: number | null, options: ReadonlySet<string> = new Set()): Places {
  const places: Places = {
    main: null,
    minors: [],
    asides: [],
    hand: [],
    roster: null,
    common: [],
    piles: [],
    tracks: [],
    owned: new Map(),
    buttons: [],
    seats: new Map(),
  };
  for (const zone of scene.zones) put(places, zone, seat, options);
  return places;
}

function put(places: Places, zone: Zone, seat: number | null, options: ReadonlySet<string>): void {
  const kind = zone.kind ?? "row";
  const owner = zone.seat ?? null;
  if (zone.things?.length && zone.things.every((thing) => thing.kind === "seat")) {
    for (const thing of zone.things) places.seats.set(thing.seat ?? 0, thing);
  } else if (kind === "board") {
    if (!places.main) places.main = zone;
    else if (owner === null) places.asides.push(zone);
    else places.minors.push(zone);
  } else if (kind === "buttons") places.buttons.push(...(zone.things ?? []));
  else if (kind === "track") places.tracks.push(zone);
  else if (zone.role === "roster") places.roster = owner === seat ? zone : places.roster;
  else if (kind === "row" && owner !== null && owner === seat && isHeld(zone, options)) places.hand.push(zone);
  else if (owner !== null) places.owned.set(owner, [...(places.owned.get(owner) ?? []), zone]);
  else if (kind === "stack") places.piles.push(zone);
  else places.common.push(zone);
}

/** What I hold, what I choose from just now, or cards of mine among which I choose. */
function isHeld(zone: Zone, options: ReadonlySet<string>): boolean {
  return (
    zone.role === "hand" ||
    zone.role === "choices" ||
    (zone.things ?? []).some((thing) => isCard(thing) && options.has(thing.id))
  );
}

/** Cards with two faces lie as one: the first of both is up unless it was turned. */
export function cardsOf(things: readonly Thing[], turned: ReadonlySet<string>): { up: Thing; down: Thing | null }[] {
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const done = new Set<string>();
  return things.flatMap((thing) => {
    const other = thing.other ? (byId.get(thing.other) ?? null) : null;
    if (done.has(thing.id)) return [];
    if (other) done.add(other.id);
    return other && turned.has(thing.id) ? [{ up: other, down: thing }] : [{ up: thing, down: other }];
  });
}

/** The same cards with the face up that was down. A card that comes back may lie the other way round than it did
 * when it was turned, and one that is gone is held no more: both are forgotten. */
export function turnedOver(things: readonly Thing[], turned: ReadonlySet<string>, down: string): ReadonlySet<string> {
  const pair = things.filter((thing) => thing.id === down || thing.other === down);
  const held = new Set(things.filter((thing) => thing.other && !pair.includes(thing)).map((thing) => thing.id));
  const after = new Set([...turned].filter((id) => held.has(id)));
  const [first] = pair;
  if (first && first.id !== down) after.add(first.id);
  return after;
}

/** Where things lie that come and go: each stays where it is, a gap stays until something fills it or all are gone. */
export function kept(before: readonly (string | null)[], now: readonly string[]): (string | null)[] {
  const there = new Set(now);
  const places = before.map((one) => (one !== null && there.has(one) ? one : null));
  const old = new Set(places);
  for (const one of now.filter((id) => !old.has(id))) {
    const gap = places.indexOf(null);
    if (gap < 0) places.push(one);
    else places[gap] = one;
  }
  return now.length ? places : [];
}

/** Options that lie nowhere on the table: they are offered as buttons, so that nothing is out of reach. */
export function homeless(scene: Scene, options: readonly string[]): Thing[] {
  const shown = new Set(scene.zones.flatMap((zone) => (zone.things ?? []).map((thing) => thing.id)));
  return options
    .filter((option) => !shown.has(option))
    .map((id) => ({ id, art: "button", label: id.slice(id.indexOf(":") + 1).replaceAll("-", " "), kind: "button" }));
}

/** Anything else outside a board is a token. */
export const isCard = (thing: Thing): boolean => thing.kind === "card";

/** A die on the table shows its own face; whatever else is rolled for needs dice beside it. */
export const isDie = (thing: Thing): boolean => thing.kind === "die";

/** Of a stack of cards only the uppermost is seen, with how many there are. */
export function uppermost(zone: Zone): { things: Thing[]; count: number } {
  const things = zone.things ?? [];
  if (zone.kind !== "stack" || things.length < 2 || !things.every(isCard)) return { things, count: 0 };
  return { things: things.slice(-1), count: things.length };
}
