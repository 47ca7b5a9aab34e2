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
}

const KEY = "fimbul.places";
const MOST = 60;

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

export function forget(table: string): void {
  keep(
    KEY,
    places().filter((place) => place.table !== table),
  );
}
