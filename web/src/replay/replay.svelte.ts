// A finished match under a slider: scenes are fetched when they are looked at, and kept.
import { RIVAL } from "../app/bots";
import { Beats } from "../scene/beside/beats.svelte";
import { games, playFrom, replay, replayScene, Trouble } from "../wire/api";
import { myName } from "../app/go";
import { named, type Seen } from "../scene/scene";
import { moves } from "../app/settings.svelte";
import { namesOf } from "../app/tablecard";
import type { Source } from "../scene/view.svelte";
import type { LogLine, TakenSeat, Replay, ReplayScene, Scene, SeatWish } from "../wire/types";

const KEPT = 400;
const PACE = 900;

export class ReplayTable implements Source {
  card: Replay | null = $state.raw(null);
  seen: Seen | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
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
  ) {
    Promise.all([replay(id), games()])
      .then(([card, found]) => {
        this.#bots = new Set(found.find((game) => game.id === card.game)?.bots.map((bot) => bot.name));
        this.card = card;
        this.to(at ?? card.choices);
      })
      .catch((error: unknown) => (this.trouble = error as Trouble));
  }

  get game(): string {
    return this.card?.game ?? "";
  }
  get scene(): Scene | null {
    return this.beats.scene ?? this.seen?.scene ?? null;
  }
  get seat(): number | null {
    return /^\d+$/.test(this.view) ? Number(this.view) : null;
  }
  get count(): number {
    return this.card?.choices ?? 0;
  }
  get names(): readonly string[] {
    const names = this.card?.names ?? [];
    return namesOf(
      names.map((name, seat) => ({ seat, name, kind: this.#bots.has(name) ? "bot" : "person", connected: true })),
    );
  }
  tell(words: string): string {
    return named(words, this.names);
  }
  choose(): void {}
  chooseThen(): void {}
  askWhy(): void {}

  look(view: string): void {
    this.view = view;
    this.to(this.at);
  }

  /** To the table after so many choices. One choice on, what happened plays beat by beat. */
  to(at: number): void {
    const plays = at === this.at + 1 && moves();
    this.at = Math.max(0, Math.min(this.count, at));
    if (this.at === this.count) this.stop();
    const [wanted, view] = [this.at, this.view];
    this.#found(wanted, view)
      .then(([found, before]) => {
        if (this.at === wanted && this.view === view) this.#show(found, before, plays);
      })
      .catch((error: unknown) => (this.trouble = error as Trouble));
    if (this.at < this.count) this.#fetch(this.at + 1, view).catch(() => {});
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
    this.beats.add(before, found.beats, { scene, words: events.flatMap((event) => event.words || []) }, plays);
    this.log = found.log;
    this.trouble = null;
  }

  #fetch(at: number, view: string): Promise<ReplayScene> {
    const key = `${at} ${view}`;
    let scene = this.#scenes.get(key);
    if (!scene) {
      if (this.#scenes.size > KEPT) this.#scenes.clear();
      scene = replayScene(this.id, at, view);
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
      if (!this.beats.running && this.beats.at >= this.beats.last) this.to(this.at + 1);
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
