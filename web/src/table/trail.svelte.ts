// My choices of this turn that are mine to take back: whoever touches another of what could have been chosen then
// goes back to there and takes it.
import type { SeenSent } from "../wire/types";

interface Footprint {
  number: number;
  part: number;
  options: readonly string[];
  thing: string;
}
type Asked = Pick<SeenSent, "number" | "decision">;

export class Trail {
  #steps: readonly Footprint[] = $state.raw([]);
  wanted: string | null = null; // what is chosen as soon as it is asked for again

  /** What could have been chosen in them. */
  get options(): readonly string[] {
    return this.#steps.flatMap((step) => step.options);
  }

  took(asked: Asked, part: number, thing: string): void {
    const options = asked.decision?.options ?? [];
    this.#steps = [...this.#steps, { number: asked.number, part, options, thing }];
  }

  /** The table has moved on, or back: what is no longer mine to take back is forgotten. */
  follow(asked: Asked, part: number, undo: "free" | "ask" | "no"): void {
    const before = (step: Footprint): boolean =>
      step.number < asked.number || (step.number === asked.number && step.part < part);
    this.#steps = asked.decision && undo === "free" ? this.#steps.filter(before) : [];
  }

  /** Whoever touches again what they chose lets it go. */
  want(thing: string): void {
    const last = this.#steps.findLast((step) => step.options.includes(thing));
    this.wanted = last && last.thing !== thing ? thing : null;
  }

  /** What was wanted, if it can be had now. */
  reached(options: readonly string[]): string | null {
    const wanted = this.wanted;
    if (wanted === null || !options.includes(wanted)) return null;
    this.wanted = null;
    return wanted;
  }
}
