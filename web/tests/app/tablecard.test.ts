import { describe, expect, it } from "vitest";
import { namesOf } from "../../src/app/tablecard";

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
