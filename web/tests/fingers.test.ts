import { describe, expect, it } from "vitest";
import { nearest } from "../src/lib/fingers";

const at = (...all: number[]) => all.map((far, n) => ({ n, far }));

describe("options that lie upon each other", () => {
  it("are taken by their middle", () => expect(nearest(at(12, 3, 8))?.n).toBe(1));
  it("are taken from above where their middles meet", () => expect(nearest(at(3.5, 3, 3.2))?.n).toBe(0));
  it("may be none", () => expect(nearest([])).toBeUndefined());
});
