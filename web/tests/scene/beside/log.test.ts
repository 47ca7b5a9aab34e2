import { describe, expect, it } from "vitest";
import { joined } from "../../../src/scene/beside/log";
import type { LogLine } from "../../../src/wire/types";

const line = (turn: number, seat: number, words: string, at: number): LogLine => ({ turn, seat, words, at });
const walk = line(3, 0, "f5 to h5", 7);
const stone = line(3, 0, "stone on i5", 8);
const told = (log: readonly LogLine[], now: number | null = null): string[] => joined(log, now).map((one) => one.words);

describe("short lines of one hand", () => {
  it("share a line, which leads to the last of them", () => {
    expect(joined([walk, stone], null)).toEqual([line(3, 0, "f5 to h5, stone on i5", 8)]);
  });
  it("stay apart where hand or turn is another", () => {
    expect(told([walk, line(3, 1, "stone on i5", 8)])).toHaveLength(2);
    expect(told([walk, line(4, 0, "stone on i5", 8)])).toHaveLength(2);
  });
  it("stay apart where nobody did it, and where they would not fit", () => {
    expect(told([line(3, -1, "a", 7), line(3, -1, "b", 8)])).toHaveLength(2);
    expect(told([walk, line(3, 0, "the wall closes round twenty hexes", 8)])).toHaveLength(2);
  });
  it("part where a replay stands between them", () => {
    expect(told([walk, stone], 7)).toEqual(["f5 to h5", "stone on i5"]);
    expect(told([walk, stone], 8)).toEqual(["f5 to h5, stone on i5"]);
  });
});
