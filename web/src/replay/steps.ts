// The steps of a replay: where one is among them, and where the next one leads.
import type { ReplayTurn } from "../wire/types";

/** How many steps are over after so many choices. */
export function stepsOver(steps: readonly ReplayTurn[], at: number): number {
  return steps.filter((step) => step.at <= at).length;
}

/** The choices made at the end of the next step, or of the one before. */
export function steppedTo(steps: readonly ReplayTurn[], at: number, by: 1 | -1): number {
  if (by > 0) return steps.find((step) => step.at > at)?.at ?? at;
  return steps.findLast((step) => step.at < at)?.at ?? 0;
}
