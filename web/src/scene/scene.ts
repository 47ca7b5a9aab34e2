// The scene as plain data: taking a change, finding things, reading order.
import type {
  AnyEvent,
  Mark,
  Preview,
  PreviewChange,
  Scene,
  SceneChange,
  SeenSent,
  Thing,
  Zone,
  ZoneChange,
} from "../wire/types";

/** All that one seat may be told, with its scene whole. */
export type Seen = SeenSent & { scene: Scene };

/** The next scene: unchanged zones stay the same objects, so that only what changed is drawn anew. */
export function applied(scene: Scene, change: SceneChange): Scene {
  const gone = new Set(change.gone_zones ?? []);
  const zones = new Map(scene.zones.filter((zone) => !gone.has(zone.id)).map((zone) => [zone.id, zone]));
  for (const part of change.zones ?? []) zones.set(part.id, changedZone(zones.get(part.id), part));
  const order = change.order?.length ? change.order : [...zones.keys()];
  return {
    zones: order.flatMap((id) => zones.get(id) ?? []),
    plates: change.plates ?? scene.plates ?? [],
    notes: between(scene.notes ?? [], change.notes, change.kept_notes),
    previews: changedPreviews(scene.previews ?? [], change),
    reaches: change.reaches ?? scene.reaches ?? [],
    terms: change.terms ?? scene.terms ?? [],
    usual: change.usual ?? scene.usual ?? [],
  };
}

function changedPreviews(before: readonly Preview[], change: SceneChange): Preview[] {
  const gone = new Set(change.gone_previews ?? []);
  const left = new Map(before.filter((one) => !gone.has(one.thing)).map((one) => [one.thing, one]));
  for (const one of change.previews ?? []) left.set(one.thing, one);
  for (const part of change.changed_previews ?? []) {
    const one = left.get(part.thing);
    if (one) left.set(part.thing, changedPreview(one, part));
  }
  return placed([...left.values()], change.preview_places ?? [], (one) => one.thing);
}

function changedPreview(before: Preview, part: PreviewChange): Preview {
  return {
    ...before,
    marks: between(before.marks ?? [], part.marks, part.kept),
    notes: between(before.notes ?? [], part.notes, part.kept_notes),
  };
}

function changedZone(zone: Zone | undefined, part: ZoneChange): Zone {
  if (part.whole) return part.whole;
  if (!zone) return { id: part.id };
  const gone = new Set(part.gone ?? []);
  const put = new Map((part.put ?? []).map((thing) => [thing.id, thing]));
  const kept = (zone.things ?? []).flatMap((thing) => {
    if (gone.has(thing.id)) return [];
    const newer = put.get(thing.id);
    put.delete(thing.id);
    return [newer ?? thing];
  });
  return {
    ...zone,
    things: placed([...kept, ...put.values()], part.places ?? [], (thing) => thing.id),
    marks: between(zone.marks ?? [], part.marks, part.kept),
  };
}

/** What lies elsewhere in the list is taken out, then laid there, the lowest place first. */
function placed<T>(all: T[], places: readonly (readonly [string, number])[], name: (one: T) => string): T[] {
  if (!places.length) return all;
  const moved = new Map(all.map((one) => [name(one), one]));
  const elsewhere = new Set(places.map(([id]) => id));
  const order = all.filter((one) => !elsewhere.has(name(one)));
  for (const [id, at] of places) {
    const one = moved.get(id);
    if (one) order.splice(at, 0, one);
  }
  return order;
}

/** What is new stands between those of before that are kept. */
function between<T>(before: T[], news: T[] | null | undefined, kept: readonly [number, number] = [0, 0]): T[] {
  return news ? [...before.slice(0, kept[0]), ...news, ...before.slice(before.length - kept[1])] : before;
}

export function thingsOf(scene: Scene): Thing[] {
  return scene.zones.flatMap((zone) => zone.things ?? []);
}

export function zoneOf(scene: Scene, thing: string): Zone | undefined {
  return scene.zones.find((zone) => zone.things?.some((one) => one.id === thing));
}

/** Where a preview is drawn: the zone of its thing if that is a board, else the first board. */
export function stageOf(scene: Scene, thing: string): Zone | undefined {
  const zone = zoneOf(scene, thing);
  return zone?.kind === "board" ? zone : scene.zones.find((one) => one.kind === "board");
}

/** The options as a reader meets them: zone by zone, line by line, left to right. */
export function readingOrder(
  scene: Scene,
  options: readonly string[],
  turned: ReadonlySet<string> = new Set(),
  half: ReadonlySet<string> = new Set(),
): string[] {
  const wanted = new Set(options);
  const ordered = scene.zones.flatMap((zone) => {
    const found = (zone.things ?? []).filter((thing) => wanted.has(thing.id));
    return (zone.kind === "board" ? byLine(found, turned.has(zone.id), half.has(zone.id)) : found).map(
      (thing) => thing.id,
    );
  });
  const shown = new Set(ordered);
  return [...ordered, ...options.filter((option) => !shown.has(option))];
}

function byLine(things: Thing[], turned: boolean, half: boolean): Thing[] {
  const sign = half ? -1 : 1;
  const place = (thing: Thing): [number, number] => {
    const [x, y] = thing.at ?? [0, 0];
    return turned ? [-y * sign, x * sign] : [x * sign, y * sign];
  };
  return [...things].sort((a, b) => place(a)[1] - place(b)[1] || place(a)[0] - place(b)[0]);
}

/** What an option is called in words; a thing that is not on the table is called by its id. */
export function labelOf(scene: Scene, thing: string): string {
  const found = thingsOf(scene).find((one) => one.id === thing);
  if (!found) return thing.slice(thing.indexOf(":") + 1).replaceAll("-", " ");
  return found.badge ? `${found.label}, ${found.badge}` : found.label;
}

/** The words with the players' names in place of their seats. */
export function named(words: string, names: readonly string[]): string {
  return words.replace(/\{(\d+)\}/g, (whole, seat: string) => names[Number(seat)] ?? whole);
}

export type Trace = readonly { origin: string; to: string }[];

/** Where things came from and went to in these events. */
export function traceOf(events: readonly AnyEvent[]): Trace {
  return events.flatMap((event) => (event.type === "Moved" ? [{ origin: event.origin, to: event.to }] : []));
}

/** The last move as marks of a board, for games whose scenes leave it to the page. */
export function traceMarks(zone: Zone, trace: Trace): Mark[] {
  if (zone.marks?.some((mark) => mark.kind === "trace")) return [];
  const place = new Map((zone.things ?? []).map((thing) => [thing.id, thing.at ?? ([0, 0] as [number, number])]));
  return trace.flatMap(({ origin, to }): Mark[] => {
    const [from, here] = [place.get(origin), place.get(to)];
    return from && here ? [{ kind: "trace", points: [from, here], tone: "ice" }] : [];
  });
}

/** Which things rolled in these events, and what they show. */
export function rolls(events: readonly AnyEvent[]): Extract<AnyEvent, { type: "Rolled" }>[] {
  return events.filter((event) => event.type === "Rolled");
}

type Die = Extract<AnyEvent, { type: "Rolled" }>;
export type Throw = Extract<AnyEvent, { type: "Thrown" }>;

/** What dice came to in these events, line by line. */
export function throwLines(events: readonly AnyEvent[]): Throw[] {
  return events.filter((event) => event.type === "Thrown");
}

/** Dice that no line tells of: a line follows the dice it tells of, and those that were rolled again before them. */
export function untold(before: readonly Die[], events: readonly AnyEvent[]): Die[] {
  let left = [...before];
  for (const event of events) {
    if (event.type === "Rolled") left.push(event);
    else if (event.type === "Thrown") left = [];
  }
  return left;
}

/** A roll: all lines under one title that follow each other, and what is said of any of them, once. */
export interface RollTold {
  title: string;
  rule: string;
  terms: string[];
  lines: Throw[];
}

export function rollsTold(lines: readonly Throw[]): RollTold[] {
  const found: RollTold[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const same = last?.title === line.title ? last : null;
    const roll = same ?? { title: line.title, rule: line.rule ?? "", terms: [], lines: [] };
    if (!same) found.push(roll);
    roll.lines.push(line);
    roll.terms.push(...(line.terms ?? []).filter((term) => !roll.terms.includes(term)));
  }
  return found;
}

/** Dice thrown one after the other for the same thing are one throw, with its name. */
export function throwsOf(scene: Scene, dice: readonly Die[]): { who: string; dice: Die[] }[] {
  const labels = new Map(thingsOf(scene).map((thing) => [thing.id, thing.label]));
  const found: { of: string; who: string; dice: Die[] }[] = [];
  for (const die of dice) {
    const last = found.at(-1);
    if (last?.of === `${die.seat} ${die.thing}`) last.dice.push(die);
    else found.push({ of: `${die.seat} ${die.thing}`, who: labels.get(die.thing) ?? "", dice: [die] });
  }
  return found.map(({ who, dice: thrown }) => ({ who, dice: thrown }));
}
