import { describe, expect, it } from "vitest";
import { clockWords } from "../../../src/scene/beside/clock";

describe("clocks", () => {
  for (const [left, words] of [
    [0, "0:00.0"],
    [9_940, "0:10"],
    [9_400, "0:09.4"],
    [10_000, "0:10"],
    [61_500, "1:02"],
    [3_723_000, "1:02:03"],
  ] as const) {
    it(`${left} ms is ${words}`, () => expect(clockWords(left)).toBe(words));
  }
});
