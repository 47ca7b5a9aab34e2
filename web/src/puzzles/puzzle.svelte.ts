// One puzzle as this page knows it: the picks so far, and what came of the turn.
import { puzzle, puzzleAnswer, puzzleWhy, type Trouble } from "../wire/api";
import { pointedOut, type Pointed } from "../scene/pointed";
import { named, type Seen } from "../scene/scene";
import type { WhyNot } from "../scene/explained";
import type { Source } from "../scene/view.svelte";
import type { PuzzleAnswer, PuzzleScene, Scene } from "../wire/types";

export class PuzzleTable implements Source {
  card: PuzzleScene | null = $state.raw(null);
  seen: Seen | null = $state.raw(null);
  picks: string[] = $state.raw([]);
  answer: PuzzleAnswer | null = $state.raw(null);
  judging = $state(false);
  why: WhyNot | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  sent: string | null = $state(null);
  chosen: string | null = $state(null);
  #first: readonly string[] = $state.raw([]); // what may be touched first: another of these begins the turn anew
  #asked = 0; // answers that come late are not shown

  constructor(
    readonly game: string,
    readonly name: string,
    private readonly over: (answer: PuzzleAnswer) => void,
  ) {
    void this.#show([]);
  }

  get scene(): Scene | null {
    const scene = this.seen?.scene ?? null;
    return scene && this.#pointed.length ? pointedOut(scene, this.#pointed) : scene;
  }
  get seat(): number | null {
    return this.card?.seat ?? null;
  }
  get choices(): readonly string[] {
    return this.card?.done || this.answer ? [] : (this.seen?.decision?.options ?? []);
  }
  get names(): string[] {
    return (this.seen?.scene.plates ?? []).map((plate) => plate.name);
  }
  tell(words: string): string {
    return named(words, this.names);
  }
  /** Over the position before the turn: the best one, and what was tried. */
  get #pointed(): readonly Pointed[] {
    const answer = this.answer;
    if (!answer || this.picks.length) return [];
    const tried: Pointed[] = answer.tried ? [{ picks: answer.tried.picks, tone: "blood" }] : [];
    return answer.right || this.shown ? [...tried, { picks: answer.best.picks, tone: "gold" }] : tried;
  }
  shown = $state(false); // the solution was asked for

  choose(thing: string): void {
    if (this.sent || !this.choices.includes(thing)) return;
    void this.#show([...this.picks, thing], thing);
  }

  chooseThen(thing: string, next: string, why: boolean): void {
    if (this.sent || !this.choices.includes(thing)) return;
    void this.#show([...this.picks, thing], thing).then(() => {
      if (this.choices.includes(next)) this.choose(next);
      else if (why) this.askWhy(next);
    });
  }

  chooseAll(picks: readonly string[]): void {
    if (this.sent || !picks[0] || !this.choices.includes(picks[0])) return;
    void this.#show([...this.picks, ...picks], picks[0]);
  }

  /** Another piece that the turn could begin with begins it anew. */
  get again(): readonly string[] {
    return this.picks.length && !this.answer && !this.card?.done ? this.#first : [];
  }
  chooseAgain(thing: string): void {
    if (!this.sent) void this.#show([thing], thing);
  }

  askWhy(thing: string): void {
    if (this.answer || !this.card) return;
    puzzleWhy(this.game, this.name, this.picks, thing)
      .then((why) => (this.why = why.sentence ? { thing, ...why } : null))
      .catch((error: unknown) => (this.trouble = error as Trouble));
  }

  takeBack(): void {
    if (!this.picks.length || this.answer) return;
    void this.#show(this.picks.slice(0, -1));
  }

  startAnew(): void {
    this.answer = null;
    this.shown = false;
    void this.#show([]);
  }

  async solution(): Promise<void> {
    this.shown = true;
    await this.#show([]);
    if (this.answer) return;
    await this.#judge([]);
  }

  /** The table after these picks; when the turn is over it is judged. */
  async #show(picks: string[], thing: string | null = null): Promise<void> {
    const asked = (this.#asked += 1);
    this.sent = thing;
    this.why = null;
    try {
      const card = await puzzle(this.game, this.name, picks);
      if (asked !== this.#asked || !card.seen.scene) return;
      this.card = card;
      this.seen = { ...card.seen, scene: card.seen.scene };
      this.picks = picks;
      this.chosen = card.done ? null : (picks.at(-1) ?? null);
      if (!picks.length) this.#first = card.seen.decision?.options ?? [];
      this.trouble = null;
    } catch (error) {
      this.trouble = error as Trouble;
    }
    this.sent = null;
    if (this.card?.done && picks.length && !this.answer) await this.#judge(picks);
  }

  async #judge(picks: readonly string[]): Promise<void> {
    this.judging = true;
    try {
      this.answer = await puzzleAnswer(this.game, this.name, picks);
      this.over(this.answer);
      if (!this.answer.right) await this.#show([]); // back to where another turn can be tried
    } catch (error) {
      this.trouble = error as Trouble;
    }
    this.judging = false;
  }
}
