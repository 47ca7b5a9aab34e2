import { describe, expect, it } from "vitest";
import { clockOf, namesOf } from "../../src/app/tablecard";

describe("a clock in short", () => {
  it("tells the largest unit that divides it", () => {
    expect(clockOf({ kind: "match", seconds: 300, increment: 3 })).toBe("5 min + 3 s");
    expect(clockOf({ kind: "match", seconds: 30, increment: 0 })).toBe("30 s");
    expect(clockOf({ kind: "match", seconds: 90, increment: 1 })).toBe("90 s + 1 s");
    expect(clockOf({ kind: "decision", seconds: 172_800 })).toBe("2 days");
  });
});

describe("names at a table", () => {
  it("bots are numbered only where there are several", () => {
    const seat = (n: number, kind: "bot" | "person") => ({
      seat: n,
      kind,
      name: kind === "bot" ? "mcts:1s" : "Ann",
      connected: true,
    });
    expect(namesOf([seat(0, "person"), seat(1, "bot")])).toEqual(["Ann", "Bot"]);
    expect(namesOf([seat(0, "bot"), seat(1, "bot")])).toEqual(["Bot 1", "Bot 2"]);
    const levels = ["jarl", "odin", "jarl"].map((name, n) => ({
      seat: n,
      kind: "bot" as const,
      name,
      connected: true,
    }));
    expect(namesOf(levels)).toEqual(["Bot Jarl 1", "Bot Odin", "Bot Jarl 2"]);
  });
});
