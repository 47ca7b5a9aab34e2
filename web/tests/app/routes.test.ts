import { describe, expect, it } from "vitest";
import { hashOf, routeOf, type Route } from "../../src/app/routes";

const ROUTES: Route[] = [
  { page: "front" },
  { page: "new", game: "some_game" },
  { page: "new", game: "" },
  { page: "table", table: "t1" },
  { page: "join", table: "t1", invite: "a/b c" },
  { page: "join", table: "t1", invite: "" },
  { page: "watch", table: "t1", watch: "w" },
  { page: "replay", replay: "r", at: 12, study: false },
  { page: "replay", replay: "r", at: 12, study: true },
  { page: "replay", replay: "r", at: null, study: false },
  { page: "saga", packed: "q1-_bA" },
  { page: "puzzle", game: "", puzzle: "" },
  { page: "puzzle", game: "g", puzzle: "ab12cd" },
  { page: "learn", game: "g" },
  { page: "rules", game: "g", rule: "move.straight" },
  { page: "workshop", game: "g", workshop: "fleet" },
];

describe("routes", () => {
  for (const route of ROUTES)
    it(`there and back: ${hashOf(route)}`, () => expect(routeOf(hashOf(route))).toEqual(route));
  for (const strange of ["", "#", "#/", "#/nowhere", "#/table", "#/table/", "#/%E0%A4%A", "#/replay", "#/saga"]) {
    it(`${strange || "nothing"} is the front page`, () => expect(routeOf(strange)).toEqual({ page: "front" }));
  }
  it("a replay's place must be a number", () =>
    expect(routeOf("#/replay/r/x9")).toEqual({ page: "replay", replay: "r", at: null, study: false }));
});
