import { describe, expect, it } from "vitest";
import { arranged, homeless, kept, shapeOf, uppermost } from "../../src/scene/places";
import type { Thing, Zone } from "../../src/wire/types";

describe("places", () => {
  const zones: Zone[] = [
    { id: "board", kind: "board" },
    { id: "small", kind: "board", seat: 0 },
    { id: "sky", kind: "board" },
    { id: "hand:1", kind: "row", role: "hand", seat: 1 },
    { id: "hand:0", kind: "row", role: "hand", seat: 0 },
    { id: "middle" },
    { id: "stock", kind: "stack" },
    { id: "round", kind: "track" },
    { id: "buttons", kind: "buttons", things: [{ id: "button:pass", art: "button", label: "Pass", kind: "button" }] },
  ];
  it("a board in the middle, my hand under it, the rest by owner", () => {
    const places = arranged({ zones }, 1);
    expect(places.main?.id).toBe("board");
    expect(places.minors.map((zone) => zone.id)).toEqual(["small"]);
    expect(places.asides.map((zone) => zone.id)).toEqual(["sky"]);
    expect(places.hand.map((zone) => zone.id)).toEqual(["hand:1"]);
    expect(places.owned.get(0)?.map((zone) => zone.id)).toEqual(["hand:0"]);
    expect([places.piles[0]?.id, places.tracks[0]?.id, places.buttons[0]?.id, places.common[0]?.id]).toEqual([
      "stock",
      "round",
      "button:pass",
      "middle",
    ]);
  });
  it("cards of mine among which I choose are held too; others' hands never are", () => {
    const line: Zone = { id: "heroes-1", seat: 1, things: [{ id: "hero:a", art: "x", label: "A", kind: "card" }] };
    expect(arranged({ zones: [line] }, 1).hand).toEqual([]);
    expect(arranged({ zones: [line] }, 1, new Set(["hero:a"])).hand).toEqual([line]);
    expect(arranged({ zones }, null).hand).toEqual([]);
    const choices: Zone = {
      id: "any",
      role: "choices",
      seat: 1,
      things: [{ id: "dice:2", art: "button", label: "2 dice" }],
    };
    expect(arranged({ zones: [choices] }, 1).hand).toEqual([choices]);
  });
  it("a zone of players is none: their plates are touched", () => {
    const players: Zone = {
      id: "any",
      things: [1, 0].map((seat): Thing => ({ id: `p${seat}`, art: "x", label: "A", kind: "seat", seat })),
    };
    const places = arranged({ zones: [players] }, 0);
    expect([...places.seats].map(([seat, thing]) => [seat, thing.id])).toEqual([
      [1, "p1"],
      [0, "p0"],
    ]);
    expect(places.common).toEqual([]);
  });
  it("of a stack of cards the uppermost is seen; tokens lie side by side", () => {
    const card = (id: string): Thing => ({ id, art: "x", label: id, kind: "card" });
    expect(uppermost({ id: "s", kind: "stack", things: [card("a"), card("b")] })).toMatchObject({
      things: [{ id: "b" }],
      count: 2,
    });
    const goods = {
      id: "s",
      kind: "stack" as const,
      things: [
        { id: "g", art: "x", label: "goat" },
        { id: "w", art: "x", label: "axe" },
      ],
    };
    expect(uppermost(goods).things).toHaveLength(2);
  });
  it("every option can be reached, wherever it lies", () => {
    expect(homeless({ zones }, ["button:pass", "word:yes-please"])).toEqual([
      { id: "word:yes-please", art: "button", label: "yes please", kind: "button" },
    ]);
  });
  it("what goes leaves a gap until something new comes", () => {
    expect(kept([], ["a", "b", "c"])).toEqual(["a", "b", "c"]);
    expect(kept(["a", "b", "c"], ["a", "c"])).toEqual(["a", null, "c"]);
    expect(kept(["a", null, "c"], ["a", "c", "d", "e"])).toEqual(["a", "d", "c", "e"]);
    expect(kept(["a", "b"], ["a"])).toEqual(["a", null]);
    expect(kept(["a", "b"], [])).toEqual([]);
  });
  it("a table has the shape of what lies on it", () => {
    const shape = (...laid: Zone[]): string => shapeOf(arranged({ zones: laid }, 0));
    const hex = { id: "a1", art: "hex", label: "a1", kind: "space" as const };
    expect(shape({ id: "line" })).toBe("cards");
    expect(shape({ id: "board", kind: "board", things: [hex] })).toBe("board");
    expect(shape({ id: "field", kind: "board" })).toBe("field");
    expect(shape({ id: "sea", kind: "board" }, { id: "hall", kind: "board", seat: 1 })).toBe("halls");
  });
});
