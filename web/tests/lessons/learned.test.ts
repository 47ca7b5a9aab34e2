import { beforeEach, describe, expect, it, vi } from "vitest";
import { learnedOf, note } from "../../src/lessons/learned";

describe("what was learned", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  beforeEach(() => stored.clear());
  it("is nothing at first, and nothing if what is stored is odd", () => {
    expect(learnedOf("g")).toBeNull();
    for (const odd of ["3", "null", "[1]", '{"g": 3}', '{"g": {"task": "x", "over": 1}}', "{"]) {
      localStorage.setItem("fimbul.lessons", odd);
      expect(learnedOf("g"), odd).toBeNull();
    }
  });
  it("goes on where it was left, game by game", () => {
    note("g", 3, false);
    note("h", 1, true);
    expect(learnedOf("g")).toEqual({ task: 3, over: false });
    expect(learnedOf("h")).toEqual({ task: 1, over: true });
  });
  it("stays over once it was", () => {
    note("g", 9, true);
    note("g", 0, false);
    expect(learnedOf("g")).toEqual({ task: 0, over: true });
  });
});
