import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Beats, framesOf, paceOf, pacesOf, type Frame } from "../../../src/scene/beside/beats.svelte";
import type { Beat, Scene } from "../../../src/wire/types";

const table = (x: number): Scene => ({
  zones: [{ id: "sea", things: [{ id: "boat:0", art: "boat", label: "boat", at: [x, 0] }] }],
});
const beat = (x: number, words: string): Beat => ({
  change: { zones: [{ id: "sea", put: [{ id: "boat:0", art: "boat", label: "boat", at: [x, 0] }] }] },
  events: [{ type: "Said", words }],
});
const where = (scene: Scene | null): number | undefined => scene?.zones[0]?.things?.[0]?.at?.[0];
const now = { scene: table(3), words: ["one", "two", "three"] };

describe("beats", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const played = (plays: boolean): Beats => {
    const beats = new Beats();
    beats.add(table(0), [beat(1, "one"), beat(2, "two")], now, plays ? "calm" : "at once");
    return beats;
  };
  it("are frames, each with what was told on the way there", () => {
    const frames = framesOf(table(0), [beat(1, "one"), beat(2, "two")], now);
    expect(frames.map((frame) => [where(frame.scene), frame.words])).toEqual([
      [1, ["one"]],
      [2, ["two"]],
      [3, ["three"]],
    ]);
  });
  it("play by themselves, and then the table is as it is", () => {
    const beats = played(true);
    expect([beats.running, where(beats.scene)]).toEqual([true, 0]);
    vi.advanceTimersByTime(500);
    expect(where(beats.scene)).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect([beats.running, beats.scene, beats.at]).toEqual([false, null, 3]);
  });
  it("are paused and stepped through", () => {
    const beats = played(true);
    vi.advanceTimersByTime(500);
    beats.toggle();
    vi.advanceTimersByTime(10_000);
    expect(where(beats.scene)).toBe(1);
    beats.step(-1);
    expect(where(beats.scene)).toBe(0);
    beats.step(-1);
    expect(where(beats.scene)).toBe(0);
    beats.step(1);
    beats.step(1);
    expect([where(beats.scene), beats.words]).toEqual([2, ["two"]]);
    beats.now();
    expect(beats.scene).toBeNull();
  });
  it("do not play where nothing shall move, but can be stepped through", () => {
    const beats = played(false);
    expect([beats.running, beats.scene]).toEqual([false, null]);
    beats.step(-1);
    expect(where(beats.scene)).toBe(2);
  });
  it("leave whoever looks back where they are while the table moves on", () => {
    const beats = played(false);
    beats.step(-1);
    beats.add(table(3), [], { scene: table(4), words: ["four"] }, "calm");
    expect([where(beats.scene), beats.last]).toEqual([2, 4]);
    beats.amend(table(5));
    beats.step(1);
    beats.step(1);
    expect([beats.scene, where(beats.frames[4]?.scene ?? null)]).toEqual([null, 5]);
  });
  it("are kept for a while only", () => {
    const beats = played(false);
    for (let n = 0; n < 100; n += 1) beats.add(table(n), [], { scene: table(n + 1), words: [] }, "at once");
    expect([beats.frames.length, beats.at]).toEqual([40, 39]);
  });
  it("are not there where a choice has none", () => {
    const beats = new Beats();
    beats.add(table(0), [], now, "calm");
    expect(beats.any).toBe(false);
  });
  it("take longer the more is told", () => expect(paceOf(now)).toBeGreaterThan(paceOf({ ...now, words: [] })));
  it("hold back what they have not shown", () => {
    const beats = played(true);
    expect([beats.held, beats.untold]).toEqual([true, 3]);
    beats.step(1);
    expect([beats.held, beats.untold]).toEqual([true, 2]);
    beats.step(-1);
    expect(beats.untold).toBe(2); // what was shown stays known
    beats.now();
    expect([beats.held, beats.untold]).toEqual([false, 0]);
  });
  it("hold back nothing from whoever looks back by themselves", () => {
    const beats = played(false);
    beats.step(-1);
    beats.add(table(3), [beat(4, "four")], { scene: table(5), words: ["four"] }, "calm");
    expect([beats.held, where(beats.scene)]).toEqual([false, 2]);
  });
  it("are told of once each, in their order", () => {
    const told: string[] = [];
    const beats = new Beats((frames) => told.push(...frames.flatMap((frame) => frame.words)));
    beats.add(table(0), [beat(1, "one"), beat(2, "two")], now, "calm");
    expect(told).toEqual([]);
    vi.advanceTimersByTime(500);
    beats.step(-1);
    beats.step(1);
    expect(told).toEqual(["one"]);
    beats.now();
    expect(told).toEqual(["one", "two", "three"]);
  });
  it("catch up with what has happened since within a second and a half", () => {
    const beats = played(true);
    beats.add(table(3), [beat(4, "four")], { scene: table(5), words: ["four"] }, "calm");
    vi.advanceTimersByTime(2_000);
    expect(where(beats.scene)).toBe(3);
    vi.advanceTimersByTime(10_000);
    expect(beats.held).toBe(false);
  });
  it("take a second and a half where nothing new is told, and never long", () => {
    const still: Frame = { scene: table(0), words: [] };
    const sum = (times: number[]): number => Math.round(times.reduce((one, other) => one + other, 0));
    expect(sum(pacesOf(Array(20).fill(still), "calm"))).toBe(1_500);
    expect(sum(pacesOf(Array(30).fill(now), "calm"))).toBe(9_000);
    expect(sum(pacesOf(Array(30).fill(now), "quick"))).toBe(2_500);
  });
});
