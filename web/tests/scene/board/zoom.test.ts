import { describe, expect, it } from "vitest";
import { NEAREST, Zoom, type Box } from "../../../src/scene/board/zoom.svelte";

const WHOLE: Box = [10, 20, 400, 200];

describe("a board looked at from nearer", () => {
  it("begins with the whole", () => {
    expect(new Zoom().box(WHOLE)).toEqual(WHOLE);
    expect(new Zoom().near).toBe(false);
  });
  it("keeps the spot under the finger where it is", () => {
    const zoom = new Zoom();
    const share = (spot: readonly [number, number]): number[] => {
      const [left, top, width, height] = zoom.box(WHOLE);
      return [(spot[0] - left) / width, (spot[1] - top) / height];
    };
    const before = share([110, 70]);
    zoom.by(2, WHOLE, [110, 70]);
    expect(share([110, 70]).map((one) => one.toFixed(6))).toEqual(before.map((one) => one.toFixed(6)));
    expect(zoom.box(WHOLE)[2]).toBe(200);
  });
  it("never leaves the board, never comes nearer than it may, and goes back to the whole", () => {
    const zoom = new Zoom();
    zoom.by(100, WHOLE);
    expect(zoom.scale).toBe(NEAREST);
    zoom.drag(WHOLE, -9999, 9999);
    expect(zoom.box(WHOLE)).toEqual([310, 20, 100, 50]);
    zoom.by(0.001, WHOLE);
    expect(zoom.box(WHOLE)).toEqual(WHOLE);
  });
  it("brings into view what is looked at, but does not stir for what is seen", () => {
    const zoom = new Zoom();
    zoom.by(4, WHOLE);
    const middle = zoom.box(WHOLE);
    zoom.show(WHOLE, [210, 120]);
    expect(zoom.box(WHOLE)).toEqual(middle);
    zoom.show(WHOLE, [30, 40]);
    expect(zoom.box(WHOLE)).toEqual([10, 20, 100, 50]);
  });
  it("listens to plus, minus and zero", () => {
    const zoom = new Zoom();
    expect(["+", "+", "-", "x"].map((key) => zoom.key(key, WHOLE))).toEqual([true, true, true, false]);
    expect(zoom.scale).toBeCloseTo(1.3);
    zoom.key("0", WHOLE);
    expect(zoom.near).toBe(false);
  });
});
