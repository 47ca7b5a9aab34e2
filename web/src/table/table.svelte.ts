// One table as this page knows it: what the server said, and what a person may do about it.
import { Beats, type Frame, type Tempo } from "../scene/beside/beats.svelte";
import { language } from "../wire/api";
import { Live, liveAddress } from "../wire/socket.svelte";
import { moves, settings } from "../app/settings.svelte";
import { TableFacts, type Heard } from "./facts.svelte";
import { Trail } from "./trail.svelte";
import type { Source } from "../scene/view.svelte";
import { arrived } from "../scene/changes";
import { rolls, throwLines, traceOf, untold, type Seen, type Trace } from "../scene/scene";
import type {
  Clocks,
  LogLine,
  Outgoing,
  Preside,
  Refused,
  Rolled,
  Scene,
  TableCard,
  Update,
  Usual,
  Welcome,
} from "../wire/types";

const MOST_LINES = 24;

export type { Heard } from "./facts.svelte";

export class Table extends TableFacts implements Source {
  readonly beats = new Beats((frames) => this.#show(frames));
  readonly trail = new Trail(); // my free choices of this turn
  readonly live: Live;
  #revision = 0;
  #coming: { turn: number; trace: Trace; heard: Heard } = { turn: 0, trace: [], heard: "update" }; // once all is shown
  #thrown: Rolled[] = [];
  #whyAsked = new Map<string, string>();
  #sentId = "";
  #last: string | null = null;
  #stale = true; // the lines are of a choice before
  #then: { picks: readonly string[]; why: boolean } | null = $state.raw(null); // what is touched next, if it may be
  made = 1; // picks of the last gesture
  line = $state(0); // where the bots of this table wait for a process to think in; 0: they do not
  #back = 0; // picks of a gesture that are still to be taken back

  constructor(
    readonly id: string,
    token: string,
    watch: string,
    private readonly sound: (heard: Heard) => void = () => {},
    mine = false, // perhaps a seat of my account, taken on another device
  ) {
    super();
    const proof = { ...(token ? { token } : watch && { watch }), ...(mine && { mine }) };
    this.live = new Live(
      liveAddress(id),
      () => ({ ...proof, revision: this.#revision, language: language() }),
      (message) => this.hear(message),
    );
  }

  get scene(): Scene | null {
    return this.beats.scene ?? this.seen?.scene ?? null;
  }

  /** What I may touch now. */
  get choices(): readonly string[] {
    return this.held || this.card?.state === "over" || this.#then ? [] : (this.seen?.decision?.options ?? []);
  }

  /** Whether something has happened that was not shown yet: until then nothing tells of it, and nothing is asked. */
  get held(): boolean {
    return this.beats.held;
  }

  /** The log as far as it has been shown. */
  get story(): LogLine[] {
    return this.held ? this.log.slice(0, Math.max(0, this.log.length - this.beats.untold)) : this.log;
  }

  /** What I could have chosen before, and still may: what I chose since is then taken back. */
  get again(): readonly string[] {
    return this.undo === "free" && !this.sent && !this.held ? this.trail.options : [];
  }

  /** Everybody sits, and the clocks wait for a word of each. */
  get gathers(): boolean {
    return this.card?.state === "waiting" && this.card.seats.every((seat) => seat.kind !== "empty");
  }

  /** That word is mine to say. */
  get summoned(): boolean {
    return this.gathers && this.seat !== null && !(this.card?.ready ?? []).includes(this.seat);
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
        if (message.about === "hint" && message.seat !== this.seat) this.advised = message.name;
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
        this.#news(message.table);
        break;
      case "clocks":
        this.#setClocks(message);
        break;
      case "in_line":
        this.line = message.place;
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
    this.line = 0;
    this.asked = message.ask ? [message.ask] : [];
    this.over = message.over ?? null;
    this.invite = message.invite ?? "";
    this.watch = message.watch ?? "";
    this.draws = message.draws ?? false;
    if (message.update) this.#update(message.update);
  }

  #news(card: TableCard): void {
    const before = this.summoned;
    this.card = card;
    if (this.summoned && !before) this.sound("turn");
  }

  #update(update: Update): void {
    this.line = 0;
    const before = this.seen?.scene ?? null;
    const scene = arrived(before, update);
    if (!scene) return;
    const mineBefore = this.seen?.decision != null;
    const undone = this.seen !== null && update.seen.number < this.seen.number;
    const fresh = this.seen !== null && update.seen.number !== this.seen.number;
    const back = undone || (this.seen !== null && !fresh && update.part < this.part);
    const first = this.seen === null;
    const settled = fresh || first || update.part !== this.part || !update.seen.decision;
    this.seen = { ...update.seen, scene };
    this.#revision = update.revision;
    this.part = update.part;
    this.undo = update.undo;
    this.log = [...this.log.filter((line) => line.at <= update.since), ...update.log];
    if (update.table) this.card = update.table;
    if (update.clocks) this.#setClocks(update.clocks);
    else this.clocks = null;
    this.mayHurry = update.hurry ?? false;
    this.chosen = mineBefore && this.seen.decision ? this.#last : null;
    this.trail.follow(this.seen, this.part, this.undo);
    if (settled) this.#askedAnew();
    const moved = traceOf(this.seen.events);
    const heard = this.seen.result ? "over" : this.seen.decision && !mineBefore ? "turn" : "update";
    this.#coming = { turn: update.turn, trace: moved.length || undone ? moved : this.#coming.trace, heard };
    if (first) this.#tellThrows(this.seen.events);
    if (undone || first || !fresh) this.#still(scene, undone);
    else this.#play(before, update);
    if (back) this.spared = this.seen.number;
    this.#goOn(back);
  }

  /** Nothing has happened: the table is another, or the same looked at again. */
  #still(scene: Scene, undone: boolean): void {
    if (undone) this.beats.clear();
    else this.beats.amend(scene);
    if (undone) this.sound("update");
    if (!this.held) this.#told();
  }

  #play(before: Scene | null, update: Update): void {
    const seen = this.seen;
    if (!seen) return;
    const words = seen.events.flatMap((event) => event.words || []);
    this.#thrown = this.loose = [];
    this.beats.add(before, update.beats ?? [], { scene: seen.scene, words, events: seen.events }, this.#tempo());
  }

  /** Whoever has a clock running is not kept waiting. */
  #tempo(): Tempo {
    if (!moves()) return "at once";
    const hurried = this.seat !== null && this.clocks?.running.includes(this.seat);
    return settings.quick || hurried ? "quick" : "calm";
  }

  /** These beats are shown now: their dice fall, and after the last one everything is known. */
  #show(frames: readonly Frame[]): void {
    const events = frames.flatMap((frame) => frame.events ?? []);
    const thrown = rolls(events);
    this.#tellThrows(events);
    this.loose = untold(this.loose, events);
    if (thrown.length) {
      this.dice = this.#thrown = [...this.#thrown, ...thrown];
      this.roll += 1;
      this.sound("rolled");
    }
    if (this.held) return;
    this.#told();
    this.sound(this.#coming.heard);
  }

  #tellThrows(events: Seen["events"]): void {
    const told = throwLines(events);
    if (told.length) this.lines = [...(this.#stale ? [] : this.lines), ...told].slice(-MOST_LINES);
    if (told.length) this.#stale = false;
  }

  #told(): void {
    this.turn = this.#coming.turn;
    this.trace = this.#coming.trace;
  }

  #askedAnew(): void {
    this.decisions += 1;
    this.sent = this.why = this.hint = this.hinting = null;
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
    this.trail.wanted = null;
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
    this.routine = null;
    this.beats.now(); // whoever plays on has seen enough
    this.why = null;
    this.made = 1;
    this.sent = this.#last = thing;
    this.#stale = true;
    this.trail.took(this.seen, this.part, thing);
    this.#sentId = this.live.send("choose", { number: this.seen.number, part: this.part, thing });
  }

  /** Now, and for all questions of that name: until I choose myself, or take back. */
  asUsual(one: Usual): void {
    const made = this.routine?.name === one.name ? this.made + 1 : 1;
    this.choose(one.pick);
    [this.routine, this.made] = [one, made];
  }

  /** Two touches in one: the second as soon as it is asked for. `why`: else its reason is asked for. */
  chooseThen(thing: string, next: string, why: boolean): void {
    this.choose(thing);
    if (this.sent === thing) this.#then = { picks: [next], why };
  }

  /** A gesture that stands for several picks: each as soon as it is asked for. */
  chooseAll([thing, ...picks]: readonly string[]): void {
    if (thing === undefined) return;
    this.choose(thing);
    if (this.sent === thing && picks.length) this.#then = { picks, why: false };
  }

  /** Another of what I could have chosen before. Nothing is chosen before the server has taken back what was. */
  chooseAgain(thing: string): void {
    if (!this.again.includes(thing)) return;
    this.trail.want(thing);
    this.takeBack();
  }

  #goOn(back: boolean): void {
    const [next, asked] = [this.#then, this.seen?.decision];
    const [thing, ...picks] = next?.picks ?? [];
    if (back && asked) {
      const wanted = this.trail.reached(asked.options);
      if (wanted !== null) return this.choose(wanted);
      const forced = settings.forced && asked.options.length === 1; // nobody meant to go back to that
      const more = this.#back > 0 || this.trail.wanted !== null;
      this.#back = Math.max(0, this.#back - 1);
      if (this.undo === "free" && (forced || more)) return this.#takeOneBack();
    }
    this.trail.wanted = null;
    if (!next || thing === undefined || this.sent) return;
    this.#then = null;
    if (asked?.options.includes(thing)) {
      const made = this.made;
      this.choose(thing);
      this.made = made + 1;
      if (picks.length) this.#then = { ...next, picks };
    } else if (asked && next.why) this.askWhy(thing);
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
    this.#last = this.routine = this.#then = null;
    this.#back = this.undo === "free" ? this.made - 1 : 0;
    this.made = 1;
    this.#takeOneBack();
  }

  /** If that is free, only while nothing else has been chosen: what comes late takes nothing else back. */
  #takeOneBack(): void {
    this.live.send("undo", this.undo === "free" ? { number: this.seen?.number ?? 0 } : {});
  }

  /** Whoever has seen enough goes on. */
  skip(): void {
    this.beats.now();
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

  ready(): void {
    this.live.send("ready");
  }

  preside(act: Preside["act"], seat: number): void {
    this.live.send("preside", { act, seat });
  }

  resign(): void {
    this.live.send("resign");
  }

  speak(text: string): void {
    if (text.trim()) this.live.send("chat", { text: text.trim() });
  }
}
