import { describe, expect, it } from "vitest";
import { easier, isCrushed, standings } from "../../src/table/ending";
import { headline, verdict } from "../../src/scene/verdict";
import type { TableResult } from "../../src/wire/types";

const lost: TableResult = { places: [2, 1], scores: [2, 54], because: "end", kind: "played" };
const names = ["Leif", "Astrid"];

describe("the end", () => {
  it("shows the winner first, with what its score is the sum of", () => {
    const plates = [
      { seat: 0, name: "Red", tone: "blood" as const, emblem: "axe", facts: ["3 vikings"] },
      { seat: 1, name: "Ivory", tone: "bone" as const, emblem: "horn", gains: [{ text: "54 hexes", amount: 54 }] },
    ];
    const rows = standings(lost, plates);
    expect(rows.map((row) => [row.seat, row.score, row.gains.length])).toEqual([
      [1, 54, 1],
      [0, 2, 0],
    ]);
  });
  it("knows a crushing loss from a close one, and who is easier", () => {
    expect(isCrushed(lost, 0)).toBe(true);
    expect(isCrushed(lost, 1)).toBe(false);
    expect(isCrushed({ ...lost, scores: [30, 54] }, 0)).toBe(false);
    expect(isCrushed({ ...lost, scores: [] }, 0)).toBe(false);
    expect([easier("jarl"), easier("thrall"), easier("random")]).toEqual(["karl", null, null]);
  });
  it("speaks to whoever reads it, not about them", () => {
    const resigned: TableResult = { places: [2, 1], scores: [], because: "", kind: "resigned", seat: 0 };
    expect(verdict(resigned, names, 0)).toBe("You resigned. Astrid won.");
    expect(verdict(resigned, names, 1)).toBe("Leif resigned. You won.");
    expect(verdict(resigned, names, null)).toBe("Leif resigned. Astrid won.");
    expect([0, 1, null].map((seat) => headline(lost, names, seat))).toEqual(["You lost", "You won", "Astrid won"]);
    expect(headline({ ...lost, places: [1, 1] }, names, 0)).toBe("A draw");
  });
});
