// Things taken up together: whatever can lie at one place is brought there in one gesture.
import { picksOf } from "./facings";
import type { Aimed, WholeReach } from "./reaches";
import type { Goal } from "../wire/types";

export class Along {
  all: readonly WholeReach[] = $state.raw([]); // what was taken up besides the first

  /** Takes this up as well, or puts it back. False if the two are laid together nowhere. */
  take([first]: readonly WholeReach[], [other]: readonly WholeReach[], back = true): boolean {
    if (!first || !other || first.thing === other.thing) return false;
    const without = this.all.filter((one) => one.thing !== other.thing);
    if (without.length < this.all.length) {
      if (back) this.all = without;
      return true;
    }
    const room = first.goals.some((goal) => (goal.along ?? 0) > this.all.length && goalBeside(other, goal));
    if (room) this.all = [...this.all, other];
    return room;
  }

  has(thing: string): boolean {
    return this.all.some((one) => one.thing === thing);
  }

  /** What else would be laid at that goal. */
  at(aimed: Aimed): Aimed[] {
    return besides(aimed, this.all);
  }
}

/** All picks that bring everything there. */
export function picksWith(aimed: Aimed, more: readonly WholeReach[]): string[] {
  return [...picksOf(aimed), ...besides(aimed, more).flatMap(({ goal }) => goal.picks)];
}

function besides({ goal }: Aimed, more: readonly WholeReach[]): Aimed[] {
  const found = more.flatMap((reach): Aimed[] => {
    const beside = goalBeside(reach, goal);
    return beside ? [{ reach, goal: beside }] : [];
  });
  return found.slice(0, goal.along ?? 0);
}

function goalBeside(reach: WholeReach, { at: [x, y] }: Goal): Goal | undefined {
  return reach.goals.find((goal) => goal.along && goal.at[0] === x && goal.at[1] === y);
}
