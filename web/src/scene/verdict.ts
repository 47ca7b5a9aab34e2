// How a match ended, in a sentence for whoever looks.
import type { TableResult } from "../wire/types";
import { listed, say } from "../app/words";

export function verdict(result: TableResult, names: readonly string[], seat: number | null): string {
  const why = reason(result, names, seat);
  if (result.kind === "closed" || result.kind === "rules") return why; // nobody has won, and nobody shares anything
  return [why, standing(result, names, seat)].filter(Boolean).join(" ");
}

/** The same in two or three words. */
export function headline(result: TableResult, names: readonly string[], seat: number | null): string {
  const first = winners(result.places);
  if (first.length > 1 && first.length === result.places.length) return say("finish.even");
  if (seat === null) return say("finish.won", { names: namesOf(first, names) });
  return say(first.includes(seat) ? "finish.you.won" : "finish.you.lost");
}

function shared(first: readonly number[], names: readonly string[], seat: number | null): string {
  if (seat === null || !first.includes(seat)) return say("table.shared", { names: namesOf(first, names) });
  const others = first.filter((at) => at !== seat);
  return say("table.you.shared", { names: namesOf(others, names) });
}

function namesOf(seats: readonly number[], names: readonly string[]): string {
  return listed(seats.map((seat) => names[seat] ?? ""));
}

function winners(places: readonly number[]): number[] {
  return places.flatMap((place, at) => (place === 1 ? [at] : []));
}

function reason(result: TableResult, names: readonly string[], seat: number | null): string {
  const name = names[result.seat ?? -1] ?? "";
  if (seat !== null && result.seat === seat && result.kind === "resigned") return say("over.you.resigned");
  if (seat !== null && result.seat === seat && result.kind === "timeout") return say("over.you.timeout");
  if (result.kind === "resigned") return say("over.resigned", { name });
  if (result.kind === "timeout") return say("over.timeout", { name });
  if (result.kind === "closed" || result.kind === "rules") return say(`over.${result.kind}`);
  return result.kind === "agreed" ? say("over.agreed") : "";
}

function standing({ places, seat: gone }: TableResult, names: readonly string[], seat: number | null): string {
  const first = winners(places);
  const who = namesOf(first, names);
  if (first.length > 1) return shared(first, names, seat);
  if (seat === null || gone === seat) return say("table.won", { names: who }); // who gave up knows that they lost
  return first.includes(seat) ? say("table.you.won") : `${say("table.you.lost")} ${say("table.won", { names: who })}`;
}
