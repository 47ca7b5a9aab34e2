// Going somewhere else in the page.
import { hashOf, type Route } from "./routes";
import { remember } from "./mine";
import { settings } from "./settings.svelte";
import type { GameCard, TakenSeat } from "../wire/types";
import { say } from "./words";

export function go(route: Route): void {
  location.hash = hashOf(route);
}

/** The same, without leaving a trace of where we were: an invitation must not stay in the history. */
export function replaceBy(route: Route): void {
  history.replaceState(null, "", hashOf(route));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** The address of where we are by now, to be shared; nothing is loaded anew. */
export function noteWhere(route: Route): void {
  history.replaceState(history.state, "", hashOf(route));
}

export function myName(): string {
  return settings.name.trim() || say("you.guest");
}

export function seated(place: TakenSeat, game: Pick<GameCard, "id" | "title">): void {
  remember({
    table: place.table,
    game: game.id,
    title: game.title,
    seat: place.seat,
    token: place.token,
    invite: place.invite ?? "",
    watch: place.watch ?? "",
    when: Date.now(),
  });
}
