import { describe, expect, it } from "vitest";
import { minutesOf, playersOf } from "../../src/lobby/gamecard";

describe("a game in a list", () => {
  it("seats and minutes are a range where they differ", () => {
    expect([playersOf([2, 2]), playersOf([2, 6]), minutesOf(30), minutesOf([30, 45])]).toEqual([
      "2",
      "2–6",
      "30",
      "30–45",
    ]);
  });
});
