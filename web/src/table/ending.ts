// How a match ended, as a panel tells it: who came where, with what, and how that came about.
import { LEVELS } from "../app/bots";
import type { Plate, TableResult } from "../wire/types";

export interface Standing {
  seat: number;
  place: number;
  plate: Plate | undefined;
  score: number | null;
  gains: readonly Gain[];
}
export interface Gain {
  words: string;
  amount: number;
}

/** Everybody, the winner first; those who share a place in the order of their seats. */
export function standings(result: TableResult, plates: readonly Plate[]): readonly Standing[] {
  return result.places
    .map((place, seat): Standing => {
      const plate = plates.find((one) => one.seat === seat);
      const score = result.scores[seat] ?? plate?.score ?? null;
      return { seat, place, plate, score, gains: gainsOf(plate) };
    })
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** What the score is the sum of. */
const gainsOf = (plate: Plate | undefined): Gain[] =>
  (plate?.gains ?? []).flatMap(({ text, amount }) => (amount ? [{ words: text, amount }] : []));

const FAR = 3; // times as much: nobody enjoys losing by more

/** Whether that seat has lost so clearly that somebody easier would be better company. */
export function isCrushed(result: TableResult, seat: number): boolean {
  if ((result.places[seat] ?? 1) === 1) return false;
  const best = Math.max(0, ...result.scores);
  return best > 1 && (result.scores[seat] ?? 0) * FAR <= best;
}

/** The level below, if there is one. */
export function easier(level: string): string | null {
  const at = (LEVELS as readonly string[]).indexOf(level);
  return at > 0 ? (LEVELS[at - 1] ?? null) : null;
}
