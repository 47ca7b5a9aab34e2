// One of my matches in the few words of a line: who against, whose turn, how it ended.
import type { MyPlace } from "../app/mine";
import { namesOf, turnOf } from "../app/tablecard";
import { listed, say } from "../app/words";
import type { MyMatch, TableResult } from "../wire/types";

export type Stage = "mine" | "theirs" | "waiting" | "over" | "gone" | "asked";
export interface Line {
  place: MyPlace;
  stage: Stage; // asked: nothing is known yet
  against: string;
  says: string; // whose turn, or how it ended
  left: number | null; // milliseconds of whoever must choose
  turn: string; // which one it is, in words
  when: number; // milliseconds since 1970
}

const ORDER: readonly Stage[] = ["mine", "theirs", "waiting", "asked", "over", "gone"];

/** `match` is null for a table that is no longer there, and undefined before anything is known. */
export function lineOf(place: MyPlace, match: MyMatch | null | undefined): Line {
  const line: Line = { place, stage: "asked", against: "", says: "", left: null, turn: "", when: place.when };
  if (match === null) return { ...line, stage: "gone", says: say("front.gone") };
  if (!match) return line;
  const names = namesOf(match.table.seats);
  const others = names.filter((_, seat) => seat !== match.seat && match.table.seats[seat]?.kind !== "empty");
  const told = {
    against: listed(others),
    turn: match.turn ? turnOf(match.table, match.turn) : "",
    when: match.touched * 1000,
  };
  return { ...line, ...told, ...standing(match, names) };
}

function standing(match: MyMatch, names: readonly string[]): Pick<Line, "stage" | "says" | "left"> {
  const { state, result } = match.table;
  if (state === "waiting")
    return { stage: "waiting", says: say(gathers(match) ? "front.ready" : "front.waiting"), left: null };
  if (state === "over")
    return { stage: "over", says: result ? endOf(result, match.seat, names) : say("front.over"), left: null };
  const waiting = match.waiting ?? [];
  const mine = waiting.includes(match.seat);
  const asked = mine ? match.seat : waiting[0];
  const left = asked === undefined ? null : (match.clocks?.left[asked] ?? null);
  if (mine) return { stage: "mine", says: say("table.your"), left };
  if (asked === undefined) return { stage: "theirs", says: say("front.running"), left };
  return { stage: "theirs", says: say("front.thinks", { name: names[asked] ?? "" }), left };
}

/** Everybody sits, and the table waits for my word. */
function gathers({ table, seat }: MyMatch): boolean {
  return table.seats.every((one) => one.kind !== "empty") && !(table.ready ?? []).includes(seat);
}

/** "won 5 to 3", "lost on time", "second of four". */
export function endOf(result: TableResult, seat: number, names: readonly string[]): string {
  const place = result.places[seat] ?? 1;
  if (result.kind === "agreed" || result.kind === "closed" || result.kind === "rules") return say(`end.${result.kind}`);
  if (result.kind !== "played" && result.seat != null) {
    const mine = result.seat === seat;
    return say(mine ? `end.${result.kind}.me` : `end.${result.kind}`, { name: names[result.seat] ?? "" });
  }
  const all = result.places.length;
  if (all > 2 && place > 1 && new Set(result.places).size > 2) return say("end.place", { place, all });
  const shared = result.places.every((one) => one === 1);
  return say(shared ? "end.drawn" : place === 1 ? "end.won" : "end.lost") + scoreOf(result.scores, seat);
}

/** " 5 to 3": between two, where points are counted at all. */
function scoreOf(scores: readonly number[], seat: number): string {
  const [mine, theirs] = [scores[seat], scores[1 - seat]];
  if (scores.length !== 2 || mine === undefined || theirs === undefined || (mine === 0 && theirs === 0)) return "";
  return ` ${say("end.score", { mine, theirs })}`;
}

/** My turn first, then what runs, what waits, and what is over; the latest first among equals. */
export function sorted(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => ORDER.indexOf(a.stage) - ORDER.indexOf(b.stage) || b.when - a.when);
}

/** The time of day for today, the date before. */
export function dayOf(when: number, now: number, language: string): string {
  const place = language === "en" ? "en-GB" : language; // a day before its month, as in French
  const [then, today] = [new Date(when), new Date(now)];
  if (then.toDateString() === today.toDateString())
    return then.toLocaleTimeString(place, { hour: "2-digit", minute: "2-digit" });
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: "numeric" } as const);
  return then.toLocaleDateString(place, { day: "numeric", month: "short", ...year });
}
