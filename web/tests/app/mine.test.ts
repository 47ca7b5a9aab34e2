import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetOwned, places, remember } from "../../src/app/mine";

const place = (table: string, token: string) => ({
  table,
  game: "brandub",
  title: "Brandub",
  seat: 0,
  token,
  invite: "",
  watch: "",
  when: 1,
});

describe("whoever signs out", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    for (const [table, token] of [
      ["elsewhere", ""],
      ["mine", "word"],
      ["before", "word"],
    ] as const)
      remember(place(table, token));
  });
  it("leaves no seat behind that their account opens", () => {
    forgetOwned(["mine", "elsewhere"]);
    expect(places().map((one) => one.table)).toEqual(["before"]);
  });
  it("keeps what this device alone opens, where the account is not kept", () => {
    forgetOwned([]);
    expect(places().map((one) => one.table)).toEqual(["before", "mine"]);
  });
});
