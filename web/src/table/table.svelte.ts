// One table as this page knows it: what the server said, and what a person may do about it.
import { Beats } from "../scene/beside/beats.svelte";
import { Live, liveAddress } from "../wire/socket.svelte";
import { moves } from "../app/settings.svelte";
import { namesOf } from "../app/tablecard";
import type { Source } from "../scene/view.svelte";
import { applied, named, rolls, traceOf, type Seen, type Trace } from "../scene/scene";
import type {
  Asked,
  ChatLine,
  Clocks,
  Hinted,
  LogLine,
  Outgoing,
  Over,
  Refused,
  Rolled,
  Scene,
  TableCard,
  Update,
  Welcome,
} from "../wire/types";

export interface WhyNot {
  thing: string;
  rule: string;
  sentence: string;
}
export type Heard = "update" | "turn" | "chat" | "refused" | "over" | "rolled";

export class Table implements Source {
  card: TableCard | null = $state.raw(null);
  seat: number | null = $state(null);
  seen: Seen | null = $state.raw(null);
  turn = $state(0);
  log: LogLine[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  clocks: Clocks | null = $state.raw(null);
  clocksAt = $state(0);
  undo: Update["undo"] = $state("no");
  part = $state(0);
  mayHurry = $state(false); // I chose first and may count for the others
  asked: Asked[] = $state.raw([]);
  notice: "" | "asked" | "declined" | "agreed" = $state("");
  why: WhyNot | null = $state.raw(null);
  hint: Hinted | null = $state.raw(null);
  hinting: string | null = $state(null); // the hint I wait for
  over: Over | null = $state.raw(null);
  invite = $state("");
  watch = $state("");
  draws = $state(false); // a draw may be offered here
  dice: Rolled[] = $state.raw([]);
  roll = $state(0); // counts throws, so that equal faces tumble again
  sent: string | null = $state(null); // my choice on its way
  chosen: string | null = $state(null); // what I chose just before this decision of mine
  decisions = $state(0); // how many were put to me: while others pick, mine is the same
  trace: Trace = $state.raw([]); // the last move
  readonly beats = new Beats();
  readonly live: Live;
  #revision = 0;
  #whyAsked = new Map<string, string>();
  #sentId = "";
  #last: string | null = null;
  #then: { thing: string; why: boolean } | null = null; // what is touched next, if it may be

  constructor(
    readonly id: string,
    token: string,
    watch: string,
    private readonly sound: (heard: Heard) => void = () => {},
  ) {
    const proof = token ? { token } : watch ? { watch } : {};
    this.live = new Live(
      liveAddress(id),
      () => ({ ...proof, revision: this.#revision }),
      (message) => this.hear(message),
    );
  }

  get scene(): Scene | null {
    return this.beats.scene ?? this.seen?.scene ?? null;
  }

  get game(): string {
    return this.card?.game ?? "";
  }

  /** What I may touch now. */
  get choices(): readonly string[] {
    return this.card?.state === "over" ? [] : (this.seen?.decision?.options ?? []);
  }

  get names(): string[] {
    return namesOf(this.card?.seats ?? []);
  }

  tell(words: string): string {
    return named(words, this.names);
  }

  hear(message: Outgoing): void {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "update":
        this.#update(message);
        break;
      case "done":
        this.#answered(message.id);
        break;
      case "refused":
        this.#refused(message);
        break;
      case "asked":
        this.asked = [...this.asked.filter((one) => one.ask !== message.ask), message];
        break;
      case "answered":
        this.asked = this.asked.filter((one) => one.ask !== message.ask);
        this.notice = message.yes ? "agreed" : "declined";
        break;
      case "chat":
        this.chat = [...this.chat, message].slice(-300);
        this.sound("chat");
        break;
      case "hinted":
        if (message.id !== this.hinting) break; // of a decision before
        this.hinting = null;
        this.hint = message;
        break;
      case "whys":
        this.#whys(message.id, message.rule, message.sentence);
        break;
      case "table":
        this.card = message.table;
        break;
      case "clocks":
        this.#setClocks(message);
        break;
      case "over":
        this.over = message;
        break;
    }
  }

  #welcome(message: Welcome): void {
    this.card = message.table;
    this.seat = message.seat;
    this.chat = message.chat ?? [];
    this.hinting = null; // lost with its line, if I have come back
    this.asked = message.ask ? [message.ask] : [];
    this.over = message.over ?? null;
    this.invite = message.invite ?? "";
    this.watch = message.watch ?? "";
    this.draws = message.draws ?? false;
    if (message.update) this.#update(message.update);
  }

  #update(update: Update): void {
    const before = this.seen?.scene ?? null;
    const scene = update.seen.scene ?? (before && update.change ? applied(before, update.change) : before);
    if (!scene) return;
    const mineBefore = this.seen?.decision != null;
    const undone = this.seen !== null && update.seen.number < this.seen.number;
    const fresh = this.seen !== null && update.seen.number !== this.seen.number;
    const settled = fresh || this.seen === null || update.part !== this.part || !update.seen.decision;
    this.seen = { ...update.seen, scene };
    if (undone) this.beats.clear();
    else if (!fresh) this.beats.amend(scene);
    else
      this.beats.add(
        before,
        update.beats ?? [],
        { scene, words: update.seen.events.flatMap((event) => event.words || []) },
        moves(),
      );
    this.#revision = update.revision;
    this.part = update.part;
    this.turn = update.turn;
    this.undo = update.undo;
    this.log = [...this.log.filter((line) => line.at <= update.since), ...update.log];
    if (update.table) this.card = update.table;
    if (update.clocks) this.#setClocks(update.clocks);
    else this.clocks = null;
    this.mayHurry = update.hurry ?? false;
    this.chosen = mineBefore && this.seen.decision ? this.#last : null;
    if (settled) this.#askedAnew();
    const moved = traceOf(this.seen.events);
    if (moved.length || undone) this.trace = moved;
    this.#throwDice(fresh);
    this.#goOn();
    if (fresh) this.sound(this.seen.result ? "over" : this.seen.decision && !mineBefore ? "turn" : "update");
  }

  #askedAnew(): void {
    this.decisions += 1;
    this.sent = this.why = this.hint = this.hinting = null;
  }

  #throwDice(fresh: boolean): void {
    if (!this.seen || !fresh) return;
    const thrown = rolls(this.seen.events);
    if (!thrown.length) return;
    this.dice = thrown;
    this.roll += 1;
    this.sound("rolled");
  }

  #setClocks(clocks: Clocks): void {
    this.clocks = clocks;
    this.clocksAt = performance.now();
  }

  #answered(id: string): void {
    if (id === this.#sentId) this.#sentId = "";
  }

  #refused(message: Refused): void {
    this.hinting = null;
    if (this.notice === "asked") this.notice = "";
    const thing = this.sent ?? this.#whyAsked.get(message.id) ?? "";
    if (message.id === this.#sentId) this.sent = this.#then = null;
    this.why = { thing, rule: message.rule ?? "", sentence: message.message };
    this.sound("refused");
  }

  #whys(id: string, rule: string, sentence: string): void {
    const thing = this.#whyAsked.get(id);
    this.#whyAsked.delete(id);
    if (thing === undefined) return;
    this.why = { thing, rule, sentence };
    this.sound("refused");
  }

  choose(thing: string): void {
    if (!this.seen?.decision || this.sent) return;
    this.beats.now(); // whoever plays on has seen enough
    this.why = null;
    this.sent = this.#last = thing;
    this.#sentId = this.live.send("choose", { number: this.seen.number, part: this.part, thing });
  }

  /** Two touches in one: the second as soon as it is asked for. `why`: else its reason is asked for. */
  chooseThen(thing: string, next: string, why: boolean): void {
    this.choose(thing);
    if (this.sent === thing) this.#then = { thing: next, why };
  }

  #goOn(): void {
    const [next, asked] = [this.#then, this.seen?.decision];
    if (!next || this.sent) return;
    this.#then = null;
    if (asked?.options.includes(next.thing)) this.choose(next.thing);
    else if (asked && next.why) this.askWhy(next.thing);
  }

  askWhy(thing: string): void {
    if (this.seat === null || !this.seen || this.seen.result) return;
    this.#whyAsked.set(this.live.send("why", { thing }), thing);
  }

  askHint(): void {
    this.hint = null;
    this.hinting = this.live.send("hint");
  }

  takeBack(): void {
    if (this.undo === "no") return;
    if (this.undo === "ask") this.notice = "asked";
    this.#last = null;
    this.live.send("undo");
  }

  hurry(): void {
    this.mayHurry = false;
    this.live.send("hurry");
  }

  offerDraw(): void {
    this.notice = "asked";
    this.live.send("offer_draw");
  }

  answer(ask: string, yes: boolean): void {
    this.live.send("answer", { ask, yes });
    this.asked = this.asked.filter((one) => one.ask !== ask);
  }

  resign(): void {
    this.live.send("resign");
  }

  speak(text: string): void {
    if (text.trim()) this.live.send("chat", { text: text.trim() });
  }
}
