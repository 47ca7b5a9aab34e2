import { cardsOf, turnedOver } from "../../src/scene/places";
import { describe, expect, it } from "vitest";
import { labelOf, named, readingOrder, rolls, stageOf, throwsOf, traceMarks, traceOf } from "../../src/scene/scene";
import type { Scene, Thing, Zone } from "../../src/wire/types";

const thing = (id: string, x = 0, y = 0, more: Partial<Thing> = {}): Thing => ({
  id,
  art: "square",
  label: id,
  at: [x, y],
  ...more,
});
const board: Zone = { id: "board", kind: "board", things: [thing("a", 0, 10), thing("b", 10, 0), thing("c", 0, 0)] };
const hand: Zone = { id: "hand", kind: "row", things: [thing("z"), thing("y")] };
const scene: Scene = { zones: [board, hand], plates: [{ seat: 0, name: "One", tone: "bone", emblem: "axe" }] };

describe("reading order", () => {
  it("goes line by line on a board and as laid in a row", () => {
    expect(readingOrder(scene, ["y", "a", "b", "c", "z"])).toEqual(["c", "b", "a", "z", "y"]);
  });
  it("follows the board when it is turned a quarter", () => {
    expect(readingOrder(scene, ["a", "b", "c"], new Set(["board"]))).toEqual(["a", "c", "b"]);
  });
  it("keeps options that lie nowhere, at the end", () => {
    expect(readingOrder(scene, ["button:pass", "b"])).toEqual(["b", "button:pass"]);
  });
});

describe("words", () => {
  it("names seats once, even if a name looks like a seat", () => {
    expect(named("{0} beats {1}, {7} watches", ["{1}", "Bo"])).toBe("{1} beats Bo, {7} watches");
  });
  it("calls a thing by its label and badge, an absent one by its id", () => {
    expect(labelOf({ zones: [{ id: "x", things: [thing("p", 0, 0, { label: "Viking", badge: "3" })] }] }, "p")).toBe(
      "Viking, 3",
    );
    expect(labelOf(scene, "button:pass-on")).toBe("pass on");
  });
});

describe("events", () => {
  it("tell what rolled and what moved", () => {
    const events = [
      { type: "Rolled", thing: "die:1", face: 5, sides: 6 },
      { type: "Moved", thing: "p", origin: "a", to: "b" },
    ] as const;
    expect(rolls(events)).toHaveLength(1);
    expect(traceMarks(board, traceOf(events))).toEqual([
      {
        kind: "trace",
        points: [
          [0, 10],
          [10, 0],
        ],
        tone: "ice",
      },
    ]);
  });
  it("leave the last move to a scene that marks it itself", () => {
    const marked: Zone = { ...board, marks: [{ kind: "trace", points: [] }] };
    expect(traceMarks(marked, [{ origin: "a", to: "b" }])).toEqual([]);
  });
});

it("a preview is drawn on its own board, or on the first one", () => {
  expect(stageOf(scene, "a")?.id).toBe("board");
  expect(stageOf(scene, "z")?.id).toBe("board");
});

describe("cards with two faces", () => {
  const hand = [
    { id: "face:1a", art: "bow", label: "Bow", other: "face:1b" },
    { id: "face:1b", art: "beer", label: "Beer", other: "face:1a" },
    { id: "card:x", art: "x", label: "X" },
  ];
  it("lie as one, the first face up until it is turned", () => {
    const shown = (turned: string[]): string[] =>
      cardsOf(hand, new Set(turned)).map(({ up, down }) => `${up.label}/${down?.label ?? ""}`);
    expect(shown([])).toEqual(["Bow/Beer", "X/"]);
    expect(shown(["face:1a"])).toEqual(["Beer/Bow", "X/"]);
  });
  it("show the face that was asked for, however they lay when they were turned before", () => {
    const over = (things: Thing[], turned: string[], down: string): string[] => {
      const after = turnedOver(things, new Set(turned), down);
      return cardsOf(things, after).map(({ up }) => up.label ?? "");
    };
    const [bow, beer, other] = hand;
    expect(over(hand, [], "face:1b")).toEqual(["Beer", "X"]);
    expect(over(hand, ["face:1a"], "face:1a")).toEqual(["Bow", "X"]);
    expect(over([beer!, bow!, other!], ["face:1a"], "face:1a")).toEqual(["Bow", "X"]); // dealt again
    expect([...turnedOver(hand, new Set(["face:2a"]), "face:1b")]).toEqual(["face:1a"]); // one is gone
  });
});

describe("dice beside the table", () => {
  it("are told apart by who threw them, throw by throw", () => {
    const die = (thing: string, face: number) => ({ type: "Rolled" as const, seat: 0, thing, face, sides: 6 });
    const scene = { zones: [{ id: "field", things: [{ id: "unit:a", art: "flag", label: "Blades" }] }] };
    const thrown = throwsOf(scene, [die("unit:a", 3), die("unit:a", 5), die("unit:gone", 1), die("unit:a", 6)]);
    expect(thrown.map((one) => [one.who, one.dice.map((each) => each.face)])).toEqual([
      ["Blades", [3, 5]],
      ["", [1]],
      ["Blades", [6]],
    ]);
  });
});
