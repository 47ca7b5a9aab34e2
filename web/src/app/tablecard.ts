// A table in the few words of a list.
import { botName } from "./bots";
import { settings } from "./settings.svelte";
import type { Clock, SeatCard } from "../wire/types";
import { say } from "./words";

export function clockOf(clock: Clock): string {
  if (clock.kind === "match") {
    const time = clock.seconds % 60 ? `${clock.seconds} s` : say("front.minutes", { minutes: clock.seconds / 60 });
    return clock.increment ? `${time} + ${clock.increment} s` : time;
  }
  return clock.kind === "decision" ? spanOf(clock.seconds) : say("new.clock.none");
}

/** "10 minutes", "2 days": the largest unit that divides it. */
export function spanOf(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
  ] as const;
  const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? ["second", 1];
  return new Intl.NumberFormat(settings.language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** The clock in a sentence, for whoever is about to play by it. */
export function clockTerms(clock: Clock): string {
  if (clock.kind === "none") return say("terms.clock.none");
  const time = spanOf(clock.seconds);
  if (clock.kind === "decision") return say("terms.clock.decision", { time });
  if (!clock.increment) return say("terms.clock.match", { time });
  return say("terms.clock.more", { time, more: spanOf(clock.increment) });
}

/** "turn 3", or what the game calls its turns: "battle 3". */
export function turnOf(card: { counts?: string }, turn: number): string {
  return card.counts ? `${card.counts} ${turn}` : say("table.turn", { turn });
}

/** What everybody at the table is called; a bot is a bot of its level, numbered where several are alike. */
export function namesOf(seats: readonly SeatCard[]): string[] {
  const bots = seats.filter((seat) => seat.kind === "bot");
  return seats.map((seat) => {
    if (seat.kind !== "bot") return seat.name || say("new.seat", { seat: seat.seat + 1 });
    const alike = bots.filter((bot) => botName(bot.name) === botName(seat.name));
    const name = alike.length > 1 ? `${botName(seat.name)} ${alike.indexOf(seat) + 1}` : botName(seat.name);
    return seat.left ? say("seat.for", { bot: name, name: seat.left }) : name;
  });
}
