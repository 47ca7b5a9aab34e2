// A workshop in use: what is offered, the draft, and what the game says of it.
import { judge, Trouble, workshop } from "../wire/api";
import { begun } from "./draft";
import { keep, kept } from "../app/kept";
import type { Catalogue, Draft, Judged } from "../wire/types";

const SOON = 120; // milliseconds of quiet before the game is asked

export class Bench {
  catalogue: Catalogue | null = $state.raw(null);
  draft: Draft = $state.raw({ heads: {}, sections: [] });
  judged: Judged | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  unread: readonly string[] = $state.raw([]); // why a text could not be read
  into = $state(0); // the section that wares are added to
  #asked = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly name: string,
  ) {
    this.load();
  }

  load(): void {
    this.trouble = null;
    workshop(this.game, this.name)
      .then((catalogue) => {
        this.catalogue = catalogue;
        this.put(this.#last() ?? begun(catalogue));
      })
      .catch((error: unknown) => (this.trouble = error as Trouble));
  }

  get #key(): string {
    return `fimbul.draft.${this.game}.${this.name}`;
  }
  /** What was left here the last time. */
  #last(): Draft | null {
    const found = kept(this.#key) as Partial<Draft> | null;
    return found?.heads && Array.isArray(found.sections) ? (found as Draft) : null;
  }

  /** Another draft: it is kept on this device, and judged as soon as there is quiet. */
  put(draft: Draft): void {
    this.#lay(draft);
    this.#soon = setTimeout(() => void this.#judge(), SOON);
  }

  #lay(draft: Draft): void {
    this.draft = draft;
    this.into = Math.max(0, Math.min(this.into, draft.sections.length - 1));
    this.unread = [];
    keep(this.#key, draft);
    clearTimeout(this.#soon);
  }

  async #judge(): Promise<void> {
    const asked = (this.#asked += 1);
    try {
      const judged = await judge(this.game, this.name, { draft: this.draft });
      if (asked === this.#asked) [this.judged, this.trouble] = [judged, null];
    } catch (error) {
      this.trouble = error as Trouble;
    }
  }

  /** The draft of a text, or of a ready one by its name; if it cannot be read, why not. */
  async read(text: string): Promise<void> {
    try {
      const judged = await judge(this.game, this.name, { text });
      this.into = 0;
      this.#asked += 1; // an answer that is still under way is about another draft
      this.#lay(judged.draft);
      this.judged = judged;
    } catch (error) {
      const said = error as Trouble;
      if (said.problems.length) this.unread = said.problems;
      else this.trouble = said;
    }
  }

  leave(): void {
    clearTimeout(this.#soon);
  }
}
