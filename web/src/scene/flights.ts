// Things outside boards travel too: from where their element was, in whichever zone, to where it is.
import { moves } from "../app/settings.svelte";
import type { View } from "./view.svelte";

interface Spot {
  x: number;
  y: number;
}

const last = new WeakMap<View, Map<string, Spot>>();

/** Watches one row; whenever its things change place they fly there from their last place. */
export function flights(view: View): (row: HTMLElement) => () => void {
  return (row) => {
    const places = last.get(view) ?? new Map<string, Spot>();
    last.set(view, places);
    const look = (): void => {
      for (const element of row.querySelectorAll<HTMLElement>("[data-thing]")) fly(element, places);
    };
    const watcher = new MutationObserver(look);
    watcher.observe(row, { childList: true });
    look();
    return () => watcher.disconnect();
  };
}

function fly(element: HTMLElement, places: Map<string, Spot>): void {
  const id = element.dataset["thing"] ?? "";
  const box = element.getBoundingClientRect();
  const here = { x: box.x + box.width / 2 + scrollX, y: box.y + box.height / 2 + scrollY };
  const before = places.get(id);
  places.set(id, here);
  if (!before || !moves() || Math.hypot(before.x - here.x, before.y - here.y) < 2) return;
  element.animate([{ transform: `translate(${before.x - here.x}px, ${before.y - here.y}px)` }, { transform: "none" }], {
    duration: 240,
    easing: "cubic-bezier(.2, .8, .3, 1)",
  });
}
