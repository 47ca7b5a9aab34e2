// A lesson as this page knows it: the task, what was touched in it, and the table as it lies there.
import { lesson, lessonScene, lessonWhy, type Trouble } from "../wire/api";
import { say } from "../app/words";
import { labelOf, named, type Seen } from "../scene/scene";
import type { WhyNot } from "../scene/explained";
import type { Source } from "../scene/view.svelte";
import type { LessonCard, LessonTask, Scene } from "../wire/types";

export class LessonTable implements Source {
  card: LessonCard | null = $state.raw(null);
  seen: Seen | null = $state.raw(null);
  task = $state(0);
  picks = $state(0); // of this task, made already
  over = $state(false); // all tasks are done
  why: WhyNot | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  sent: string | null = $state(null);
  chosen: string | null = $state(null);
  #asked = 0; // answers that come late are not shown

  constructor(
    readonly game: string,
    from: number,
    private readonly moved: (task: number, over: boolean) => void,
  ) {
    void this.#open(from);
  }

  get scene(): Scene | null {
    return this.seen?.scene ?? null;
  }
  get seat(): number | null {
    return this.card?.seat ?? null;
  }
  get tasks(): readonly LessonTask[] {
    return this.card?.tasks ?? [];
  }
  get now(): LessonTask | undefined {
    return this.tasks[this.task];
  }
  /** What is to be touched next; nothing, and one can go on. */
  get wanted(): string | undefined {
    return this.now?.touch[this.picks];
  }
  /** What is pointed out on the table. */
  get shown(): readonly string[] {
    return this.wanted === undefined ? (this.now?.look ?? []) : [this.wanted];
  }
  get choices(): readonly string[] {
    return this.wanted === undefined ? [] : (this.seen?.decision?.options ?? []);
  }
  get names(): string[] {
    return (this.seen?.scene.plates ?? []).map((plate) => plate.name);
  }
  tell(words: string): string {
    return named(words, this.names);
  }

  choose(thing: string): void {
    this.chooseAll([thing]);
  }
  chooseThen(thing: string, next: string): void {
    this.chooseAll([thing, next]);
  }
  /** As many of these as the task asks for. */
  chooseAll(picks: readonly string[]): void {
    if (this.sent || !this.now) return;
    const wanted = this.now.touch.slice(this.picks);
    const strange = picks.findIndex((pick, n) => pick !== wanted[n]);
    const right = strange < 0 ? picks.length : strange;
    if (right) void this.#show(this.task, this.picks + right, picks[0] ?? null);
    else if (this.wanted !== undefined) this.#other(picks[0] ?? "");
  }
  askWhy(thing: string): void {
    if (this.wanted === undefined) return;
    lessonWhy(this.game, this.task, this.picks, thing)
      .then((why) => (this.why = why.sentence ? { thing, ...why } : null))
      .catch((error: unknown) => (this.trouble = error as Trouble));
  }

  /** On to the next task, once all is touched. */
  next(): void {
    if (this.wanted !== undefined || this.sent) return;
    if (this.task + 1 < this.tasks.length) return void this.#show(this.task + 1, 0);
    this.over = true;
    this.moved(0, true);
  }
  /** To the beginning of this task, or of the one before. */
  back(): void {
    if (this.over) this.over = false;
    else if (this.picks) void this.#show(this.task, 0);
    else if (this.task) void this.#show(this.task - 1, 0);
  }
  restart(): void {
    this.over = false;
    void this.#show(0, 0);
  }

  #other(thing: string): void {
    const label = this.scene ? labelOf(this.scene, this.wanted ?? "") : "";
    this.why = { thing, rule: "", sentence: say("lesson.other", { thing: label }) };
  }

  async #open(from: number): Promise<void> {
    try {
      this.card = await lesson(this.game);
      await this.#show(from < this.tasks.length ? from : 0, 0);
    } catch (error) {
      this.trouble = error as Trouble;
    }
  }

  async #show(task: number, picks: number, thing: string | null = null): Promise<void> {
    const asked = (this.#asked += 1);
    this.sent = thing;
    this.why = null;
    try {
      const { seen } = await lessonScene(this.game, task, picks);
      if (asked !== this.#asked || !seen.scene) return;
      this.seen = { ...seen, scene: seen.scene };
      this.task = task;
      this.picks = picks;
      this.chosen = this.wanted !== undefined && picks ? (this.now?.touch[picks - 1] ?? null) : null;
      this.trouble = null;
      this.moved(task, false);
    } catch (error) {
      this.trouble = error as Trouble;
    }
    this.sent = null;
  }
}
