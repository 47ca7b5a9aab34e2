// A box that scrolls says on which sides it has more, and brings into sight what is asked.
import { tick } from "svelte";
import type { View } from "./view.svelte";

const NEAR = 2; // pixels that are no scrolling
const TOUCHES = ["pointerdown", "wheel"];
const handled = new WeakMap<HTMLElement, string>(); // boxes, and during which question a hand was on them

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

/** Looks anew whenever the scene does. Whoever has laid hand on the box is not moved away from there by what others
 * do meanwhile: not before the next question. */
export function edges(view: View): (box: HTMLElement) => () => void {
  return (box) => {
    const asked = view.options.length > 0;
    const question = view.options.join(" ");
    void view.scene;
    const handle = (): void => void handled.set(box, question);
    const show = (): void => {
      if (asked && handled.get(box) !== question) bring(box);
    };
    const look = (): void => {
      box.dataset["more"] = moreOf(box);
    };
    let [wide, high] = [box.clientWidth, box.clientHeight];
    const watcher = new ResizeObserver(() => {
      const changed = wide !== box.clientWidth || high !== box.clientHeight;
      [wide, high] = [box.clientWidth, box.clientHeight];
      if (changed) show();
      look();
    });
    watcher.observe(box);
    for (const child of box.children) watcher.observe(child);
    box.addEventListener("scroll", look, { passive: true });
    for (const touch of TOUCHES) box.addEventListener(touch, handle, { passive: true });
    void tick().then(() => {
      show();
      look();
    });
    return () => {
      watcher.disconnect();
      box.removeEventListener("scroll", look);
      for (const touch of TOUCHES) box.removeEventListener(touch, handle);
    };
  };
}

/** Scrolls as little as brings all options in this box, and what is dragged onto them, into sight; the options alone
 * where that is too much, or the first where even they are too many. */
function bring(box: HTMLElement): void {
  box.scrollTo({ top: 0, left: 0, behavior: "instant" });
  const lying = (what: string): DOMRect[] =>
    [...box.querySelectorAll(what)]
      .filter((one) => !one.closest("[data-stays]"))
      .map((one) => one.getBoundingClientRect());
  const [options, all] = [lying(".may"), lying(".may, .grip")];
  if (!options.length) return;
  const here = box.getBoundingClientRect();
  const above = box.querySelector("[data-stays]")?.getBoundingClientRect().height ?? 0; // it covers what passes under
  const by = (low: number, high: number, from: number, to: number): number =>
    low < from || high > to ? (high - low > to - from ? low - from : high > to ? high - to : low - from) : 0;
  const span = (low: "top" | "left", high: "bottom" | "right", from: number, to: number): number => {
    const ends = (some: DOMRect[]): [number, number] => [
      Math.min(...some.map((one) => one[low])) - MARGIN,
      Math.max(...some.map((one) => one[high])) + MARGIN,
    ];
    const [start, end] = ends(all);
    return by(...(end - start > to - from ? ends(options) : ([start, end] as const)), from, to);
  };
  box.scrollBy({
    top: box.scrollHeight > box.clientHeight + NEAR ? span("top", "bottom", here.top + above, here.bottom) : 0,
    left: box.scrollWidth > box.clientWidth + NEAR ? span("left", "right", here.left, here.right) : 0,
    behavior: "instant",
  });
}

const MARGIN = 10;
