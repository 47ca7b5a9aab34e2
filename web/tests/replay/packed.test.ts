import { describe, expect, it } from "vitest";
import { unpacked } from "../../src/replay/packed";

// The same pair stands in tests/arena/test_study.py.
const PACKED = "i3ZPzE1VSCpKzEspTYrlCjq8siA_rzhV4dBqhfzDOxUO7VYw1FMoyExNTrXKzsxLV0hOzcmxSjHhAgA";

describe("a match in a link", () => {
  it("is the text that was packed", async () => {
    expect(await unpacked(PACKED)).toBe("[Game brandub]\nRéponse « où » 1. piece:king cell:d4\n");
  });
  it("that was cut off is not half a match", async () => {
    await expect(unpacked(PACKED.slice(0, 40))).rejects.toThrow();
    await expect(unpacked("*")).rejects.toThrow();
  });
});
