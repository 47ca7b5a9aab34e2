// The keyboard at a table: what a key means where nothing else has taken it.

export type KeyAct = "next" | "previous" | "back" | "rule" | "near" | "beat back" | "beat on" | "beats" | null;

export function actOf(event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">): KeyAct {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  switch (event.key) {
    case "ArrowRight":
    case "ArrowDown":
      return "next";
    case "ArrowLeft":
    case "ArrowUp":
      return "previous";
    case "Escape":
      return "back";
    case "?":
      return "rule";
    case "e":
      return "near";
    case ",":
      return "beat back";
    case ".":
      return "beat on";
    case "p":
      return "beats";
    default:
      return null;
  }
}

/** Somebody is typing, choosing in a list or reading a dialog: the table must not listen. */
export function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, select, textarea, dialog[open], [role=tablist], [contenteditable]") !== null;
}

/** The next option, round and round; from nowhere the first, or the last. */
export function stepped(options: readonly string[], from: string | null, step: 1 | -1): string | null {
  if (!options.length) return null;
  const at = from === null ? -1 : options.indexOf(from);
  if (at < 0) return options[step > 0 ? 0 : options.length - 1] ?? null;
  return options[(at + step + options.length) % options.length] ?? null;
}
