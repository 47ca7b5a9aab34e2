import { describe, expect, it } from "vitest";
import { applied, arrived } from "../../src/scene/changes";
import type { Mark, Scene, Thing, Update, Zone } from "../../src/wire/types";

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

describe("a change", () => {
  it("puts things in place, appends new ones and takes gone ones away", () => {
    const next = applied(scene, { zones: [{ id: "board", put: [thing("b", 5, 5), thing("d")], gone: ["a"] }] });
    expect(next.zones[0]?.things?.map((one) => one.id)).toEqual(["b", "c", "d"]);
    expect(next.zones[0]?.things?.[0]?.at).toEqual([5, 5]);
  });
  it("lays things elsewhere in the list, new ones too, the lowest place first", () => {
    const places: [string, number][] = [
      ["n", 0],
      ["c", 1],
      ["m", 3],
    ];
    const next = applied(scene, { zones: [{ id: "board", put: [thing("n"), thing("m")], places }] });
    expect(next.zones[0]?.things?.map((one) => one.id)).toEqual(["n", "c", "a", "m", "b"]);
  });
  it("keeps the marks that stay before and behind the new ones", () => {
    const dot = (x: number): Mark => ({ kind: "dot", points: [[x, x]] });
    const old: Scene = { zones: [{ ...board, marks: [dot(1), dot(2), dot(3)] }] };
    const next = applied(old, { zones: [{ id: "board", marks: [dot(4), dot(5)], kept: [1, 1] }] });
    expect(next.zones[0]?.marks?.map((mark) => mark.points[0]?.[0])).toEqual([1, 4, 5, 3]);
    expect(applied(old, { zones: [{ id: "board", gone: ["a"] }] }).zones[0]?.marks).toHaveLength(3);
  });
  it("lays marks of before among the new ones", () => {
    const dot = (x: number): Mark => ({ kind: "dot", points: [[x, x]] });
    const old: Scene = { zones: [{ ...board, marks: [dot(1), dot(2), dot(3), dot(4)] }] };
    const next = applied(old, { zones: [{ id: "board", marks: [dot(5)], kept: [1, 0], order: [3, 4, 1] }] });
    expect(next.zones[0]?.marks).toEqual([dot(1), dot(4), dot(5), dot(2)]);
  });
  it("keeps the notes that stay, likewise", () => {
    const old: Scene = { zones: [], notes: [{ title: "a" }, { title: "b" }] };
    const next = applied(old, { notes: [{ title: "c" }], kept_notes: [0, 1] });
    expect(next.notes?.map((note) => note.title)).toEqual(["c", "b"]);
  });
  it("takes previews, those of which only marks or notes changed, and their order", () => {
    const dot = (x: number): Mark => ({ kind: "dot", points: [[x, x]] });
    const a = { thing: "a", marks: [dot(1), dot(2)], notes: [{ title: "n" }] };
    const old: Scene = { zones: [], previews: [a, { thing: "b" }, { thing: "c" }] };
    const next = applied(old, {
      previews: [{ thing: "d" }],
      changed_previews: [{ thing: "a", marks: [dot(3)], kept: [1, 0] }],
      gone_previews: ["b"],
      preview_places: [["d", 0]],
    });
    expect(next.previews?.map((one) => one.thing)).toEqual(["d", "a", "c"]);
    expect(next.previews?.[1]).toEqual({ ...a, marks: [dot(1), dot(3)] });
    expect(applied(old, {}).previews).toEqual(old.previews);
  });
  it("leaves untouched zones the same objects, and the old scene as it was", () => {
    const next = applied(scene, { zones: [{ id: "board", gone: ["a"] }] });
    expect(next.zones[1]).toBe(hand);
    expect(board.things).toHaveLength(3);
  });
  it("replaces whole zones, removes and orders them", () => {
    const whole: Zone = { id: "new", things: [thing("n")] };
    const next = applied(scene, { zones: [{ id: "new", whole }], gone_zones: ["board"], order: ["new", "hand"] });
    expect(next.zones.map((zone) => zone.id)).toEqual(["new", "hand"]);
  });
  it("appends a new zone last when no order is given", () => {
    const next = applied(scene, { zones: [{ id: "new", whole: { id: "new" } }] });
    expect(next.zones.map((zone) => zone.id)).toEqual(["board", "hand", "new"]);
  });
  it("keeps what it does not mention and takes empty lists seriously", () => {
    expect(applied(scene, {}).plates).toBe(scene.plates);
    expect(applied(scene, { plates: [] }).plates).toEqual([]);
    expect(applied(scene, { zones: [{ id: "board", marks: [] }] }).zones[0]?.marks).toEqual([]);
  });
  it("changes what lay on the table, here or in another zone, and leaves the rest of it", () => {
    const changed = [
      { id: "b", badge: "2" },
      { id: "z", at: [7, 7] as [number, number], state: [] },
    ];
    const next = applied(scene, {
      zones: [
        { id: "board", put: [thing("n")], changed },
        { id: "hand", gone: ["z"] },
      ],
    });
    expect(next.zones[0]?.things?.map((one) => one.id)).toEqual(["a", "b", "c", "n", "z"]);
    expect(next.zones[0]?.things?.[1]).toEqual(thing("b", 10, 0, { badge: "2" }));
    expect(next.zones[0]?.things?.[4]).toEqual(thing("z", 7, 7, { state: [] }));
    expect(next.zones[1]?.things?.map((one) => one.id)).toEqual(["y"]);
  });
  it("writes reaches out again, with ends of the scene before and ghosts of what lies there", () => {
    const goal = (picks: string[], x: number) => ({
      picks,
      at: [x, 0] as [number, number],
      turn: 0,
      text: picks.at(-1) ?? "",
    });
    const old: Scene = {
      zones: [board],
      reaches: [{ thing: "a", goals: [goal(["a", "one"], 1), goal(["a", "two"], 2)] }],
    };
    const next = applied(old, {
      ends: [[["three"], "three"]],
      reached: [
        {
          thing: "b",
          lead: ["b", "on"],
          goals: [
            [1, 5, 6, 90],
            [2, 7, 8, 0],
          ],
          lying: [{ id: "c", size: 4 }],
        },
      ],
    });
    expect(next.reaches).toEqual([
      {
        thing: "b",
        goals: [
          { picks: ["b", "on", "two"], at: [5, 6], turn: 90, text: "two" },
          { picks: ["b", "on", "three"], at: [7, 8], turn: 0, text: "three" },
        ],
        ghosts: [thing("c", 0, 0, { size: 4 })],
      },
    ]);
    expect(applied(next, {}).reaches).toBe(next.reaches);
    const short: Scene = { zones: [board], reaches: [{ thing: "a", onto: ["b"] }] };
    expect(applied(short, { reached: [{ thing: "a", onto: ["c"] }] }).reaches?.[0]?.onto).toEqual(["c"]);
  });
});

describe("an update", () => {
  const seen = { number: 1, seat: null, waiting: [], sealed: [], events: [] };
  const base = {
    type: "update",
    revision: 1,
    count: 0,
    turn: 0,
    part: 0,
    undo: "no",
    since: 0,
    log: [],
    seen,
  } as const;
  const gone = (...names: string[]) => ({ zones: [{ id: "board", gone: names }] });
  const left = (update: Partial<Update>): (string | undefined)[] | undefined =>
    arrived(scene, { ...base, ...update } as Update)?.zones[0]?.things?.map((one) => one.id);
  it("tells its scene from the one before, or from the last of its beats", () => {
    expect(left({ change: gone("a") })).toEqual(["b", "c"]);
    expect(left({ beats: [{ change: gone("a"), events: [] }], rest: gone("b") })).toEqual(["c"]);
    expect(left({})).toEqual(["a", "b", "c"]);
  });
  it("of an older server has all of it in its change, whatever lay between", () => {
    const put = { zones: [{ id: "board", put: [thing("n")] }] };
    expect(left({ beats: [{ change: put, events: [] }], change: gone("a", "b") })).toEqual(["c"]);
  });
  it("may bring its scene whole", () => {
    const whole: Scene = { zones: [hand] };
    expect(arrived(null, { ...base, seen: { ...seen, scene: whole } } as unknown as Update)).toBe(whole);
    expect(arrived(null, base as unknown as Update)).toBeNull();
  });
});
