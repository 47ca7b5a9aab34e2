// Which puzzles are solved on this device, and how many days in a row.
import { keep, kept } from "../app/kept";

const KEY = "fimbul.puzzles";
const DAY = 86_400_000;

export interface Solved {
  solved: Record<string, string>; // "game/name": how it was: "found", or "shown" the solution
  days: string[]; // on which the puzzle of the day was found
}

export function solvedOnes(): Solved {
  const stored = kept(KEY) as Partial<Solved> | null;
  const solved = typeof stored?.solved === "object" && stored.solved ? stored.solved : {};
  return { solved, days: Array.isArray(stored?.days) ? stored.days.filter((day) => typeof day === "string") : [] };
}

/** Notes how a puzzle came out; what was once found stays found. */
export function note(before: Solved, puzzle: string, how: "found" | "shown", day: string | null): Solved {
  const found = how === "found" && before.solved[puzzle] !== "shown";
  const next = {
    solved: { ...before.solved, [puzzle]: before.solved[puzzle] ?? how },
    days: found && day && !before.days.includes(day) ? [...before.days, day] : before.days,
  };
  keep(KEY, next);
  return next;
}

/** Days in a row up to today, or up to yesterday while today's is still open. */
export function streak(days: readonly string[], today: string): number {
  const done = new Set(days);
  let at = Date.parse(today);
  if (!done.has(today)) at -= DAY;
  let count = 0;
  for (; done.has(new Date(at).toISOString().slice(0, 10)); at -= DAY) count += 1;
  return count;
}
