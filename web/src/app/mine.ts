// My seats: the tokens that prove them stay on this device and never enter an address.
import { keep, kept } from "./kept";

export interface MyPlace {
  table: string;
  game: string;
  title: string;
  seat: number | null;
  token: string;
  invite: string;
  watch: string;
  when: number;
  away?: boolean; // put away: kept, but not listed among the others
}

const KEY = "fimbul.places";
const MOST = 200; // as many as the server answers about at once

export function places(): MyPlace[] {
  const stored = kept(KEY);
  return Array.isArray(stored) ? stored.filter(isPlace) : [];
}

function isPlace(value: unknown): value is MyPlace {
  const place = value as Partial<MyPlace> | null;
  return typeof place?.table === "string" && typeof place.token === "string" && typeof place.watch === "string";
}

export function placeAt(table: string): MyPlace | undefined {
  return places().find((place) => place.table === table);
}

export function remember(place: MyPlace): void {
  keep(KEY, [place, ...places().filter((one) => one.table !== place.table)].slice(0, MOST));
}

/** My seats on other devices: they belong to my account, and need no token here. */
export function rememberOwned(found: readonly MyPlace[]): void {
  const known = new Set(places().map((place) => place.table));
  const fresh = found.filter((place) => !known.has(place.table));
  if (fresh.length) keep(KEY, [...places(), ...fresh].slice(0, MOST));
}

/** Signed out: what the account opens is gone from this device, and so are the words of its seats; whoever sits here
 * next is somebody else. */
export function forgetOwned(owned: readonly string[]): void {
  keep(
    KEY,
    places().filter((place) => place.token && !owned.includes(place.table)),
  );
}

export function putAway(table: string, away: boolean): void {
  keep(
    KEY,
    places().map((place) => (place.table === table ? { ...place, away } : place)),
  );
}

const LEFT = "fimbul.left";
const MOST_LEFT = 20;

/** I have left that seat; its token brings me back to it, and nobody else. */
export function noteLeft(table: string, token: string): void {
  keep(LEFT, [[table, token], ...lefts().filter(([one]) => one !== table)].slice(0, MOST_LEFT));
}

export function leftKey(table: string): string {
  return lefts().find(([one]) => one === table)?.[1] ?? "";
}

function lefts(): [string, string][] {
  const stored = kept(LEFT);
  return Array.isArray(stored) ? stored.filter((one): one is [string, string] => Array.isArray(one)) : [];
}

export function forget(table: string): void {
  keep(
    KEY,
    places().filter((place) => place.table !== table),
  );
}
