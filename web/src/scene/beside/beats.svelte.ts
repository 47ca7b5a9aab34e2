// What has just happened, beat by beat: it plays by itself, can be paused and stepped through.
import type { AnyEvent, Beat, Scene } from "../../wire/types";
import { applied } from "../changes";

/** The table for a moment, and what was told on the way there. */
export interface Frame {
  scene: Scene;
  words: readonly string[];
  events?: readonly AnyEvent[];
}

/** How quickly it plays: everything at once, hurried because somebody has a clock or likes it so, or at ease. */
export type Tempo = "at once" | "quick" | "calm";

const KEPT = 40;
const PACE = 900; // milliseconds for a beat in which nothing is said
const READING = 350; // and for each sentence
const SLOWEST = 3_000;
const KNOWN = 1_500; // for all beats together that tell nothing new, or that newer ones have overtaken
const LONGEST = { calm: 9_000, quick: 2_500 }; // for all that one choice set going

export function paceOf(frame: Frame): number {
  return Math.min(SLOWEST, PACE + READING * frame.words.length);
}

/** How long each of these is shown: what tells nothing new is soon over, and all of it ends in good time. */
export function pacesOf(frames: readonly Frame[], tempo: "quick" | "calm"): number[] {
  const still = shrunk(
    frames.map((frame) => (frame.words.length ? 0 : paceOf(frame))),
    KNOWN,
  );
  return shrunk(
    frames.map((frame, n) => still[n] || paceOf(frame)),
    LONGEST[tempo],
  );
}

/** The same in proportion, but together no more than that. */
function shrunk(times: readonly number[], most: number): number[] {
  const sum = times.reduce((one, other) => one + other, 0);
  return sum > most ? times.map((time) => (time * most) / sum) : [...times];
}

/** From the scene that was seen last: one frame for each beat, then the table as it is now. */
export function framesOf(before: Scene, beats: readonly Beat[], now: Frame): Frame[] {
  const frames: Frame[] = [];
  for (const beat of beats) {
    const words = beat.events.flatMap((event) => event.words || []);
    frames.push({ scene: applied(frames.at(-1)?.scene ?? before, beat.change), words, events: beat.events });
  }
  const told = frames.reduce((sum, frame) => sum + frame.words.length, 0);
  const events = (now.events ?? []).slice(beats.reduce((sum, beat) => sum + beat.events.length, 0));
  return [...frames, { scene: now.scene, words: now.words.slice(told), events }];
}

export class Beats {
  frames: readonly Frame[] = $state.raw([]);
  at = $state(0);
  running = $state(false);
  #known = $state(0); // the last frame that was shown, or passed over: what comes after it is held back
  #times: readonly number[] = [];
  #next: ReturnType<typeof setTimeout> | undefined;

  /** `show` hears of every frame once, when it is first shown. */
  constructor(private readonly show: (frames: readonly Frame[]) => void = () => {}) {}

  /** Whether something has happened that nobody has been shown yet. */
  get held(): boolean {
    return this.#known < this.last;
  }
  /** How many sentences are still held back. */
  get untold(): number {
    return this.frames.slice(this.#known + 1).reduce((sum, frame) => sum + frame.words.length, 0);
  }

  get last(): number {
    return this.frames.length - 1;
  }
  /** The table of an earlier moment, or nothing: then it is shown as it is. */
  get scene(): Scene | null {
    return this.at < this.last ? (this.frames[this.at]?.scene ?? null) : null;
  }
  get words(): readonly string[] {
    return this.frames[this.at]?.words ?? [];
  }
  /** Whether there is anything to step through. */
  get any(): boolean {
    return this.frames.length > 1;
  }

  /** The table has moved on. Whoever looks at an earlier moment goes on looking at it. */
  add(before: Scene | null, beats: readonly Beat[], now: Frame, tempo: Tempo): void {
    if (!before || (!beats.length && !this.any)) {
      this.clear();
      return this.show([now]);
    }
    const [behind, held] = [this.at < this.last, this.held];
    const old = this.any ? this.frames : [{ scene: before, words: [] }];
    const fresh = framesOf(before, beats, now);
    const gone = Math.max(0, old.length + fresh.length - KEPT);
    this.#pace(old.length - 1, fresh, tempo, gone);
    this.frames = [...old, ...fresh].slice(gone);
    this.at = Math.max(0, (behind ? this.at : old.length - 1) - gone);
    this.#known = Math.max(0, (held ? this.#known : old.length - 1) - gone);
    if (held && tempo !== "at once") return; // it plays already, or was told to wait
    if (behind && !held) this.#know(this.last);
    else if (tempo !== "at once" && beats.length) this.run();
    else this.now();
  }

  /** What was still to be shown has been overtaken: it need not take its time any more. */
  #pace(upTo: number, fresh: readonly Frame[], tempo: Tempo, gone: number): void {
    const late = this.#times.slice(this.at, upTo);
    const times = [...this.#times.slice(0, this.at), ...shrunk(late, KNOWN)];
    while (times.length < upTo) times.push(PACE / 2);
    times.push(this.held ? KNOWN / 4 : PACE / 2);
    this.#times = [...times, ...pacesOf(fresh, tempo === "quick" ? "quick" : "calm")].slice(gone);
  }

  #know(upTo: number): void {
    const fresh = this.frames.slice(this.#known + 1, upTo + 1);
    this.#known = Math.max(this.#known, upTo);
    if (fresh.length) this.show(fresh);
  }

  /** The same moment, looked at again. */
  amend(scene: Scene): void {
    const now = this.frames.at(-1);
    if (now) this.frames = [...this.frames.slice(0, -1), { ...now, scene }];
  }

  clear(): void {
    this.pause();
    this.frames = this.#times = [];
    this.at = this.#known = 0;
  }

  run(): void {
    if (this.at >= this.last) this.at = 0;
    this.running = true;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.#on(), this.#times[this.at] ?? PACE);
  }

  #on(): void {
    this.#to(this.at + 1);
    if (this.at < this.last) this.#wait();
    else this.pause();
  }

  pause(): void {
    clearTimeout(this.#next);
    this.running = false;
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.run();
  }

  /** One beat back or on, at one's own pace. */
  step(by: 1 | -1): void {
    this.pause();
    this.#to(this.at + by);
  }

  #to(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    this.#know(this.at);
  }

  /** To the table as it is. */
  now(): void {
    this.pause();
    this.#to(this.last);
  }
}
