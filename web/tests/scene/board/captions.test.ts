import { describe, expect, it } from "vitest";
import { hugging, inside, tallyAt } from "../../../src/scene/board/captions";
import { frameOf } from "../../../src/scene/board/geometry";
import type { Mark, Point, Thing, Zone } from "../../../src/wire/types";

const space = (x: number, y: number): Thing => ({
  id: `${x},${y}`,
  art: "square",
  label: "",
  at: [x, y],
  size: 10,
  kind: "space",
});
const caption = (x: number, y: number, text: string): Mark => ({ kind: "caption", points: [[x, y]], text });

describe("captions", () => {
  const marks = [
    caption(-90, 5, "a"),
    caption(-50, 5, "1"),
    caption(99, 5, "z"),
    caption(15, 60, "col"),
    caption(500, 500, "lost"),
  ];
  const zone: Zone = { id: "b", kind: "board", box: [-100, 0, 300, 80], things: [space(5, 5), space(15, 5)], marks };
  const spots = hugging(zone, 10);
  const near = (text: string): Point | undefined => spots.get(marks.find((mark) => mark.text === text)!);
  it("hug the row they name and keep their order", () => {
    const [a, one] = [near("a")!, near("1")!];
    expect(one[0]).toBeCloseTo(5 - 8.6);
    expect(a[0]).toBeLessThan(one[0]);
    expect(near("z")![0]).toBeCloseTo(15 + 8.6);
    expect(near("col")![1]).toBeCloseTo(5 + 8.6);
  });
  it("that name nothing stay where they are", () => expect(near("lost")).toBeUndefined());
  it("make the drawn box no wider than needed", () => expect(frameOf(zone).box[2]).toBeLessThan(48 * 6));
});

describe("tallies", () => {
  const ring: Point[] = [
    [0, 0],
    [30, 0],
    [30, 10],
    [0, 10],
  ];
  const things = [space(5, 5), space(15, 5), space(25, 5)];
  it("stand on the most central space", () =>
    expect(tallyAt({ id: "b", things }, { kind: "tint", points: ring })).toEqual({ at: [15, 5], bare: true }));
  it("give way to pieces", () => {
    const pieces = things.map((one, n): Thing => ({ ...one, id: `p${n}`, art: "viking", kind: "piece" }));
    expect(tallyAt({ id: "b", things: [...things, pieces[1]!] }, { kind: "tint", points: ring }).at).not.toEqual([
      15, 5,
    ]);
    expect(tallyAt({ id: "b", things: [...things, ...pieces] }, { kind: "tint", points: ring }).bare).toBe(false);
  });
  it("a hole is not inside", () => {
    const holed: Point[] = [
      [0, 0],
      [30, 0],
      [30, 30],
      [0, 30],
      [0, 0],
      [10, 10],
      [20, 10],
      [20, 20],
      [10, 20],
      [10, 10],
    ];
    expect([inside([15, 15], holed), inside([5, 5], holed), inside([40, 5], holed)]).toEqual([false, true, false]);
  });
});
