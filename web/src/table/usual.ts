// Questions that come blow by blow may be answered as is usual, all of a kind at one touch.
import type { Table } from "./table.svelte";
import type { Usual } from "../wire/types";

/** What the open question could be answered with, if it is mine and one of such a run. */
export function usualOf(table: Table): Usual | null {
  return table.choices.length && !table.sent ? (table.seen?.scene.usual?.[0] ?? null) : null;
}
