// Pointer and focus on a scene: one set of listeners for everything that carries data-thing.
import { dragging } from "./dragging";
import type { View } from "./view.svelte";
import { aimed, meanings, type Found } from "./wholes";

const REST = 450; // milliseconds until a finger that rests asks for a closer look

export function fingers(view: View): (root: HTMLElement) => () => void {
  return (root) => {
    const touched = (event: MouseEvent): void => {
      const thing = held ? null : thingAt(view, root, event);
      held = false;
      if (thing !== null) view.touch(thing, (event as PointerEvent).pointerType === "touch");
    };
    const over = (event: PointerEvent): void => {
      if (event.pointerType !== "touch" && view.pending === null && !view.dragged)
        view.looked =
          optionAt(view, root, event) ??
          meanings(under(root, event), view.wholes).find((thing) => view.shows(thing)) ??
          null;
    };
    const out = (event: PointerEvent): void => {
      if (event.pointerType !== "touch" && view.pending === null) view.looked = null;
    };
    const focused = (event: FocusEvent): void => {
      const thing = idOf(event.target);
      if (thing !== null && view.may.has(thing)) view.looked = thing;
    };
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const thing = idOf(event.target);
      if (thing === null || event.target instanceof HTMLButtonElement) return;
      event.preventDefault();
      view.touch(thing, false);
    };
    let holding: ReturnType<typeof setTimeout> | undefined;
    let held = false; // the finger has rested: what it does when it is lifted is no touch
    const rest = (event: PointerEvent): void => {
      held = false;
      clearTimeout(holding);
      const thing = idOf(event.target);
      if (event.pointerType !== "touch" || !event.isPrimary || thing === null) return;
      holding = setTimeout(() => {
        held = true;
        view.near = thing;
      }, REST);
    };
    const letGo = (event: PointerEvent): void => {
      if (event.type !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(holding);
    };
    const asked = (event: MouseEvent): void => {
      const thing = idOf(event.target);
      if (thing === null) return;
      event.preventDefault(); // a right button, or a finger that rests, asks for a closer look
      view.near = thing;
    };
    view.root = root;
    const undrag = dragging(view, root, (event) => under(root, event));
    root.addEventListener("pointerdown", rest);
    root.addEventListener("pointermove", letGo);
    root.addEventListener("pointerup", letGo);
    root.addEventListener("pointercancel", letGo);
    root.addEventListener("contextmenu", asked);
    root.addEventListener("click", touched);
    root.addEventListener("pointermove", over);
    root.addEventListener("pointerleave", out);
    root.addEventListener("focusin", focused);
    root.addEventListener("keydown", pressed);
    return () => {
      view.root = null;
      undrag();
      clearTimeout(holding);
      root.removeEventListener("pointerdown", rest);
      root.removeEventListener("pointermove", letGo);
      root.removeEventListener("pointerup", letGo);
      root.removeEventListener("pointercancel", letGo);
      root.removeEventListener("contextmenu", asked);
      root.removeEventListener("click", touched);
      root.removeEventListener("pointermove", over);
      root.removeEventListener("pointerleave", out);
      root.removeEventListener("focusin", focused);
      root.removeEventListener("keydown", pressed);
    };
  };
}

function idOf(target: EventTarget | null): string | null {
  const found = target instanceof Element ? target.closest("[data-thing]") : null;
  return found?.getAttribute("data-thing") ?? null;
}

/** All things under the pointer, the uppermost first. */
function under(root: HTMLElement, event: MouseEvent): string[] {
  return elementsUnder(root, event).flatMap((element) => idOf(element) ?? []);
}

function elementsUnder(root: HTMLElement, event: MouseEvent): Element[] {
  const found = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => root.contains(element));
  return [...new Set(found.flatMap((element) => element.closest("[data-thing]") ?? []))];
}

/** What was touched: a piece may stand on a space that is meant, or the other way round. */
function thingAt(view: View, root: HTMLElement, event: MouseEvent): string | null {
  if (event.detail === 0) return idOf(event.target); // a button pressed by key
  return optionAt(view, root, event) ?? under(root, event)[0] ?? null;
}

/** Of several that lie upon each other on a board: the one whose middle is nearest. */
function optionAt(view: View, root: HTMLElement, event: MouseEvent): string | null {
  const found = elementsUnder(root, event).filter((element) => view.answers(idOf(element) ?? ""));
  const board = found[0]?.closest("svg.board");
  const beside = found.filter((element) => element.closest("svg.board") === board);
  const far = (element: Element): number => (board ? farFrom(element, event) : 0);
  return aimed(
    beside.map((element): Found => ({ thing: idOf(element) ?? "", far: far(element) })),
    view.wholes,
    view.may,
  );
}

function farFrom(element: Element, event: MouseEvent): number {
  const box = (element.querySelector(".reach, .ground") ?? element).getBoundingClientRect();
  return Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
}
