import { describe, expect, it } from "vitest";
import { verdict } from "../../src/scene/verdict";

describe("the end of a match", () => {
  it("says who won, to the winner, the loser and whoever looks on", () => {
    const result = { places: [1, 2], scores: [], because: "end", kind: "played" as const };
    expect(verdict(result, ["Ann", "Bo"], 0)).toBe("You won.");
    expect(verdict(result, ["Ann", "Bo"], 1)).toBe("You lost. Ann won.");
    expect(verdict(result, ["Ann", "Bo"], null)).toBe("Ann won.");
    expect(verdict({ ...result, places: [1, 1], kind: "agreed" }, ["Ann", "Bo"], 0)).toBe(
      "A draw by agreement. You share first place with Bo.",
    );
    const three = { ...result, places: [1, 1, 1] };
    expect(verdict(three, ["Ann", "Bo", "Cy"], 1)).toBe("You share first place with Ann and Cy.");
    expect(verdict(three, ["Ann", "Bo", "Cy"], null)).toBe("Ann, Bo and Cy share first place.");
    expect(verdict({ ...result, kind: "resigned", seat: 1 }, ["Ann", "Bo"], 0)).toBe("Bo resigned. You won.");
  });
});
