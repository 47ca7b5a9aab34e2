// A box that scrolls says on which sides it has more, and brings into sight what is asked.
import { tick } from "svelte";
import type { View } from "./view.svelte";

const NEAR = 2; // pixels that are no scrolling

interface Scrolled {
  scrollTop: number;
  scrollLeft: number;
  scrollHeight: number;
  scrollWidth: number;
  clientHeight: number;
  clientWidth: number;
}

export function moreOf(box: Scrolled): string {
  return [
    box.scrollTop > NEAR && "up",
    box.scrollTop + box.clientHeight < box.scrollHeight - NEAR && "down",
    box.scrollLeft > NEAR && "left",
    box.scrollLeft + box.clientWidth < box.scrollWidth - NEAR && "right",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Looks anew whenever the scene does. */
export function edges(view: View): (box: HTMLElement) => () => void {
  return (box) => {
    const asked = view.options.length > 0;
    void view.scene;
    const look = (): void => {
      box.dataset["more"] = moreOf(box);
    };
    let [wide, high] = [box.clientWidth, box.clientHeight];
    const watcher = new ResizeObserver(() => {
      const changed = wide !== box.clientWidth || high !== box.clientHeight;
      [wide, high] = [box.clientWidth, box.clientHeight];
      if (changed && asked) bring(box);
      look();
    });
    watcher.observe(box);
    for (const child of box.children) watcher.observe(child);
    box.addEventListener("scroll", look, { passive: true });
    void tick().then(() => {
      if (asked) bring(box);
      look();
    });
    return () => {
      watcher.disconnect();
      box.removeEventListener("scroll", look);
    };
  };
}

/** Scrolls as little as brings all options in this box into sight, or the first where they are too many. */
function bring(box: HTMLElement): void {
  box.scrollTo({ top: 0, left: 0, behavior: "instant" });
  const options = [...box.querySelectorAll(".may")]
    .filter((one) => !one.closest("[data-stays]"))
    .map((one) => one.getBoundingClientRect());
  const [first] = options;
  if (!first) return;
  const here = box.getBoundingClientRect();
  const above = box.querySelector("[data-stays]")?.getBoundingClientRect().height ?? 0; // it covers what passes under
  const by = (low: number, high: number, from: number, to: number): number =>
    low < from || high > to ? (high - low > to - from ? low - from : high > to ? high - to : low - from) : 0;
  const span = (low: "top" | "left", high: "bottom" | "right", from: number, to: number): number => {
    const [start, end] = [Math.min(...options.map((one) => one[low])), Math.max(...options.map((one) => one[high]))];
    return by(start - MARGIN, end + MARGIN, from, to);
  };
  box.scrollBy({
    top: box.scrollHeight > box.clientHeight + NEAR ? span("top", "bottom", here.top + above, here.bottom) : 0,
    left: box.scrollWidth > box.clientWidth + NEAR ? span("left", "right", here.left, here.right) : 0,
    behavior: "instant",
  });
}

const MARGIN = 10;
