// A table in the few words of a list.
import type { Clock, SeatCard } from "./wire";
import { say } from "./words";

export function clockOf(clock: Clock): string {
  if (clock.kind === "match") {
    const minutes = say("front.minutes", { minutes: Math.round((clock.seconds / 60) * 10) / 10 });
    return clock.increment ? `${minutes} + ${clock.increment} s` : minutes;
  }
  return clock.kind === "decision" ? `${clock.seconds} s` : say("new.clock.none");
}

/** What everybody at the table is called; a bot is a bot, numbered where there are several. */
export function namesOf(seats: readonly SeatCard[]): string[] {
  const bots = seats.filter((seat) => seat.kind === "bot");
  return seats.map((seat) => {
    if (seat.kind !== "bot") return seat.name || say("new.seat", { seat: seat.seat + 1 });
    return bots.length > 1 ? `${say("table.robot")} ${bots.indexOf(seat) + 1}` : say("table.robot");
  });
}
