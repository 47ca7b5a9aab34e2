// Place before facing: what is about to be put down somewhere is turned there, by wheel, by key or by a button.
import type { Facing } from "../wire/types";
import type { Aimed } from "./reaches";

/** Whether there is a choice: what turned on its way does not turn again. */
export function canTurn({ reach, goal }: Aimed): boolean {
  return (reach.facings?.length ?? 0) > 1 && (goal.turn ?? 0) === (reach.turn ?? 0);
}

/** So many facings on, clockwise; round and round if it is asked for by a button that knows one direction. */
export function turnedBy(aimed: Aimed, steps: number, round = false): Aimed {
  const all = [...(aimed.reach.facings ?? [])].sort((one, other) => (one.turn ?? 0) - (other.turn ?? 0));
  const now = all.findIndex((one) => (one.turn ?? 0) === degreesOf(aimed));
  const next = round ? (now + steps + all.length) % all.length : Math.min(Math.max(now + steps, 0), all.length - 1);
  const facing = all[next];
  return facing && canTurn(aimed) ? { ...aimed, facing } : aimed;
}

/** All picks that bring it there, and turn it so. */
export function picksOf(aimed: Aimed): readonly string[] {
  const { reach, goal, facing } = aimed;
  const straight = reach.facings?.[0]?.pick ?? "";
  if (!facing || !canTurn(aimed)) return goal.picks;
  if (straight) return goal.picks.map((pick) => (pick === straight ? (facing.pick ?? "") : pick));
  return facing.pick ? [...goal.picks, facing.pick] : goal.picks;
}

/** How it would stand there, in degrees. */
export function turnAt(aimed: Aimed): number {
  return (aimed.goal.turn ?? 0) + degreesOf(aimed);
}

/** What is said of it: how far it goes, and how far it turns. */
export function saidOf(aimed: Aimed): string {
  const turn = degreesOf(aimed);
  const turned = turn ? `${turn < 0 ? "\u21ba" : "\u21bb"} ${Math.abs(turn)}\u00b0` : "";
  return [aimed.goal.text, turned].filter(Boolean).join(", ");
}

/** Another place of the same thing: it keeps its facing. */
export function facedLike(before: Aimed | null, found: Aimed | null): Aimed | null {
  const facing: Facing | undefined = before?.reach === found?.reach ? before?.facing : undefined;
  return found && facing ? { ...found, facing } : found;
}

function degreesOf(aimed: Aimed): number {
  return (canTurn(aimed) && aimed.facing?.turn) || 0;
}
