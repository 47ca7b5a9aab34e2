import { expect, test } from "vitest";
import { isAside, isOver, shortly } from "../../../src/scene/cards/lines";
import type { Zone } from "../../../src/wire/types";

const zone = (kind: string, ...states: string[][]): Zone =>
  ({ id: "z", kind, things: states.map((state, n) => ({ id: `die:${n}`, kind: "die", state })) }) as unknown as Zone;

test("a zone beside its plate does not say whose it is", () => {
  expect(shortly("Aesir hand", "Aesir")).toBe("hand");
  expect(shortly("Main des Ases", "les Ases")).toBe("Main des");
  expect(shortly("hand", "Aesir")).toBe("hand");
});

test("stacks and hidden hands lie aside, sealed cards do not", () => {
  expect(isAside(zone("stack"))).toBe(true);
  expect(isAside(zone("row", ["face-down"]))).toBe(true);
  expect(isAside(zone("row", ["face-down", "sealed"]))).toBe(false);
  expect(isAside(zone("ship", ["face-down"]))).toBe(false);
});

test("a row of past dice is over", () => {
  expect(isOver(zone("row", ["past"], ["past"]))).toBe(true);
  expect(isOver(zone("row", ["past"], []))).toBe(false);
});
