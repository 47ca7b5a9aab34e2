import { describe, expect, it } from "vitest";
import { momentOf } from "../../src/tournaments/cups";

describe("when a tournament begins", () => {
  const at = new Date(2026, 10, 20, 20, 15);
  const told = (now: Date): string => momentOf(at.getTime() / 1000, now.getTime());
  it("is an hour today", () => expect(told(new Date(2026, 10, 20, 1, 0))).toBe("20:15"));
  it("has its day on any other, though it is less than a day away", () =>
    expect(told(new Date(2026, 10, 19, 21, 0))).toMatch(/^Fri,? 20 Nov, 20:15$/));
});
