// What has just happened, beat by beat: it plays by itself, can be paused and stepped through.
import type { Beat, Scene } from "../../wire/types";
import { applied } from "../scene";

/** The table for a moment, and what was told on the way there. */
export interface Frame {
  scene: Scene;
  words: readonly string[];
}

const KEPT = 40;
const PACE = 900; // milliseconds for a beat in which nothing is said
const READING = 350; // and for each sentence
const SLOWEST = 3_000;

export function paceOf(frame: Frame): number {
  return Math.min(SLOWEST, PACE + READING * frame.words.length);
}

/** From the scene that was seen last: one frame for each beat, then the table as it is now. */
export function framesOf(before: Scene, beats: readonly Beat[], now: Frame): Frame[] {
  const frames: Frame[] = [];
  for (const beat of beats) {
    const words = beat.events.flatMap((event) => event.words || []);
    frames.push({ scene: applied(frames.at(-1)?.scene ?? before, beat.change), words });
  }
  const told = frames.reduce((sum, frame) => sum + frame.words.length, 0);
  return [...frames, { scene: now.scene, words: now.words.slice(told) }];
}

export class Beats {
  frames: readonly Frame[] = $state.raw([]);
  at = $state(0);
  running = $state(false);
  #next: ReturnType<typeof setTimeout> | undefined;

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
  add(before: Scene | null, beats: readonly Beat[], now: Frame, plays: boolean): void {
    if (!before || (!beats.length && !this.any)) return this.clear();
    const behind = this.at < this.last;
    const old = this.any ? this.frames : [{ scene: before, words: [] }];
    const all = [...old, ...framesOf(before, beats, now)];
    const gone = Math.max(0, all.length - KEPT);
    const stay = (behind ? this.at : old.length - 1) - gone;
    this.frames = all.slice(gone);
    if (behind) this.at = Math.max(0, stay);
    else if (plays && beats.length) {
      this.at = Math.max(0, stay);
      this.run();
    } else this.at = this.last;
  }

  /** The same moment, looked at again. */
  amend(scene: Scene): void {
    const now = this.frames.at(-1);
    if (now) this.frames = [...this.frames.slice(0, -1), { ...now, scene }];
  }

  clear(): void {
    this.pause();
    this.frames = [];
    this.at = 0;
  }

  run(): void {
    if (this.at >= this.last) this.at = 0;
    this.running = true;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#next);
    const frame = this.frames[this.at];
    this.#next = setTimeout(() => this.#on(), frame && this.at ? paceOf(frame) : PACE / 2);
  }

  #on(): void {
    this.at = Math.min(this.last, this.at + 1);
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
    this.at = Math.max(0, Math.min(this.last, this.at + by));
  }

  /** To the table as it is. */
  now(): void {
    this.pause();
    this.at = Math.max(0, this.last);
  }
}
