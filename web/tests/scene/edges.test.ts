import { describe, expect, it } from "vitest";
import { moreOf } from "../../src/scene/edges";

const box = { scrollTop: 0, scrollLeft: 0, scrollHeight: 100, scrollWidth: 100, clientHeight: 100, clientWidth: 100 };

describe("a box that scrolls", () => {
  it("has no edge where all of it is seen", () => expect(moreOf(box)).toBe(""));
  it("says on which sides there is more", () => {
    expect(moreOf({ ...box, scrollHeight: 300 })).toBe("down");
    expect(moreOf({ ...box, scrollHeight: 300, scrollTop: 50 })).toBe("up down");
    expect(moreOf({ ...box, scrollHeight: 300, scrollTop: 200 })).toBe("up");
    expect(moreOf({ ...box, scrollWidth: 180, scrollLeft: 30 })).toBe("left right");
  });
  it("takes a fraction of a pixel for nothing", () => expect(moreOf({ ...box, scrollHeight: 101 })).toBe(""));
});
