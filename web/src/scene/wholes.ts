// Members and wholes: who points at a soldier means the Unit, unless the soldier itself is asked for.
import type { Scene, Thing } from "../wire/types";

export type Wholes = ReadonlyMap<string, string>; // of each member, its whole
type Options = ReadonlySet<string>;

/** Something under the pointer, and how far its middle is from there. */
export interface Found {
  thing: string;
  far: number;
}

export function wholesOf(scene: Scene): Wholes {
  const things = scene.zones.flatMap((zone) => zone.things ?? []);
  return new Map(things.flatMap((thing) => (thing.whole ? [[thing.id, thing.whole] as const] : [])));
}

/** What a touch of this thing means: its whole, unless it may be touched itself. */
export function meant(thing: string, wholes: Wholes, may: Options): string {
  return may.has(thing) ? thing : (wholes.get(thing) ?? thing);
}

/** All that things under the pointer may stand for: each for itself first, then for its whole. */
export function meanings(things: readonly string[], wholes: Wholes): string[] {
  return [...new Set([...things, ...things.flatMap((thing) => wholes.get(thing) ?? [])])];
}

/** The option pointed at: one that lies there itself before a whole that is reached by its member. */
export function aimed(found: readonly Found[], wholes: Wholes, may: Options): string | null {
  const own = nearest(found.filter(({ thing }) => may.has(thing)));
  const member = nearest(found.filter(({ thing }) => may.has(wholes.get(thing) ?? "")));
  return own?.thing ?? (member && wholes.get(member.thing)) ?? null;
}

/** The first of those that are as near as any, but for a pixel. */
export function nearest<T extends { far: number }>(all: readonly T[]): T | undefined {
  return all.find((one) => all.every((other) => one.far <= other.far + 1));
}

/** The members among these things, by their whole. */
export function byWhole(things: readonly Thing[]): Map<string, Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const thing of things) {
    if (thing.whole) found.set(thing.whole, [...(found.get(thing.whole) ?? []), thing]);
  }
  return found;
}
