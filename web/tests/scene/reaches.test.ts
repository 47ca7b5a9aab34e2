import { describe, expect, it } from "vitest";
import {
  broughtBy,
  carried,
  gripOf,
  inHand,
  nearestSpot,
  reachesBy,
  reachesOf,
  spotTowards,
  type WholeReach,
} from "../../src/scene/reaches";
import { wholesOf } from "../../src/scene/wholes";
import type { Goal, Point, Scene, Thing } from "../../src/wire/types";

const thing = (id: string, at: Point, whole = ""): Thing => ({ id, art: "x", label: id, at, whole });
const goal = (at: Point, turn: number, ...picks: string[]): Goal => ({ picks, at, turn });
const march: WholeReach = {
  thing: "unit:a",
  at: [10, 10],
  grips: ["token:1"],
  goals: [goal([10, 0], 0, "token:1", "go:1")],
};
const held: WholeReach = { thing: "unit:b", at: [0, 0], goals: [goal([5, 5], 0, "go:2")] };
const scene: Scene = {
  zones: [{ id: "t", things: [thing("unit:a", [0, 0]), thing("base:1", [8, 10], "unit:a"), thing("unit:b", [3, 3])] }],
  reaches: [march, held],
};
const wholes = wholesOf(scene);

describe("what is taken", () => {
  it("is a Unit, by itself, by a member and by what lies beside it", () => {
    for (const by of ["unit:a", "base:1", "token:1"]) expect(reachesBy(scene, by, wholes)).toEqual([march]);
    expect(reachesBy(scene, "unit:c", wholes)).toEqual([]);
    expect(reachesBy(scene, null, wholes)).toEqual([]);
  });
  it("is in hand if nothing must be touched first", () => {
    expect(inHand(scene, new Set(["token:1"]))).toEqual([held]);
    expect(inHand(scene, new Set(["unit:b"]))).toEqual([]);
  });
  it("is touched by its only grip", () => {
    expect(gripOf(scene, "base:1", wholes, new Set(["token:1"]))).toBe("token:1");
    expect(gripOf(scene, "base:1", wholes, new Set(["token:2"]))).toBeNull();
    const two = { ...scene, reaches: [march, { ...march, grips: ["token:2"] }] };
    expect(gripOf(two, "base:1", wholes, new Set(["token:1", "token:2"]))).toBeNull();
  });
  it("goes with its members, or with the ghosts it brings", () => {
    const things = scene.zones[0]?.things ?? [];
    expect(broughtBy(march, things).map((one) => one.id)).toEqual(["base:1"]);
    expect(broughtBy(held, things).map((one) => one.id)).toEqual(["unit:b"]);
    expect(broughtBy({ ...held, ghosts: [thing("base:9", [0, 0])] }, things).map((one) => one.id)).toEqual(["base:9"]);
  });
});

describe("a goal", () => {
  it("that is told in short lies where its thing lies", () => {
    const short = { ...scene, reaches: [{ thing: "unit:b", onto: ["base:1"] }] };
    expect(reachesOf(short)).toMatchObject([{ at: [3, 3], goals: [{ picks: ["unit:b", "base:1"], at: [8, 10] }] }]);
    expect(reachesOf(short)).toBe(reachesOf(short)); // what is aimed at is found again
  });
  it("turns all that is brought there as one", () => {
    const there = carried(thing("base:1", [10, 8]), { reach: march, goal: goal([20, 20], 90) });
    expect(there.at?.map(Math.round)).toEqual([22, 20]);
    expect(there.turn).toBe(90);
  });
  it("is the nearest one, if it is near", () => {
    const spots: Point[] = [
      [0, 0],
      [10, 0],
    ];
    expect(nearestSpot(spots, [9, 1], 5)).toBe(1);
    expect(nearestSpot(spots, [30, 0], 5)).toBeNull();
  });
  it("is walked to by arrows, and where there is none one stays", () => {
    const spots: Point[] = [
      [0, 0],
      [0, -5],
      [0, -9],
      [4, -5],
    ];
    expect(spotTowards(spots, 0, [0, -1])).toBe(1);
    expect(spotTowards(spots, 1, [0, -1])).toBe(2);
    expect(spotTowards(spots, 1, [1, 0])).toBe(3);
    expect(spotTowards(spots, 2, [0, -1])).toBe(2);
  });
});
