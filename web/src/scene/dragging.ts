// One thing drawn onto another, by mouse, pen or finger: the same as touching both.
import type { View } from "./view.svelte";
import { goalAt } from "./goals";
import { meanings } from "./wholes";

const FAR = 8; // pixels until a press is a drag
const ASTRAY = 24; // and until it is no click any more, or no closer look
const RESTS = 180; // milliseconds over another thing until that is taken along

interface Grip {
  id: string | null; // what can be dragged, if anything lies there that can
  pointer: number;
  x: number;
  y: number;
}

/** Listens on a scene. `under` says what lies under the pointer, the uppermost first. */
export function dragging(view: View, root: HTMLElement, under: (event: PointerEvent) => string[]): () => void {
  let grip: Grip | null = null;
  const target = (event: PointerEvent): string | null => {
    const things = meanings(under(event), view.wholes).filter((thing) => thing !== view.dragged?.thing.id);
    return things.find((thing) => view.may.has(thing)) ?? things[0] ?? null;
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  let over: string | null = null; // under what is dragged
  /** Whoever only passes takes nothing along. */
  const rest = (other: string | null): void => {
    if (other === over) return;
    clearTimeout(resting);
    over = other;
    const dragged = view.dragged?.thing.id ?? null;
    if (other !== null) resting = setTimeout(() => view.takeAlong(dragged, other, false), RESTS);
  };
  const pressed = (event: PointerEvent): void => {
    leave();
    if (!event.isPrimary || event.button !== 0) return;
    const id = under(event).find((thing) => view.grips.has(thing)) ?? null;
    grip = { id, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  };
  const far = (event: PointerEvent): number => (grip ? Math.hypot(event.clientX - grip.x, event.clientY - grip.y) : 0);
  const moved = (event: PointerEvent): void => {
    if (grip?.pointer !== event.pointerId || grip.id === null) return;
    const thing = view.grips.get(grip.id);
    if (!thing) return leave();
    if (!view.dragged && far(event) < (view.near === null ? FAR : ASTRAY)) return;
    if (!view.dragged) root.setPointerCapture(event.pointerId);
    view.near = null; // a finger that has rested looks closer, until it moves on
    view.dragged = { thing, x: event.clientX, y: event.clientY };
    const onto = target(event);
    view.looked = onto !== null && view.may.has(onto) ? onto : null;
    view.aimed = goalAt(view, event, onto, { x: grip.x, y: grip.y });
    rest(view.aimed ? null : (under(event).find((other) => other !== thing.id && view.grips.has(other)) ?? null));
  };
  const lifted = (event: PointerEvent): void => {
    if (grip?.pointer !== event.pointerId) return;
    const [dragged, onto, astray, aimed] = [view.dragged, target(event), far(event) > ASTRAY, view.aimed];
    const more = view.along.all;
    leave();
    if (dragged || astray) swallowClick();
    if (dragged && aimed) view.bring(aimed, more);
    else if (dragged && !more.length) view.drop(dragged.thing.id, onto);
  };
  /** A drag is no click, and what was pressed elsewhere was not clicked here. */
  const swallowClick = (): void => {
    const swallow = (event: Event): void => event.stopImmediatePropagation();
    root.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
  };
  const touched = (event: TouchEvent): void => {
    if (grip?.id && event.cancelable) event.preventDefault(); // else the page would scroll away under it
  };
  const leave = (): void => {
    grip = null;
    rest(null);
    if (view.dragged) view.aimed = null;
    if (view.dragged) view.along.all = [];
    view.dragged = null;
  };
  const listeners = { pointerdown: pressed, pointermove: moved, pointerup: lifted, pointercancel: leave };
  for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener as EventListener);
  root.addEventListener("touchmove", touched, { passive: false });
  return () => {
    root.removeEventListener("touchmove", touched);
    for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener as EventListener);
  };
}
