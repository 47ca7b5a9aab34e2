// A tournament in the few words of a list.
import { botName } from "../app/bots";
import { settings } from "../app/settings.svelte";
import { clockOf } from "../app/tablecard";
import { say } from "../app/words";
import type { EntrantCard, TournamentCard } from "../wire/types";

/** "20:15", or with its day where that is not today. */
export function momentOf(seconds: number, now = Date.now()): string {
  const moment = new Date(seconds * 1000);
  const today = moment.toDateString() === new Date(now).toDateString();
  const day = today ? {} : { weekday: "short" as const, day: "numeric" as const, month: "short" as const };
  const place = settings.language === "en" ? "en-GB" : settings.language; // a day before its month, as in French
  return new Intl.DateTimeFormat(place, { ...day, hour: "2-digit", minute: "2-digit" }).format(moment);
}

/** Who meets whom, how long, by which clock, and how many take part. */
export function termsOf(card: TournamentCard): string {
  const parts = [say(`cup.kind.${card.kind}`)];
  if (card.rounds) parts.push(say("cup.of", { rounds: card.rounds }));
  if (card.minutes) parts.push(say("cup.lasts", { minutes: card.minutes }));
  if (card.clock) parts.push(clockOf(card.clock));
  parts.push(say("cup.count", { count: card.entrants }));
  return parts.join(" · ");
}

/** When it begins or ends, as far as that is known. */
export function whenOf(card: TournamentCard): string {
  if (card.state === "open" && card.begins) return say("cup.at", { when: momentOf(card.begins) });
  if (card.state === "running" && card.until) return say("cup.until", { when: momentOf(card.until) });
  return say(`cup.state.${card.state}`);
}

export const calledOf = (one: Pick<EntrantCard, "name" | "bot">): string => (one.bot ? botName(one.name) : one.name);

/** Tables that somebody was taken to: they are not taken there again when they come back. */
export const called = new Set<string>();
