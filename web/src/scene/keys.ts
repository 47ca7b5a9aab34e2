// The keyboard at a table: what a key means where nothing else has taken it.

export type Way = "left" | "right" | "up" | "down";
export type KeyAct =
  Way | "take" | "back" | "rule" | "near" | "undo" | "hint" | "list" | "beat back" | "beat on" | "beats" | null;

const ACTS: Readonly<Record<string, KeyAct>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Enter: "take",
  " ": "take",
  Escape: "back",
  r: "rule",
  e: "near",
  u: "undo",
  h: "hint",
  l: "list",
  ",": "beat back",
  ".": "beat on",
  p: "beats",
};

export function actOf(event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">): KeyAct {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  return ACTS[event.key] ?? null;
}

/** Somebody is typing, choosing in a list or reading a dialog: the table must not listen. */
export function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, select, textarea, dialog[open], [role=tablist], [contenteditable]") !== null;
}

/** Something that has its own use for Enter and space. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, summary") !== null;
}

/** The next option, round and round; from nowhere the first, or the last. */
export function stepped(options: readonly string[], from: string | null, step: 1 | -1): string | null {
  if (!options.length) return null;
  const at = from === null ? -1 : options.indexOf(from);
  if (at < 0) return options[step > 0 ? 0 : options.length - 1] ?? null;
  return options[(at + step + options.length) % options.length] ?? null;
}

export type Middle = readonly [x: number, y: number];

const ASIDE = 2.2; // how much farther something seems that does not lie straight ahead

/** Of these, the nearest that lies that way from here; null if nothing does. */
export function toward(from: Middle, places: ReadonlyMap<string, Middle>, way: Way): string | null {
  const across = way === "left" || way === "right";
  const sign = way === "right" || way === "down" ? 1 : -1;
  let [best, least]: [string | null, number] = [null, Infinity];
  for (const [thing, at] of places) {
    const [ahead, aside] = across ? [at[0] - from[0], at[1] - from[1]] : [at[1] - from[1], at[0] - from[0]];
    const far = ahead * sign + ASIDE * Math.abs(aside);
    if (ahead * sign > 1 && Math.abs(aside) <= 2 * ahead * sign && far < least) [best, least] = [thing, far];
  }
  return best;
}
