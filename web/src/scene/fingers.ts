// Pointer and focus on a scene: one set of listeners for everything that carries data-thing.
import { dragging } from "./dragging";
import { tells } from "./explained";
import { canTurn, turnedBy } from "./facings";
import { goalAt } from "./goals";
import type { View } from "./view.svelte";
import { aimed, meanings, type Found } from "./wholes";

const GLANCE = 600; // milliseconds until a mouse that rests on a piece is told what it is
const SPINS: Record<string, number> = { a: -1, d: 1 }; // keys that turn what is about to be put down
const REST = 450; // milliseconds until a finger that rests asks for a closer look

export function fingers(view: View): (root: HTMLElement) => () => void {
  return (root) => {
    let glancing: ReturnType<typeof setTimeout> | undefined;
    const touched = (event: MouseEvent): void => {
      clearTimeout(glancing); // who touches need not wait to be told
      const thing = held ? null : thingAt(view, root, event);
      held = false;
      const tapped = (event as PointerEvent).pointerType === "touch";
      const goal = thing !== null && view.answers(thing) ? null : goalAt(view, event, null);
      if (goal) view.touchGoal(goal, tapped);
      else if (thing !== null) view.touch(thing, tapped);
    };
    const over = (event: PointerEvent): void => {
      if (event.pointerType === "touch" || view.pending !== null || view.dragged || view.proposed) return;
      const option = optionAt(view, root, event);
      const goal = option === null && view.inHand.length ? goalAt(view, event, null) : null;
      glance(option === null && !goal ? pieceAt(event) : null);
      view.looked =
        option ?? (goal ? null : meanings(under(root, event), view.wholes).find((thing) => view.shows(thing))) ?? null;
      view.aimed = goal;
    };
    let glanced: string | null = null; // under the mouse, told or about to be told
    const glance = (thing: string | null): void => {
      if (thing === glanced) return;
      clearTimeout(glancing);
      [glanced, view.glanced] = [thing, null];
      if (thing !== null) glancing = setTimeout(() => (view.glanced = thing), GLANCE);
    };
    const pieceAt = (event: PointerEvent): string | null => {
      const on = event.target instanceof Element && event.target.closest("svg.board");
      const [first] = on ? under(root, event) : [];
      const thing = view.wholes.get(first ?? "") ?? first;
      return thing !== undefined && tells(view.cardOf(thing)) ? thing : null;
    };
    const out = (event: PointerEvent): void => {
      glance(null);
      if (event.pointerType !== "touch" && view.pending === null && !view.proposed) view.looked = view.aimed = null;
    };
    const focused = (event: FocusEvent): void => {
      const thing = idOf(event.target);
      if (thing !== null && (view.may.has(thing) || view.again.has(thing))) view.looked = thing;
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
    const spin = (event: Event, steps: number): void => {
      if (!steps || !view.aimed || !canTurn(view.aimed)) return;
      event.preventDefault();
      event.stopPropagation(); // the board is not brought nearer
      view.aimed = turnedBy(view.aimed, steps);
    };
    const wheeled = (event: WheelEvent): void => spin(event, Math.sign(event.deltaY));
    const spun = (event: KeyboardEvent): void => {
      const typed = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
      if (!typed && !event.ctrlKey && !event.metaKey) spin(event, SPINS[event.key.toLowerCase()] ?? 0);
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
    root.addEventListener("wheel", wheeled, { capture: true, passive: false });
    window.addEventListener("keydown", spun);
    return () => {
      view.root = null;
      undrag();
      clearTimeout(holding);
      clearTimeout(glancing);
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
      root.removeEventListener("wheel", wheeled, { capture: true });
      window.removeEventListener("keydown", spun);
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
