import { beforeAll, describe, expect, it, vi } from "vitest";
import { aimed, byWhole, meanings, meant, nearest, wholesOf } from "../../src/scene/wholes";
import type { Source, View } from "../../src/scene/view.svelte";
import type { Scene, Thing } from "../../src/wire/types";

const thing = (id: string, whole = "", more: Partial<Thing> = {}): Thing => ({
  id,
  art: "x",
  label: id,
  whole,
  ...more,
});
const base = (n: number, whole: string) => thing(`fighter:${n}`, whole);
const scene: Scene = {
  zones: [
    {
      id: "table",
      kind: "board",
      things: [
        base(1, "unit:a"),
        base(2, "unit:a"),
        base(3, "unit:b"),
        thing("unit:a"),
        thing("unit:b"),
        thing("wood:1"),
      ],
    },
  ],
  previews: [{ thing: "unit:b" }, { thing: "fighter:3" }],
};
const wholes = wholesOf(scene);
const may = (...things: string[]) => new Set(things);
const at = (...all: [string, number][]) => all.map(([thing, far]) => ({ thing, far }));

describe("options that lie upon each other", () => {
  const far = (...all: number[]) => all.map((far, n) => ({ n, far }));
  it("are taken by their middle", () => expect(nearest(far(12, 3, 8))?.n).toBe(1));
  it("are taken from above where their middles meet", () => expect(nearest(far(3.5, 3, 3.2))?.n).toBe(0));
  it("may be none", () => expect(nearest([])).toBeUndefined());
});

describe("a member", () => {
  it("stands for its whole, unless it may be touched itself", () => {
    expect(meant("fighter:1", wholes, may("unit:a"))).toBe("unit:a");
    expect(meant("fighter:1", wholes, may("unit:a", "fighter:1"))).toBe("fighter:1");
    expect(meant("fighter:1", wholes, may())).toBe("unit:a");
    expect(meant("wood:1", wholes, may("unit:a"))).toBe("wood:1");
  });
  it("says first what it is, then what it belongs to", () => {
    expect(meanings(["fighter:1", "fighter:2", "wood:1"], wholes)).toEqual([
      "fighter:1",
      "fighter:2",
      "wood:1",
      "unit:a",
    ]);
  });
  it("is found with its like", () => {
    expect([...byWhole(scene.zones[0]?.things ?? [])].map(([whole, all]) => [whole, all.length])).toEqual([
      ["unit:a", 2],
      ["unit:b", 1],
    ]);
  });
});

describe("what is pointed at", () => {
  it("is the whole whose member lies there", () => {
    expect(aimed(at(["fighter:1", 4], ["wood:1", 0]), wholes, may("unit:a"))).toBe("unit:a");
    expect(aimed(at(["fighter:1", 9], ["fighter:3", 2]), wholes, may("unit:a", "unit:b"))).toBe("unit:b");
  });
  it("is an option that lies there itself, however near a member is", () => {
    expect(aimed(at(["fighter:1", 0], ["ghost:7", 9]), wholes, may("unit:a", "ghost:7"))).toBe("ghost:7");
    expect(aimed(at(["fighter:1", 0], ["unit:b", 9]), wholes, may("unit:a", "unit:b"))).toBe("unit:b");
    expect(aimed(at(["fighter:1", 5], ["fighter:3", 9]), wholes, may("unit:a", "fighter:3"))).toBe("fighter:3");
  });
  it("may be nothing", () => expect(aimed(at(["fighter:1", 0], ["wood:1", 0]), wholes, may("unit:b"))).toBeNull());
});

describe("a touch of a member", () => {
  let make: (choices: string[], shown?: Scene) => { view: View; heard: string[] };
  beforeAll(async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
    const { View } = await import("../../src/scene/view.svelte");
    make = (choices, shown = scene) => {
      const heard: string[] = [];
      const source: Source = {
        game: "g",
        scene: shown,
        choices,
        seat: 0,
        sent: null,
        chosen: null,
        tell: (words) => words,
        choose: (one) => heard.push(`choose ${one}`),
        chooseThen: (one, next) => heard.push(`${one} then ${next}`),
        chooseAll: (picks) => heard.push(picks.join(" then ")),
        askWhy: (one) => heard.push(`why ${one}`),
      };
      return { view: new View(source), heard };
    };
  });
  const touched = (choices: string[], one: string, tapped = false) => {
    const { view, heard } = make(choices);
    view.touch(one, tapped);
    return [...heard, ...(view.pending ? [`propose ${view.pending}`] : [])];
  };

  it("chooses the whole, or the member where that is asked for", () => {
    expect(touched(["unit:a"], "fighter:1")).toEqual(["choose unit:a"]);
    expect(touched(["unit:a", "fighter:1"], "fighter:1")).toEqual(["choose fighter:1"]);
  });
  it("by a finger proposes the whole that shows something", () => {
    expect(touched(["unit:b"], "fighter:3", true)).toEqual(["propose unit:b"]);
    expect(touched(["unit:a"], "fighter:1", true)).toEqual(["choose unit:a"]);
  });
  it("explains the whole, and asks why of it when it is touched once more", () => {
    const { view, heard } = make(["unit:b"]);
    view.touch("fighter:1", false);
    expect([view.explained, heard]).toEqual(["unit:a", []]);
    view.touch("fighter:1", false);
    expect(heard).toEqual(["why unit:a"]);
    view.touch("unit:b", false);
    expect(view.explained).toBe(null);
  });
  it("lets things be dropped on the whole, never on itself", () => {
    const { view, heard } = make(["unit:a"]);
    view.drop("unit:a", "fighter:3");
    view.drop("unit:a", "fighter:1");
    view.drop("unit:a", null);
    expect(heard).toEqual(["unit:a then unit:b"]);
  });
  it("lights the whole in its members when it may be touched, is looked at or selected", () => {
    const { view } = make(["unit:a"]);
    const lit = () => ["unit:a", "unit:b"].filter((id) => view.isLit(view.things.get(id) as Thing));
    expect(lit()).toEqual(["unit:a"]);
    expect([view.answers("fighter:1"), view.answers("fighter:3")]).toEqual([true, false]);
    view.looked = "unit:b";
    expect(lit()).toEqual(["unit:a", "unit:b"]);
    const chosen: Scene = {
      zones: [{ id: "t", things: [base(1, "unit:a"), thing("unit:a", "", { state: ["selected"] })] }],
    };
    const still = make([], chosen).view;
    expect(still.isLit(still.things.get("unit:a") as Thing)).toBe(true);
  });
});
