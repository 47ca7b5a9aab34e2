// How the log is set: what one hand did in one turn shares a line where it is short enough.
import type { LogLine } from "../../wire/types";

const LINE = 34; // letters that fit beside turn and medallion

/** Lines of the same turn and seat, joined while they fit. Where we are in the story a new line begins. */
export function joined(log: readonly LogLine[], now: number | null): LogLine[] {
  const found: LogLine[] = [];
  for (const line of log) {
    const last = found.at(-1);
    const same = last && line.seat >= 0 && last.seat === line.seat && last.turn === line.turn;
    const parted = now !== null && last && last.at <= now && line.at > now;
    const words = last ? `${last.words}, ${line.words}` : line.words;
    if (same && !parted && words.length <= LINE) found[found.length - 1] = { ...line, words };
    else found.push(line);
  }
  return found;
}
