import { describe, expect, it } from "vitest";
import { Along, picksWith } from "../../src/scene/along.svelte";
import type { WholeReach } from "../../src/scene/reaches";
import type { Point } from "../../src/wire/types";

const order = (name: string, ...goals: [unit: string, at: Point, along: number][]): WholeReach => ({
  thing: name,
  at: [0, 0],
  goals: goals.map(([unit, at, along]) => ({ picks: [unit, name], at, along })),
});
const run = order("run", ["a", [1, 1], 1], ["b", [5, 5], 0]);
const charge = order("charge", ["a", [1, 1], 1]);
const fire = order("fire", ["b", [5, 5], 0]);
const first = run.goals[0]!;

describe("what is taken along", () => {
  it("is laid at the same place, after what it came with", () => {
    const along = new Along();
    expect(along.take([run], [charge])).toBe(true);
    expect(picksWith({ reach: run, goal: first }, along.all)).toEqual(["a", "run", "a", "charge"]);
  });
  it("is put back when it is touched again, but not when it is passed again", () => {
    const along = new Along();
    along.take([run], [charge]);
    along.take([run], [charge], false);
    expect(along.all).toEqual([charge]);
    along.take([run], [charge]);
    expect(along.all).toEqual([]);
  });
  it("has a place where there is room for it, and no more than that", () => {
    const along = new Along();
    expect(along.take([run], [fire])).toBe(false);
    expect(along.take([run], [run])).toBe(false);
    along.take([run], [charge]);
    const third = order("march", ["a", [1, 1], 1]);
    expect(along.take([run], [third])).toBe(false);
    expect(along.all).toEqual([charge]);
  });
  it("stays behind where only one can be laid", () => {
    const along = new Along();
    along.take([run], [charge]);
    expect(picksWith({ reach: run, goal: run.goals[1]! }, along.all)).toEqual(["b", "run"]);
  });
});
