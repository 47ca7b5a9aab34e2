// A finished match under a slider: scenes are fetched when they are looked at, and kept.
import { RIVAL } from "./bots";
import { games, playFrom, replay, replayScene, Trouble } from "./api";
import { myName } from "./go";
import { named, type Seen } from "./scene";
import { namesOf } from "./tablecard";
import type { Source } from "./view.svelte";
import type { LogLine, Place, Replay, ReplayScene, Scene, SeatWish } from "./wire";

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
  #scenes = new Map<string, Promise<ReplayScene>>();
  #bots: ReadonlySet<string> = $state.raw(new Set()); // how bots call themselves in records
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(readonly id: string, at: number | null) {
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
    return this.seen?.scene ?? null;
  }
  get seat(): number | null {
    return /^\d+$/.test(this.view) ? Number(this.view) : null;
  }
  get count(): number {
    return this.card?.choices ?? 0;
  }
  get names(): readonly string[] {
    const names = this.card?.names ?? [];
    return namesOf(names.map((name, seat) => ({ seat, name, kind: this.#bots.has(name) ? "bot" : "person", connected: true })));
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

  to(at: number): void {
    this.at = Math.max(0, Math.min(this.count, at));
    if (this.at === this.count) this.stop();
    const [wanted, view] = [this.at, this.view];
    this.#fetch(wanted, view)
      .then((found) => {
        if (this.at === wanted && this.view === view) this.#show(found);
      })
      .catch((error: unknown) => (this.trouble = error as Trouble));
    if (this.at < this.count) this.#fetch(this.at + 1, view).catch(() => {});
  }

  #show(found: ReplayScene): void {
    if (!found.seen.scene) return;
    this.seen = { ...found.seen, scene: found.seen.scene };
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
    this.#beat = setInterval(() => this.to(this.at + 1), PACE);
  }

  stop(): void {
    this.running = false;
    clearInterval(this.#beat);
  }

  /** A new table from this position: I take that seat, bots take the others. */
  async playOn(seat: number): Promise<Place | null> {
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
