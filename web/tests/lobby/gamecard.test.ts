import { describe, expect, it } from "vitest";
import { byLastPlayed, minutesOf, namedApart, playersOf } from "../../src/lobby/gamecard";

describe("a game in a list", () => {
  it("seats and minutes are a range where they differ", () => {
    expect([playersOf([2, 2]), playersOf([2, 6]), minutesOf(30), minutesOf([30, 45])]).toEqual([
      "2",
      "2–6",
      "30",
      "30–45",
    ]);
  });

  it("the leading game stays first, the others go by when they were played", () => {
    const games = ["ragnarocks", "brandub", "drakkar", "star"].map((id) => ({ id }));
    const played = (game: string, when: number) => ({
      table: game + when,
      title: "",
      seat: 0,
      token: "",
      invite: "",
      watch: "",
      game,
      when,
    });
    const order = byLastPlayed(games, [played("star", 9), played("brandub", 3), played("drakkar", 5)]);
    expect(order.map((game) => game.id)).toEqual(["ragnarocks", "star", "drakkar", "brandub"]);
    expect(byLastPlayed(games, [])).toEqual(games);
  });

  it("what explains a title stands apart from it", () => {
    expect([namedApart("Drakkar, the card game"), namedApart("Brandub")]).toEqual([
      ["Drakkar", "the card game"],
      ["Brandub", ""],
    ]);
  });
});
