import { describe, expect, it } from "vitest";
import { covered, freest } from "../../src/table/clear";

const room = { left: 0, top: 0, right: 1000, bottom: 800 };
const box = (left: number, top: number, size = 100) => ({ left, top, right: left + size, bottom: top + size });

describe("a box over the table", () => {
  it("knows what it covers", () => {
    expect(covered(box(0, 0), [box(50, 50), box(100, 0)])).toBe(2500);
  });
  it("lies where nothing may be touched", () => {
    expect(freest(room, 300, 200, [])).toEqual({ side: "right", end: "bottom" });
    expect(freest(room, 300, 200, [box(800, 700)])).toEqual({ side: "right", end: "top" });
    expect(freest(room, 300, 200, [box(800, 700), box(900, 0)])).toEqual({ side: "left", end: "bottom" });
  });
  it("covers as little as it can", () => {
    const all = [box(0, 0), box(900, 0), box(0, 700), box(880, 780)];
    expect(freest(room, 300, 200, all)).toEqual({ side: "right", end: "bottom" });
  });
});
