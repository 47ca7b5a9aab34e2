import { describe, expect, it } from "vitest";
import { note, streak, type Solved } from "../../src/puzzles/solved";

const NONE: Solved = { solved: {}, days: [] };

describe("solved puzzles", () => {
  it("counts days in a row, and today's may still be open", () => {
    expect(streak(["2026-11-16", "2026-11-17"], "2026-11-18")).toBe(2);
    expect(streak(["2026-11-16", "2026-11-17", "2026-11-18"], "2026-11-18")).toBe(3);
    expect(streak(["2026-11-15", "2026-11-16"], "2026-11-18")).toBe(0);
    expect(streak(["2026-02-28", "2026-03-01"], "2026-03-01")).toBe(2);
  });
  it("keeps what was found, and whoever looked first has not found it", () => {
    const found = note(NONE, "brandub/a", "found", "2026-11-18");
    expect(found).toEqual({ solved: { "brandub/a": "found" }, days: ["2026-11-18"] });
    expect(note(found, "brandub/a", "shown", null).solved).toEqual({ "brandub/a": "found" });
    const shown = note(NONE, "brandub/b", "shown", null);
    expect(note(shown, "brandub/b", "found", "2026-11-18")).toEqual({ solved: { "brandub/b": "shown" }, days: [] });
  });
});
