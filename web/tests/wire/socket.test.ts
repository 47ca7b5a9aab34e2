import { describe, expect, it } from "vitest";
import { patience } from "../../src/wire/socket.svelte";

describe("coming back", () => {
  it("waits longer each time, never too long, never all at once", () => {
    expect(patience(0, 0)).toBe(300);
    expect(patience(1, 0)).toBeGreaterThan(patience(0, 0));
    expect(patience(50, 1)).toBeLessThanOrEqual(20_000);
    expect(patience(3, 0)).toBeLessThan(patience(3, 1));
  });
});
