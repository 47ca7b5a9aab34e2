// A game in the few words of its panel, and the order of the panels.
import type { MyPlace } from "../app/mine";

export function playersOf([fewest, most]: readonly [number, number]): string {
  return fewest === most ? String(fewest) : `${fewest}–${most}`;
}

export function minutesOf(minutes: number | readonly number[] | string): string {
  return typeof minutes === "object" ? minutes.join("–") : String(minutes);
}

/** The game that leads the list stays first; the others as they were played last, then as they are listed. */
export function byLastPlayed<G extends { id: string }>(games: readonly G[], places: readonly MyPlace[]): G[] {
  const [lead, ...rest] = games;
  const last = (game: G): number => Math.max(0, ...places.filter((one) => one.game === game.id).map((one) => one.when));
  return lead ? [lead, ...rest.toSorted((a, b) => last(b) - last(a))] : [];
}

/** A title in its name and what explains it, behind a comma. */
export function namedApart(title: string): [string, string] {
  const [name = "", ...more] = title.split(", ");
  return [name, more.join(", ")];
}
