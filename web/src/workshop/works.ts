// What was put together on this device and by this account, and what is on its way into a new table.
import { keep, kept } from "../app/kept";
import { shelf } from "../app/shelf.svelte";

export interface Work {
  game: string;
  workshop: string;
  title: string;
  text: string;
}
export const CARDS = "cards"; // the workshop of a card file
const KEY = "fimbul.works";
const MOST = 60;

function all(): Work[] {
  const found = kept(KEY);
  return Array.isArray(found)
    ? (found as Work[]).filter((one) =>
        [one?.game, one?.workshop, one?.title, one?.text].every((part) => typeof part === "string"),
      )
    : [];
}

export function works(game: string, workshop: string): Work[] {
  return all().filter((one) => one.game === game && one.workshop === workshop);
}

/** Those of my account come to this device too. */
export async function meetWorks(game: string, workshop: string): Promise<Work[]> {
  await shelf.look();
  const here = new Set(works(game, workshop).map((one) => one.title));
  for (const { id, title } of shelf.of(game, workshop)) {
    const text = here.has(title) ? null : await shelf.text(id);
    if (text !== null) put({ game, workshop, title, text });
  }
  return works(game, workshop);
}

/** The newest first; another one of the same title makes way for it. */
export async function saveWork(work: Work): Promise<void> {
  put(work);
  await shelf.keep(work);
}

function put(work: Work): void {
  keep(KEY, [work, ...all().filter((one) => !same(one, work))].slice(0, MOST));
}

export function forgetWork(work: Work): void {
  void shelf.forget(work.game, work.workshop, work.title);
  keep(
    KEY,
    all().filter((one) => !same(one, work)),
  );
}

const same = (one: Work, other: Work): boolean =>
  one.game === other.game && one.workshop === other.workshop && one.title === other.title;

let handed: { game: string; field: string; text: string } | null = null;

/** Taken along to the form for a new table of that game. */
export function handOver(game: string, field: string, text: string): void {
  handed = { game, field, text };
}

/** What was taken along, once. */
export function received(game: string): Record<string, string> {
  const mine = handed?.game === game ? { [handed.field]: handed.text } : {};
  handed = null;
  return mine;
}
