import { beforeEach, describe, expect, it } from "vitest";
import {
  begun,
  counted,
  found,
  renamed,
  takenWares,
  toggled,
  withHead,
  withoutSection,
  withSection,
  withWare,
} from "../../src/workshop/draft";
import type { Catalogue } from "../../src/wire/types";
import { forgetWork, handOver, received, saveWork, works } from "../../src/workshop/works";

const ware = (id: string, group: string, text = ""): Catalogue["wares"][number] => ({
  id,
  title: `The ${id}`,
  points: 5,
  group,
  text,
  extras: [],
});
const catalogue: Catalogue = {
  title: "Fleet",
  section: "Crew",
  unit: "gold",
  ready: [],
  heads: [
    { id: "name", title: "Name", kind: "text", choices: [], sorts: false },
    {
      id: "port",
      title: "Port",
      kind: "choice",
      choices: [{ id: "north", title: "North", points: 0, kind: "" }],
      sorts: true,
    },
    { id: "captain", title: "Captain", kind: "taken", choices: [], sorts: false },
  ],
  groups: [],
  wares: [ware("rower", "north", "rows"), ware("bard", "north", "sings"), ware("cook", "south")],
};
const first = begun(catalogue);
const lines = (draft: typeof first): string[] =>
  draft.sections.map(
    (section) =>
      `${section.title}: ${section.taken.map((one) => [one.count, one.ware, ...one.extras].join(" ")).join(", ")}`,
  );

describe("a draft", () => {
  it("begins with the first of every choice and one section", () => {
    expect(first).toEqual({
      heads: { name: "", port: "north", captain: "" },
      sections: [{ title: "Crew 1", taken: [] }],
    });
  });
  it("counts equal wares, and keeps those with extras apart", () => {
    const crew = ["rower", "rower", "bard"].reduce((draft, one) => withWare(draft, 0, one), first);
    expect(lines(crew)).toEqual(["Crew 1: 2 rower, 1 bard"]);
    const loud = withWare(toggled(crew, 0, 0, "drum"), 0, "rower");
    expect(lines(loud)).toEqual(["Crew 1: 2 rower drum, 1 bard, 1 rower"]);
    expect(lines(toggled(loud, 0, 0, "drum"))).toEqual(["Crew 1: 2 rower, 1 bard, 1 rower"]);
  });
  it("loses a line with its last one, and never has more than 99", () => {
    const crew = withWare(first, 0, "rower");
    expect(lines(counted(crew, 0, 0, 400))).toEqual(["Crew 1: 99 rower"]);
    expect(lines(counted(crew, 0, 0, 0))).toEqual(["Crew 1: "]);
    expect(lines(counted(crew, 0, 0, Number.NaN))).toEqual(["Crew 1: "]);
  });
  it("has sections that come, go and are renamed", () => {
    const two = withSection(first, catalogue);
    expect(lines(two)).toEqual(["Crew 1: ", "Crew 2: "]);
    expect(lines(withSection(withoutSection(two, 0), catalogue))).toEqual(["Crew 2: ", "Crew 3: "]);
    expect(renamed(two, 1, "Bow").sections[1]?.title).toBe("Bow");
  });
  it("knows what was taken, and leaves the one before alone", () => {
    const crew = withHead(withWare(first, 0, "cook"), "name", "Long Serpent");
    expect(takenWares(crew, catalogue).map((one) => one.id)).toEqual(["cook"]);
    expect([crew.heads["name"], first.heads["name"], lines(first)]).toEqual(["Long Serpent", "", ["Crew 1: "]]);
  });
});

describe("what is on offer", () => {
  it("is found by group and by every word", () => {
    expect(found(catalogue, "north", "").map((one) => one.id)).toEqual(["rower", "bard"]);
    expect(found(catalogue, "", "the SING").map((one) => one.id)).toEqual(["bard"]);
    expect(found(catalogue, "south", "sing")).toEqual([]);
  });
});

describe("works", () => {
  beforeEach(() => {
    const store = new Map<string, string>();
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => store.get(key) ?? null,
        setItem: (key: string, value: string) => store.set(key, value),
      },
    });
  });
  const work = (title: string, text: string) => ({ game: "g", workshop: "fleet", title, text });
  it("are kept by their title, newest first, and forgotten", () => {
    for (const [title, text] of [
      ["a", "1"],
      ["b", "2"],
      ["a", "3"],
    ] as const)
      void saveWork(work(title, text));
    void saveWork({ ...work("c", "4"), game: "other" });
    expect(works("g", "fleet").map((one) => one.text)).toEqual(["3", "2"]);
    forgetWork(work("a", ""));
    expect(works("g", "fleet").map((one) => one.text)).toEqual(["2"]);
  });
  it("are handed over once, to the game they are for", () => {
    handOver("g", "first", "text");
    expect(received("other")).toEqual({});
    handOver("g", "first", "text");
    expect([received("g"), received("g")]).toEqual([{ first: "text" }, {}]);
  });
});
