// How a match ended, in a sentence for whoever looks.
import type { TableResult } from "../wire/types";
import { say } from "../app/words";

export function verdict(result: TableResult, names: readonly string[], seat: number | null): string {
  const why = reason(result, names);
  return [why, standing(result.places, names, seat)].filter(Boolean).join(" ");
}

function reason(result: TableResult, names: readonly string[]): string {
  const name = names[result.seat ?? -1] ?? "";
  if (result.kind === "resigned") return say("over.resigned", { name });
  if (result.kind === "timeout") return say("over.timeout", { name });
  return result.kind === "agreed" ? say("over.agreed") : "";
}

function standing(places: readonly number[], names: readonly string[], seat: number | null): string {
  const first = places.flatMap((place, at) => (place === 1 ? [at] : []));
  const who = first.map((at) => names[at] ?? "").join(", ");
  if (first.length > 1) return say("table.shared", { names: who });
  if (seat === null) return say("table.won", { names: who });
  return first.includes(seat) ? say("table.you.won") : `${say("table.you.lost")} ${say("table.won", { names: who })}`;
}
