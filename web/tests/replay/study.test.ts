import { describe, expect, it } from "vitest";
import { curvesOf, nearest, percent, signed, swingsOf } from "../../src/replay/study";
import type { Study } from "../../src/wire/types";

const duel: Study = {
  sides: [0, 1],
  moments: [
    { at: 0, turn: 1, seat: 0, value: 0.1 },
    { at: 3, turn: 2, seat: 1, value: 0.5 },
    { at: 6, turn: 3, seat: 0, value: -0.4 },
    { at: 9, turn: 4, seat: 0, value: 1 },
    { at: 9, turn: 4, seat: 1, value: -1 },
  ],
  judged: 4,
  count: 4,
  choices: 9,
};
const many: Study = { ...duel, sides: [0, 1, 2], moments: [...duel.moments, { at: 4, turn: 2, seat: 2, value: 0.2 }] };

describe("curves", () => {
  it("two sides share one", () => {
    expect(curvesOf(duel).map((curve) => curve.points.map((one) => one.value))).toEqual([[0.1, -0.5, -0.4, 1]]);
  });
  it("a team is one side", () => {
    const [curve, ...none] = curvesOf({ ...many, sides: [0, 1, 0] });
    expect(none).toEqual([]);
    expect(curve?.points.map((one) => one.value)).toContain(0.2);
  });
  it("more have one each", () => expect(curvesOf(many).map((curve) => curve.side)).toEqual([0, 1, 2]));
  it("nothing judged has no points", () => expect(curvesOf({ ...duel, moments: [] })[0]?.points).toEqual([]));
});

describe("swings", () => {
  const swings = swingsOf(curvesOf(duel), duel.sides);
  it("are the largest, in the order of the match, told for whoever moved", () => {
    expect(swings.map((one) => [one.turn, one.seat])).toEqual([
      [1, 0],
      [3, 0],
    ]);
    expect(swings.map((one) => Math.round(one.change * 10) / 10)).toEqual([-0.6, 1.4]);
  });
  it("no more than wanted", () => expect(swingsOf(curvesOf(duel), duel.sides, 1)).toHaveLength(1));
});

describe("words", () => {
  it("a value is a chance", () =>
    expect([percent(-1), percent(0), percent(0.5), percent(1)]).toEqual(["0 %", "50 %", "75 %", "100 %"]));
  it("a change has a sign", () => expect([signed(-0.6), signed(0.4)]).toEqual(["−30 %", "+20 %"]));
  it("a click goes to the nearest", () =>
    expect([nearest(curvesOf(duel), 4), nearest(curvesOf(duel), 8), nearest([], 3)]).toEqual([3, 9, 0]));
});
