// My matches as the server knows them: all at once, and those that go on again and again.
import { untrack } from "svelte";
import { me } from "../app/me.svelte";
import { forget, places, putAway, rememberOwned, type MyPlace } from "../app/mine";
import { knownGames, mine } from "../wire/api";
import { myHistory } from "../wire/people";
import type { MyMatch } from "../wire/types";
import { lineOf, sorted, type Line } from "./matchline";

const AGAIN = 8_000; // milliseconds

export class MyMatches {
  #places: MyPlace[] = $state.raw(places());
  #known: Readonly<Record<string, MyMatch | null>> = $state.raw({});
  heard = $state(0); // when the server last answered: clocks run since then
  readonly lines: Line[] = $derived(sorted(this.#places.map((place) => lineOf(place, this.#known[place.table]))));
  readonly listed: Line[] = $derived(this.lines.filter((line) => !line.place.away));
  readonly away: Line[] = $derived(this.lines.filter((line) => line.place.away));

  /** Asks now and then while somebody looks, and not at all once everything is over. */
  follow(): () => void {
    untrack(() => {
      // what it changes must not begin it anew
      void this.#ask(this.#places);
      void this.#meetOwned();
    });
    const again = (): void => {
      if (!document.hidden) void this.#ask(this.#places.filter((place) => this.#goesOn(place)));
    };
    const timer = setInterval(again, AGAIN);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }

  /** What I have begun on other devices is mine here too. */
  async #meetOwned(): Promise<void> {
    await me.look();
    if (!me.account) return;
    const [page, games] = await Promise.all([myHistory(), knownGames()]).catch(() => [null, null] as const);
    const titles = new Map(games?.map((game) => [game.id, game.title]));
    const going = (page?.matches ?? []).filter((line) => line.state !== "over");
    const nowhere = { token: "", invite: "", watch: "" }; // the account opens them
    rememberOwned(
      going.map(({ table, game, seat, since }) => {
        return { table, game, seat, title: titles.get(game) ?? "", when: since * 1000, ...nowhere };
      }),
    );
    const known = new Set(this.#places.map((place) => place.table));
    this.#places = places();
    await this.#ask(this.#places.filter((place) => !known.has(place.table)));
  }

  put(table: string, away: boolean): void {
    putAway(table, away);
    this.#places = places();
    if (!away) void this.#ask(this.#places.filter((place) => place.table === table));
  }

  drop(table: string): void {
    forget(table);
    this.#places = places();
  }

  #goesOn(place: MyPlace): boolean {
    const known = this.#known[place.table];
    return !place.away && known !== null && known?.table.state !== "over";
  }

  async #ask(asked: readonly MyPlace[]): Promise<void> {
    if (!asked.length) return;
    const found = await mine(asked.map(({ table, token }) => ({ table, token }))).catch(() => null);
    if (!found) return; // what was known stays
    const told = new Map(found.map((match) => [match.table.id, match]));
    this.#known = { ...this.#known, ...Object.fromEntries(asked.map(({ table }) => [table, told.get(table) ?? null])) };
    this.heard = Date.now();
  }
}
