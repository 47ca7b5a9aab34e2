import { describe, expect, it } from "vitest";
import { actOf, stepped } from "../../src/scene/keys";

describe("keys", () => {
  const press = (key: string, more = {}) => actOf({ key, altKey: false, ctrlKey: false, metaKey: false, ...more });
  it("arrows walk, Escape goes back, ? opens the rule", () => {
    expect([press("ArrowRight"), press("ArrowDown"), press("ArrowLeft"), press("ArrowUp")]).toEqual([
      "next",
      "next",
      "previous",
      "previous",
    ]);
    expect([press("Escape"), press("?"), press("x")]).toEqual(["back", "rule", null]);
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
