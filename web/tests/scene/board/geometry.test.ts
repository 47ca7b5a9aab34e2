import { describe, expect, it } from "vitest";
import {
  arrowOf,
  corners,
  cornersOf,
  frameOf,
  gridLines,
  hullOf,
  layers,
  pathOf,
  rimOf,
  sizeOf,
  softened,
  SPACE,
  spot,
  ticksOf,
  turnOf,
} from "../../../src/scene/board/geometry";
import type { Point, Thing, Zone } from "../../../src/wire/types";

const space = (at: Point, art = "square", size = 10): Thing => ({
  id: `${at}`,
  art,
  label: "",
  at,
  size,
  kind: "space",
});
const zone: Zone = {
  id: "b",
  kind: "board",
  box: [-10, 0, 80, 60],
  grain: [5, 10],
  things: [space([5, 5]), space([15, 5])],
};

describe("a frame", () => {
  it("makes every space 48 across, whatever the units", () => {
    const frame = frameOf(zone);
    expect(frame.scale * 10).toBe(SPACE);
    expect(spot(frame, [5, 5])).toEqual([24, 24]);
    expect(frame.box).toEqual([0, 0, 96, 48]);
  });
  it("turns a quarter clockwise: the bottom goes left, the top right", () => {
    const frame = frameOf(zone, true);
    const [left] = spot(frame, [0, 10]);
    const [right] = spot(frame, [0, 0]);
    expect(left).toBeLessThan(right);
    expect(frame.box.slice(2)).toEqual([48, 96]);
    for (const corner of [
      [0, 0],
      [20, 10],
    ] as Point[]) {
      const [x, y] = spot(frame, corner);
      expect(x).toBeGreaterThanOrEqual(frame.box[0]);
      expect(x).toBeLessThanOrEqual(frame.box[0] + frame.box[2]);
      expect(y).toBeGreaterThanOrEqual(frame.box[1]);
      expect(y).toBeLessThanOrEqual(frame.box[1] + frame.box[3]);
    }
  });
  it("turned by half, what was above is below, also where it is turned a quarter", () => {
    const [plain, half] = [frameOf(zone), frameOf(zone, false, true)];
    expect(half.box.slice(2)).toEqual(plain.box.slice(2));
    for (const thing of zone.things ?? []) {
      const [[x, y], [across, down]] = [spot(plain, thing.at), spot(half, thing.at)];
      expect([across, down]).toEqual([-x || 0, -y || 0]);
      const inside = [across - half.box[0], down - half.box[1]];
      expect(inside[0]).toBeCloseTo(plain.box[0] + plain.box[2] - x);
      expect(inside[1]).toBeCloseTo(plain.box[1] + plain.box[3] - y);
    }
    const both = frameOf(zone, true, true);
    expect(spot(both, [3, 4])).toEqual(spot(frameOf(zone, true), [-3, -4]));
  });
  it("draws a field without spaces 960 wide", () => {
    const frame = frameOf({
      id: "f",
      kind: "board",
      box: [0, 0, 120, 80],
      things: [{ id: "u", art: "unit", label: "", size: 5, turn: 30 }],
    });
    expect(frame.box[2]).toBe(960);
    expect(frame.facing).toBe(true);
    expect(turnOf({ ...frame, turned: true }, { id: "u", art: "unit", label: "", turn: 30 })).toBe(120);
    const flag: Thing = { id: "f", art: "unit", label: "", upright: true };
    expect(turnOf({ ...frame, half: true }, flag)).toBe(0);
    expect(turnOf({ ...frame, half: true }, { ...flag, upright: false })).toBe(180);
  });
  it("finds its own bounds when the zone names none, and survives an empty zone", () => {
    expect(frameOf({ id: "x", things: [space([5, 5])] }).box).toEqual([0, 0, 48, 48]);
    expect(frameOf({ id: "x" }).box.every(Number.isFinite)).toBe(true);
  });
  it("takes the grid for things without a size", () => {
    expect(sizeOf(frameOf(zone), zone, { id: "p", art: "king", label: "" })).toBe(SPACE);
  });
});

describe("shapes", () => {
  it("a hex points north and south, turned it points east and west", () => {
    const ys = corners("hex", [0, 0], 48).map((at) => at[1]);
    expect(Math.max(...ys)).toBeCloseTo(48 / Math.sqrt(3));
    const xs = corners("hex", [0, 0], 48, true).map((at) => at[0]);
    expect(Math.max(...xs)).toBeCloseTo(48 / Math.sqrt(3));
    const wide = corners("hex", [0, 0], 48).map((at) => at[0]);
    expect(Math.max(...wide) - Math.min(...wide)).toBeCloseTo(48);
  });
  it("a square is as wide as it says", () => {
    const xs = corners("square", [0, 0], 48).map((at) => at[0]);
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(48);
  });
  it("paths are short and closed when asked", () => {
    expect(
      pathOf(
        [
          [0, 0],
          [1.26, 2],
        ],
        true,
      ),
    ).toBe("M0 0L1.3 2Z");
    expect(pathOf([])).toBe("");
  });
  it("an arrow needs two points; its line ends before its tip", () => {
    expect(arrowOf([[0, 0]])).toBeNull();
    expect(
      arrowOf([
        [0, 0],
        [20, 0],
      ]),
    ).toMatchObject({
      tip: [20, 0],
      turn: 0,
      line: [
        [0, 0],
        [12, 0],
      ],
    });
  });
  it("a ruler has a tick across each end", () => {
    expect(
      ticksOf([
        [0, 0],
        [10, 0],
      ])[0],
    ).toEqual([
      [0, -7],
      [0, 7],
    ]);
  });
  it("a grid has a line for every mesh and for both edges", () => {
    expect(
      gridLines([
        [5, 5],
        [25, 15],
        [15, 15],
      ]),
    ).toHaveLength(5);
    expect(
      gridLines([
        [5, 5],
        [25, 15],
        [5, 5],
      ]),
    ).toHaveLength(0);
  });
  it("tints lie under the pieces, captions above", () => {
    const marks = layers([
      { kind: "tint", points: [] },
      { kind: "caption", points: [] },
    ]);
    expect([marks.under.length, marks.over.length]).toEqual([1, 1]);
  });
  it("an arc is named at the middle of its edge", () => {
    const field: Zone = { id: "f", kind: "board", box: [0, 0, 960, 960] };
    const arc = {
      kind: "arc" as const,
      points: [
        [0, 0],
        [90, 0],
        [60, 60],
        [0, 90],
      ] as Point[],
    };
    expect(rimOf(frameOf(field), arc)).toEqual([60, 60]);
  });
});

describe("a rim", () => {
  it("goes round all corners once, whatever lies inside or between", () => {
    const hull = hullOf([
      [0, 0],
      [4, 0],
      [2, 1],
      [4, 4],
      [0, 4],
      [2, 0],
      [2, 2],
    ]);
    expect(hull).toHaveLength(4);
    expect(hull).toEqual(
      expect.arrayContaining([
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ]),
    );
  });
  it("follows things as they are turned, a little way off", () => {
    const field: Zone = { id: "f", kind: "board", box: [0, 0, 960, 960] };
    const base: Thing = { id: "b", art: "x", label: "", at: [100, 100], size: 20, turn: 45 };
    const [x, y] = cornersOf(frameOf(field), field, base, 5)[0] ?? [0, 0];
    expect(Math.hypot(x - 100, y - 100)).toBeCloseTo(Math.hypot(15, 15));
    expect(Math.min(Math.abs(x - 100), Math.abs(y - 100))).toBeCloseTo(0);
  });
  it("takes its corners roundly, and is nothing where there is nothing", () => {
    expect(
      softened(
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        2,
      ),
    ).toBe("M0 2Q0 0 2 0L8 0Q10 0 10 2L10 8Q10 10 8 10L2 10Q0 10 0 8Z");
    expect(softened(hullOf([]), 2)).toBe("");
  });
});
