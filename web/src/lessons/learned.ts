// Which games were taught on this device, and how far.
import { keep, kept } from "../app/kept";

const KEY = "fimbul.lessons";

export interface Learned {
  task: number; // where to go on
  over: boolean; // seen to its end, or declined: it is not offered again
}

export function learnedOf(game: string): Learned | null {
  return all()[game] ?? null;
}

/** Notes how far somebody came; what was once over stays over. */
export function note(game: string, task: number, over: boolean): void {
  const before = all();
  keep(KEY, { ...before, [game]: { task, over: over || (before[game]?.over ?? false) } });
}

function all(): Record<string, Learned> {
  const stored = kept(KEY);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter((one): one is [string, Learned] => isLearned(one[1])));
}

function isLearned(one: unknown): one is Learned {
  const { task, over } = (one ?? {}) as Partial<Learned>;
  return Number.isInteger(task) && typeof over === "boolean";
}
