// A finished match under a slider, turn by turn: scenes are fetched when they are looked at, and kept.
import { RIVAL } from "../app/bots";
import { Beats } from "../scene/beside/beats.svelte";
import { games, playFrom, replay, replayScene, Trouble } from "../wire/api";
import { myName } from "../app/go";
import { pointedOut, type Pointed } from "../scene/pointed";
import { named, type Seen } from "../scene/scene";
import { moves } from "../app/settings.svelte";
import { namesOf } from "../app/tablecard";
import type { Source } from "../scene/view.svelte";
import { steppedTo, stepsOver } from "./steps";
import type { LogLine, TakenSeat, Replay, ReplayScene, ReplayTurn, Scene, SeatWish } from "../wire/types";

const KEPT = 400;
const PACE = 900;

export class ReplayTable implements Source {
  card: Replay | null = $state.raw(null);
  seen: Seen | null = $state.raw(null);
  log: LogLine[] = $state.raw([]); // up to here
  story: LogLine[] = $state.raw([]); // all of it
  single = $state(false); // whether each pick is a step of its own
  pointed: readonly Pointed[] = $state.raw([]); // turns that are pointed out on the table
  trouble: Trouble | null = $state.raw(null);
  at = $state(0);
  view = $state("open"); // a seat's number, "open" or "none"
  running = $state(false);
  readonly choices: readonly string[] = [];
  readonly sent = null;
  readonly chosen = null;
  readonly beats = new Beats();
  #scenes = new Map<string, Promise<ReplayScene>>();
  #bots: ReadonlySet<string> = $state.raw(new Set()); // how bots call themselves in records
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    at: number | null,
    readonly home: number | null = null,
  ) {
    Promise.all([replay(id), games()])
      .then(([card, found]) => {
        this.#bots = new Set(found.find((game) => game.id === card.game)?.bots.map((bot) => bot.name));
        this.card = card;
        this.to(at ?? card.choices);
        this.#tellAll();
      })
      .catch((error: unknown) => (this.trouble = error as Trouble));
  }

  get game(): string {
    return this.card?.game ?? "";
  }
  get scene(): Scene | null {
    const scene = this.beats.scene ?? this.seen?.scene ?? null;
    return scene && this.pointed.length ? pointedOut(scene, this.pointed) : scene;
  }
  get seat(): number | null {
    return /^\d+$/.test(this.view) ? Number(this.view) : null;
  }
  get count(): number {
    return this.card?.choices ?? 0;
  }
  get steps(): readonly ReplayTurn[] {
    return this.card?.turns ?? [];
  }
  /** How many steps are over here. */
  get step(): number {
    return stepsOver(this.steps, this.at);
  }
  /** The turn that this table is the end of, or in the middle of; 0 at the beginning. */
  get turn(): number {
    const over = this.step;
    const within = this.at > (this.steps[over - 1]?.at ?? 0);
    return this.steps[within ? over : over - 1]?.turn ?? 0;
  }
  /** Rows that are answered here, as the lines of the log count them. */
  get rows(): number {
    return this.at ? (this.seen?.number ?? 1) - 1 : 0;
  }
  /** Who sat where; of a record that does not say it, what the game calls its seats. */
  get called(): readonly string[] {
    const plates = this.seen?.scene.plates ?? [];
    return (this.card?.names ?? []).map((name, seat) => name || (plates.find((one) => one.seat === seat)?.name ?? ""));
  }
  get names(): readonly string[] {
    return namesOf(
      this.called.map((name, seat) => ({ seat, name, kind: this.#bots.has(name) ? "bot" : "person", connected: true })),
    );
  }
  tell(words: string): string {
    return named(words, this.names);
  }
  choose(): void {}
  chooseThen(): void {}
  chooseAll(): void {}
  askWhy(): void {}

  look(view: string): void {
    this.view = view;
    this.to(this.at);
    this.#tellAll();
  }

  /** The whole story, as this viewer is told it. */
  #tellAll(): void {
    const view = this.view;
    this.#fetch(this.count, view)
      .then((found) => {
        if (this.view === view) this.story = found.log;
      })
      .catch(() => {}); // what is on the table says what went wrong
  }

  /** So many turns on or back; single picks if that is wished. */
  go(by: 1 | -1, single = this.single): void {
    this.to(single ? this.at + by : steppedTo(this.steps, this.at, by));
  }

  /** To the step in which that line of the log was written. */
  toRow(row: number): void {
    this.to(this.steps.find((step) => step.rows >= row)?.at ?? this.count);
  }

  toStep(step: number): void {
    this.to(step <= 0 ? 0 : (this.steps[step - 1]?.at ?? this.count));
  }

  /** To the table after so many choices. One step on, what happened plays beat by beat. */
  to(at: number): void {
    const next = at === this.at + 1 || at === steppedTo(this.steps, this.at, 1);
    const plays = next && at > this.at && moves();
    this.pointed = [];
    this.at = Math.max(0, Math.min(this.count, at));
    if (this.at === this.count) this.stop();
    const [wanted, view] = [this.at, this.view];
    this.#found(wanted, view)
      .then(([found, before]) => {
        if (this.at === wanted && this.view === view) this.#show(found, before, plays);
      })
      .catch((error: unknown) => (this.trouble = error as Trouble));
    const ahead = this.single ? this.at + 1 : steppedTo(this.steps, this.at, 1);
    if (this.at < this.count) this.#fetch(ahead, view).catch(() => {});
  }

  /** That moment, and the scene from which its beats begin, if it has any. */
  async #found(at: number, view: string): Promise<[ReplayScene, Scene | null]> {
    const found = await this.#fetch(at, view);
    return [found, found.beats.length ? ((await this.#fetch(at - 1, view)).seen.scene ?? null) : null];
  }

  #show(found: ReplayScene, before: Scene | null, plays: boolean): void {
    const { scene, events } = found.seen;
    if (!scene) return;
    this.seen = { ...found.seen, scene };
    this.beats.clear();
    const words = events.flatMap((event) => event.words || []);
    this.beats.add(before, found.beats, { scene, words, events }, plays ? "calm" : "at once");
    this.log = found.log;
    this.trouble = null;
  }

  #fetch(at: number, view: string): Promise<ReplayScene> {
    const key = `${at} ${view}`;
    let scene = this.#scenes.get(key);
    if (!scene) {
      if (this.#scenes.size > KEPT) this.#scenes.clear();
      scene = replayScene(this.id, at, view, this.home);
      this.#scenes.set(key, scene);
      scene.catch(() => this.#scenes.delete(key));
    }
    return scene;
  }

  toggle(): void {
    if (this.running) return this.stop();
    if (this.at === this.count) this.to(0);
    this.running = true;
    this.#wait();
  }

  /** On by itself, but not before the beats of this choice have been seen. */
  #wait(): void {
    this.#next = setTimeout(() => {
      if (!this.beats.running && this.beats.at >= this.beats.last) this.go(1);
      if (this.running) this.#wait();
    }, PACE);
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.#next);
  }

  /** A new table from this position: I take that seat, bots take the others. */
  async playOn(seat: number): Promise<TakenSeat | null> {
    try {
      const bots = (await games()).find((game) => game.id === this.game)?.bots ?? [];
      const bot = (bots.find((one) => one.name === RIVAL) ?? bots.at(-1))?.name ?? "random";
      const seats = this.names.map((_, n): SeatWish => (n === seat ? { kind: "me" } : { kind: "bot", bot }));
      return await playFrom(this.id, this.at, seats, myName());
    } catch (error) {
      this.trouble = error as Trouble;
      return null;
    }
  }
}
