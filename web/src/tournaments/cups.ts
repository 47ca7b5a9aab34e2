// A tournament in the few words of a list.
import { botName } from "../app/bots";
import { settings } from "../app/settings.svelte";
import { clockOf } from "../app/tablecard";
import { say } from "../app/words";
import type { EntrantCard, TournamentCard } from "../wire/types";

const SOON = 86_400; // seconds: within a day the hour is enough

/** "20:15", or with its day where that is not today. */
export function momentOf(seconds: number): string {
  const near = Math.abs(seconds - Date.now() / 1000) < SOON;
  const day = near ? {} : { day: "numeric" as const, month: "short" as const };
  return new Intl.DateTimeFormat(settings.language, { ...day, hour: "2-digit", minute: "2-digit" }).format(
    new Date(seconds * 1000),
  );
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
