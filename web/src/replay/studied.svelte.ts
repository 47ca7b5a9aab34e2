// Analyses of finished matches: kept while the page is open, whichever of its pages shows them.
import { better, study, type Trouble } from "../wire/api";
import type { Better, Study } from "../wire/types";
import { curvesOf, swingsOf } from "./study";

export class Studied {
  study: Study | null = $state.raw(null);
  busy = $state(false);
  trouble = $state("");
  searching: string | null = $state(null); // the moment for which something better is looked for
  #better: Record<string, Better> = $state.raw({});

  constructor(readonly id: string) {}

  readonly curves = $derived.by(() => (this.study ? curvesOf(this.study) : []));
  readonly swings = $derived.by(() => (this.study ? swingsOf(this.curves, this.study.sides) : []));

  /** Has the match judged, bit by bit; once is enough. */
  async begin(): Promise<void> {
    if (this.busy || (this.study && this.study.judged >= this.study.count)) return;
    this.busy = true;
    this.trouble = "";
    try {
      do this.study = await study(this.id);
      while (this.study.judged < this.study.count);
    } catch (error) {
      this.trouble = (error as Trouble).message;
    }
    this.busy = false;
  }

  betterAt(at: number, seat: number): Better | undefined {
    return this.#better[`${at} ${seat}`];
  }

  /** Looks for what that seat had better done there. */
  async search(at: number, seat: number): Promise<void> {
    const key = `${at} ${seat}`;
    if (this.#better[key] || this.searching === key) return;
    this.searching = key;
    this.trouble = "";
    try {
      const found = await better(this.id, at, seat);
      this.#better = { ...this.#better, [key]: found };
    } catch (error) {
      this.trouble = (error as Trouble).message;
    }
    if (this.searching === key) this.searching = null;
  }
}

const known = new Map<string, Studied>();

export function studied(id: string): Studied {
  const found = known.get(id) ?? new Studied(id);
  known.set(id, found);
  return found;
}
