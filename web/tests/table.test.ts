import { describe, expect, it } from "vitest";
import { clockWords } from "../src/lib/clock";
import { minutesOf, playersOf } from "../src/lib/gamecard";
import { actOf, stepped } from "../src/lib/keys";
import { patience } from "../src/lib/live.svelte";
import { arranged, homeless, uppermost } from "../src/lib/places";
import { entriesOf, found, sections } from "../src/lib/rulebook";
import { merged, settings } from "../src/lib/settings.svelte";
import { namesOf } from "../src/lib/tablecard";
import { verdict } from "../src/lib/verdict";
import type { Book, Zone } from "../src/lib/wire";

describe("keys", () => {
  const press = (key: string, more = {}) => actOf({ key, altKey: false, ctrlKey: false, metaKey: false, ...more });
  it("arrows walk, Escape goes back, ? opens the rule", () => {
    expect([press("ArrowRight"), press("ArrowDown"), press("ArrowLeft"), press("ArrowUp")]).toEqual([
      "next",
      "next",
      "previous",
      "previous",
    ]);
    expect([press("Escape"), press("?"), press("x")]).toEqual(["back", "rule", null]);
  });
  it("leave the browser its own keys", () => expect(press("ArrowLeft", { altKey: true })).toBeNull());
  it("walk round the options", () => {
    expect(stepped(["a", "b", "c"], null, 1)).toBe("a");
    expect(stepped(["a", "b", "c"], null, -1)).toBe("c");
    expect(stepped(["a", "b", "c"], "c", 1)).toBe("a");
    expect(stepped(["a", "b", "c"], "a", -1)).toBe("c");
    expect(stepped(["a"], "gone", 1)).toBe("a");
    expect(stepped([], null, 1)).toBeNull();
  });
});

describe("coming back", () => {
  it("waits longer each time, never too long, never all at once", () => {
    expect(patience(0, 0)).toBe(300);
    expect(patience(1, 0)).toBeGreaterThan(patience(0, 0));
    expect(patience(50, 1)).toBeLessThanOrEqual(20_000);
    expect(patience(3, 0)).toBeLessThan(patience(3, 1));
  });
});

describe("clocks", () => {
  for (const [left, words] of [
    [0, "0:00.0"],
    [9_940, "0:10"],
    [9_400, "0:09.4"],
    [10_000, "0:10"],
    [61_500, "1:02"],
    [3_723_000, "1:02:03"],
  ] as const) {
    it(`${left} ms is ${words}`, () => expect(clockWords(left)).toBe(words));
  }
});

describe("places", () => {
  const zones: Zone[] = [
    { id: "board", kind: "board" },
    { id: "small", kind: "board", seat: 0 },
    { id: "sky", kind: "board" },
    { id: "hand:1", kind: "row", seat: 1 },
    { id: "hand:0", kind: "row", seat: 0 },
    { id: "middle" },
    { id: "stock", kind: "stack" },
    { id: "round", kind: "track" },
    { id: "buttons", kind: "buttons", things: [{ id: "button:pass", art: "button", label: "Pass" }] },
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
    const line: Zone = { id: "heroes-1", seat: 1, things: [{ id: "hero:a", art: "x", label: "A", tip: "Strong" }] };
    expect(arranged({ zones: [line] }, 1).hand).toEqual([]);
    expect(arranged({ zones: [line] }, 1, new Set(["hero:a"])).hand).toEqual([line]);
    expect(arranged({ zones }, null).hand).toEqual([]);
    const choices: Zone = { id: "choices", seat: 1, things: [{ id: "dice:2", art: "button", label: "2 dice" }] };
    expect(arranged({ zones: [choices] }, 1).hand).toEqual([choices]);
  });
  it("of a stack of cards the uppermost is seen; tokens lie side by side", () => {
    const card = (id: string) => ({ id, art: "x", label: id, tip: "words" });
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
      { id: "word:yes-please", art: "button", label: "yes please" },
    ]);
  });
});

describe("the rulebook", () => {
  const book: Book = {
    title: "B",
    rules: [
      {
        id: "move.straight",
        section: "Moving",
        title: "Straight",
        text: "Along a row.",
        source: "",
        awaits: "",
        reconstructed: true,
      },
    ],
    rulings: [
      {
        id: "ruling.quiet",
        question: "And then?",
        decision: "A draw.",
        why: "It must end.",
        confidence: "",
        rules: [],
        awaits: "",
      },
    ],
    parts: [
      { id: "card.1", section: "Cards", title: "Freki", text: "Wisdom dice: 2.", reconstructed: true, basis: "" },
      {
        id: "card.2",
        section: "Cards",
        title: "Geri",
        text: "Wisdom dice: 3.",
        reconstructed: true,
        basis: "the name",
      },
      { id: "card.3", section: "Cards", title: "Loki", text: "", reconstructed: false, basis: "" },
    ],
    provenance: null,
  };
  it("is one list, searched by all words in any case", () => {
    expect(entriesOf(book)).toHaveLength(5);
    expect(entriesOf(book).map((entry) => entry.mark)).toEqual(["reconstructed", "", "reconstructed", "partly", ""]);
    expect(found(book, "card.1")).toEqual([]); // an id of the file is no word for readers
    expect(found(book, "geri the name")[0]?.basis).toBe("the name");
    expect(found(book, "ROW along").map((entry) => entry.id)).toEqual(["move.straight"]);
    expect(found(book, "must end")[0]?.id).toBe("ruling.quiet");
    expect(found(book, "nowhere")).toEqual([]);
  });
  it("has sections, then rulings, then cards", () => {
    expect(sections(entriesOf(book), "Rulings").map((part) => part.title)).toEqual(["Moving", "Rulings", "Cards"]);
  });
});

describe("settings", () => {
  it("take what is stored and of the right kind", () => {
    const next = merged(settings, { theme: "dark", motion: "no", sound: false, language: "xx", unknown: 1 });
    expect([next.theme, next.motion, next.sound, next.language]).toEqual([
      "dark",
      settings.motion,
      false,
      settings.language,
    ]);
    expect(Object.keys(next)).not.toContain("unknown");
    expect(merged(settings, null)).toEqual({ ...settings });
  });
});

describe("words of a game and its end", () => {
  it("seats and minutes are a range where they differ", () => {
    expect([playersOf([2, 2]), playersOf([2, 6]), minutesOf(30), minutesOf([30, 45])]).toEqual([
      "2",
      "2–6",
      "30",
      "30–45",
    ]);
  });
  it("bots are numbered only where there are several", () => {
    const seat = (n: number, kind: "bot" | "person") => ({
      seat: n,
      kind,
      name: kind === "bot" ? "mcts:1s" : "Ann",
      connected: true,
    });
    expect(namesOf([seat(0, "person"), seat(1, "bot")])).toEqual(["Ann", "Bot"]);
    expect(namesOf([seat(0, "bot"), seat(1, "bot")])).toEqual(["Bot 1", "Bot 2"]);
    const levels = ["jarl", "odin", "jarl"].map((name, n) => ({
      seat: n,
      kind: "bot" as const,
      name,
      connected: true,
    }));
    expect(namesOf(levels)).toEqual(["Bot Jarl 1", "Bot Odin", "Bot Jarl 2"]);
  });
  it("says who won, to the winner, the loser and whoever looks on", () => {
    const result = { places: [1, 2], scores: [], because: "end", kind: "played" as const };
    expect(verdict(result, ["Ann", "Bo"], 0)).toBe("You won.");
    expect(verdict(result, ["Ann", "Bo"], 1)).toBe("You lost. Ann won.");
    expect(verdict(result, ["Ann", "Bo"], null)).toBe("Ann won.");
    expect(verdict({ ...result, places: [1, 1], kind: "agreed" }, ["Ann", "Bo"], 0)).toBe(
      "A draw by agreement. Ann, Bo share the first place.",
    );
    expect(verdict({ ...result, kind: "resigned", seat: 1 }, ["Ann", "Bo"], 0)).toBe("Bo resigned. You won.");
  });
});
