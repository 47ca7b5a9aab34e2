import { describe, expect, it } from "vitest";
import { steppedTo, stepsOver } from "../../src/replay/steps";
import { pointedOut } from "../../src/scene/pointed";
import type { Scene } from "../../src/wire/types";

const STEPS = [
  { turn: 1, at: 3, rows: 3 },
  { turn: 2, at: 6, rows: 6 },
  { turn: 2, at: 8, rows: 7 },
];

describe("the steps of a replay", () => {
  it("go from turn to turn, also out of the middle of one", () => {
    expect([0, 3, 4, 6].map((at) => steppedTo(STEPS, at, 1))).toEqual([3, 6, 6, 8]);
    expect([8, 7, 4, 3].map((at) => steppedTo(STEPS, at, -1))).toEqual([6, 6, 3, 0]);
    expect(steppedTo(STEPS, 8, 1)).toBe(8);
    expect([0, 2, 3, 8].map((at) => stepsOver(STEPS, at))).toEqual([0, 0, 1, 3]);
  });
});

describe("a turn pointed out", () => {
  it("is an arrow from each thing to the next, on boards only", () => {
    const at = (id: string, x: number): { id: string; art: string; label: string; at: [number, number] } => ({
      id,
      art: "",
      label: id,
      at: [x, 0],
    });
    const scene: Scene = {
      zones: [
        { id: "board", kind: "board", things: [at("a", 0), at("b", 5), at("c", 9)] },
        { id: "hand", kind: "row", things: [at("d", 0)] },
      ],
    };
    const [board, hand] = pointedOut(scene, [{ picks: ["a", "c", "b", "d"], tone: "gold" }]).zones;
    expect(board?.marks?.map((mark) => [mark.kind, mark.points])).toEqual([
      [
        "arrow",
        [
          [0, 0],
          [9, 0],
        ],
      ],
      [
        "arrow",
        [
          [9, 0],
          [5, 0],
        ],
      ],
    ]);
    expect(hand?.marks).toBeUndefined();
  });
});
