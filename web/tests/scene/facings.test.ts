import { describe, expect, it } from "vitest";
import { canTurn, facedLike, picksOf, saidOf, turnAt, turnedBy } from "../../src/scene/facings";
import { carried, type Aimed } from "../../src/scene/reaches";
import type { Facing, Goal } from "../../src/wire/types";

const facings: Facing[] = [{}, { pick: "turn:15", turn: -15 }, { pick: "turn:-15", turn: 15 }];
const goal: Goal = { picks: ["token", "go", "turn:0", "advance:9"], at: [0, 90], text: "9 cm" };
const march: Aimed = { reach: { thing: "unit", at: [0, 0], goals: [goal], facings }, goal };
const strip: Facing[] = [{ pick: "turn:0" }, { pick: "turn:-45", turn: 45 }];
const put: Goal = { picks: ["unit", "shape", "turn:0", "spot"], at: [4, 4] };
const deployed: Aimed = { reach: { thing: "unit", at: [0, 0], goals: [put], facings: strip }, goal: put };

describe("what is about to be put down", () => {
  it("is turned after its place, by one more pick", () => {
    expect(picksOf(march)).toEqual(goal.picks);
    expect(picksOf(turnedBy(march, 1))).toEqual([...goal.picks, "turn:-15"]);
  });
  it("is turned before it where the rules ask in that order", () => {
    expect(picksOf(turnedBy(deployed, 1))).toEqual(["unit", "shape", "turn:-45", "spot"]);
  });
  it("stops at the last facing, and goes round by a button", () => {
    expect(turnAt(turnedBy(turnedBy(march, 1), 1))).toBe(15);
    expect(turnAt(turnedBy(turnedBy(march, 1), 1, true))).toBe(-15);
    expect(turnAt(turnedBy(turnedBy(march, 1), -1))).toBe(0);
  });
  it("stands and is told as it would be turned", () => {
    const left = turnedBy(march, -1);
    expect(saidOf(left)).toBe("9 cm, ↺ 15°");
    expect(carried({ id: "one", art: "", label: "", at: [0, 0] }, left).turn).toBe(-15);
  });
  it("does not turn again if it has turned on its way", () => {
    const wheeled: Aimed = { ...march, goal: { ...goal, turn: 15 } };
    expect(canTurn(wheeled)).toBe(false);
    expect(picksOf({ ...wheeled, facing: facings[1]! })).toEqual(goal.picks);
  });
  it("keeps its facing from place to place, but lends it to nobody else", () => {
    const left = turnedBy(march, -1);
    expect(facedLike(left, march)?.facing).toEqual(facings[1]);
    expect(facedLike(left, deployed)?.facing).toBeUndefined();
  });
});
