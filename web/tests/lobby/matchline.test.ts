import { describe, expect, it } from "vitest";
import { dayOf, endOf, lineOf, sorted } from "../../src/lobby/matchline";
import type { MyMatch, TableCard, TableResult } from "../../src/wire/types";

const place = (table: string, when = 1) => ({
  table,
  game: "brandub",
  title: "Brandub",
  seat: 0,
  token: "t",
  invite: "",
  watch: "",
  when,
});
const seat = (n: number, name: string, kind: "person" | "bot" | "empty" = "person") => ({
  seat: n,
  kind,
  name,
  connected: true,
});
const card = (state: TableCard["state"], more: Partial<TableCard> = {}): TableCard => ({
  id: "a",
  game: "brandub",
  title: "Brandub",
  public: false,
  state,
  seats: [seat(0, "Astrid"), seat(1, "Leif")],
  clock: { kind: "none" },
  timeout: "default",
  commit: "",
  created: 0,
  ...more,
});
const match = (table: TableCard, more: Partial<MyMatch> = {}): MyMatch => ({ table, seat: 0, touched: 2, ...more });
const result = (places: number[], scores: number[], more: Partial<TableResult> = {}): TableResult => ({
  places,
  scores,
  because: "",
  kind: "played",
  ...more,
});

describe("one of my matches", () => {
  it("says whose turn it is, with the time of whoever must choose", () => {
    const clocks = { type: "clocks" as const, left: [252_000, 99_000], running: [0] };
    const mine = lineOf(place("a"), match(card("running"), { waiting: [0], clocks, turn: 27 }));
    expect(mine).toMatchObject({ stage: "mine", says: "Your turn", left: 252_000, against: "Leif", turn: "turn 27" });
    const battles = match(card("running", { counts: "battle" }), { turn: 3 });
    expect(lineOf(place("a"), battles).turn).toBe("battle 3");
    const theirs = lineOf(place("a"), match(card("running"), { waiting: [1], clocks }));
    expect(theirs).toMatchObject({ stage: "theirs", says: "Leif to move", left: 99_000 });
  });

  it("asks for my word where everybody sits, and waits where a seat is free", () => {
    expect(lineOf(place("a"), match(card("waiting", { ready: [1] }))).says).toBe("Ready?");
    const free = card("waiting", { seats: [seat(0, "Astrid"), seat(1, "", "empty")] });
    expect(lineOf(place("a"), match(free))).toMatchObject({ says: "waiting for players", against: "" });
  });

  it("tells a table that is gone from one that nobody has answered about", () => {
    expect([lineOf(place("a"), null).stage, lineOf(place("a"), undefined).stage]).toEqual(["gone", "asked"]);
  });

  it.each([
    [result([1, 2], [5, 3]), 0, "won 5 to 3"],
    [result([1, 2], [5, 3]), 1, "lost 3 to 5"],
    [result([1, 2], []), 0, "won"],
    [result([1, 1], [4, 4]), 0, "drawn 4 to 4"],
    [result([2, 1], [], { kind: "resigned", seat: 0 }), 0, "you resigned"],
    [result([2, 1], [], { kind: "timeout", seat: 0 }), 1, "won, Astrid ran out of time"],
    [result([1, 1], [], { kind: "agreed" }), 0, "draw agreed"],
    [result([3, 1, 2, 4], [1, 9, 5, 0]), 2, "place 2 of 4"],
    [result([1, 2, 1, 2], [9, 5, 9, 5]), 1, "lost"],
  ])("tells how it ended: %#", (end, mine, words) => {
    expect(endOf(end, mine, ["Astrid", "Leif", "Bodil", "Canute"])).toBe(words);
  });

  it("comes before those in which nothing is asked of me", () => {
    const lines = [
      lineOf(place("over"), match(card("over"))),
      lineOf(place("theirs"), match(card("running"), { waiting: [1] })),
      lineOf(place("late"), match(card("running"), { waiting: [0], touched: 3 })),
      lineOf(place("early"), match(card("running"), { waiting: [0], touched: 2 })),
    ];
    expect(sorted(lines).map((line) => line.place.table)).toEqual(["late", "early", "theirs", "over"]);
  });

  it("has a time of day today, and a date before", () => {
    const now = new Date(2026, 10, 18, 15, 0).getTime();
    expect(dayOf(new Date(2026, 10, 18, 14, 5).getTime(), now, "en")).toBe("14:05");
    expect(dayOf(new Date(2026, 10, 2).getTime(), now, "en")).toBe("2 Nov");
    expect(dayOf(new Date(2025, 10, 2).getTime(), now, "en")).toBe("2 Nov 2025");
  });
});
