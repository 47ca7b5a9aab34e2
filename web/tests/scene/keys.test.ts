import { describe, expect, it } from "vitest";
import { actOf, stepped, toward } from "../../src/scene/keys";

describe("keys", () => {
  const press = (key: string, more = {}) => actOf({ key, altKey: false, ctrlKey: false, metaKey: false, ...more });
  it("arrows walk, Escape goes back, R opens the rule", () => {
    expect([press("ArrowRight"), press("ArrowDown"), press("ArrowLeft"), press("ArrowUp")]).toEqual([
      "right",
      "down",
      "left",
      "up",
    ]);
    expect([press("Escape"), press("r"), press("x")]).toEqual(["back", "rule", null]);
  });
  it("down goes down, to what lies nearest there", () => {
    const places = new Map<string, [number, number]>([
      ["right", [10, 1]],
      ["below", [2, 12]],
      ["far below", [0, 40]],
      ["left above", [-10, -9]],
    ]);
    expect(toward([0, 0], places, "down")).toBe("below");
    expect(toward([0, 0], places, "right")).toBe("right");
    expect(toward([0, 0], places, "up")).toBe("left above");
    expect(toward([0, 50], places, "down")).toBeNull();
  });
  it("leave the browser its own keys", () => expect(press("ArrowLeft", { altKey: true })).toBeNull());
  it("walk round the options", () => {
    expect(stepped(["a", "b", "c"], null, 1)).toBe("a");
    expect(stepped(["a", "b", "c"], null, -1)).toBe("c");
    expect(stepped(["a", "b", "c"], "c", 1)).toBe("a");
    expect(stepped(["a", "b", "c"], "a", -1)).toBe("c");
    expect(stepped(["a"], "gone", 1)).toBe("a");
    expect(stepped([], null, 1)).toBeNull();
  });
});
