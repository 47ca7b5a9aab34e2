// A table in the few words of a list.
import { botName } from "./bots";
import type { Clock, SeatCard } from "../wire/types";
import { say } from "./words";

export function clockOf(clock: Clock): string {
  if (clock.kind === "match") {
    const minutes = say("front.minutes", { minutes: Math.round((clock.seconds / 60) * 10) / 10 });
    return clock.increment ? `${minutes} + ${clock.increment} s` : minutes;
  }
  return clock.kind === "decision" ? `${clock.seconds} s` : say("new.clock.none");
}

/** What everybody at the table is called; a bot is a bot of its level, numbered where several are alike. */
export function namesOf(seats: readonly SeatCard[]): string[] {
  const bots = seats.filter((seat) => seat.kind === "bot");
  return seats.map((seat) => {
    if (seat.kind !== "bot") return seat.name || say("new.seat", { seat: seat.seat + 1 });
    const alike = bots.filter((bot) => botName(bot.name) === botName(seat.name));
    return alike.length > 1 ? `${botName(seat.name)} ${alike.indexOf(seat) + 1}` : botName(seat.name);
  });
}
