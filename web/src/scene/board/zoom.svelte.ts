// Nearer to a board: by two fingers, wheel or key, and dragged about while it is near.
import { within } from "./geometry";
import type { Attachment } from "svelte/attachments";

export type Box = readonly [left: number, top: number, width: number, height: number];
type Spot = readonly [number, number];

export const NEAREST = 4;
const STEP = 1.3; // for one key or one notch of a wheel
const STEADY = 6; // pixels that a finger may tremble before it drags

/** How near, and where: the middle of what is seen as shares of the whole. */
export class Zoom {
  scale = $state(1);
  #across = $state(0.5);
  #down = $state(0.5);

  get near(): boolean {
    return this.scale > 1;
  }

  /** The part of the whole that is seen. */
  box([left, top, width, height]: Box): Box {
    const [w, h] = [width / this.scale, height / this.scale];
    return [left + this.#across * width - w / 2, top + this.#down * height - h / 2, w, h];
  }

  /** Nearer or farther; that spot of the board stays under the finger. */
  by(factor: number, whole: Box, spot?: Spot): void {
    const [left, top, width, height] = this.box(whole);
    const [x, y] = spot ?? [left + width / 2, top + height / 2];
    const scale = within(1, this.scale * factor, NEAREST);
    const kept = this.scale / scale;
    this.scale = scale;
    this.#look(whole, x + (left + width / 2 - x) * kept, y + (top + height / 2 - y) * kept);
  }

  drag(whole: Box, dx: number, dy: number): void {
    const [left, top, width, height] = this.box(whole);
    this.#look(whole, left + width / 2 - dx, top + height / 2 - dy);
  }

  /** Bring a spot into view, if it is not. */
  show(whole: Box, [x, y]: Spot): void {
    const [left, top, width, height] = this.box(whole);
    const [dx, dy] = [width * 0.12, height * 0.12];
    if (x < left + dx || x > left + width - dx || y < top + dy || y > top + height - dy) this.#look(whole, x, y);
  }

  key(key: string, whole: Box): boolean {
    if (key === "+" || key === "=") this.by(STEP, whole);
    else if (key === "-") this.by(1 / STEP, whole);
    else if (key === "0") this.whole();
    else return false;
    return true;
  }

  whole(): void {
    this.scale = 1;
    this.#across = this.#down = 0.5;
  }

  #look([left, top, width, height]: Box, x: number, y: number): void {
    const half = 0.5 / this.scale;
    this.#across = within(half, (x - left) / width, 1 - half);
    this.#down = within(half, (y - top) / height, 1 - half);
  }
}

/** Fingers and wheel on a drawing. A drag is no touch: the click after it is swallowed. */
export function zooming(zoom: Zoom, whole: () => Box, scrolls: () => boolean): Attachment<SVGSVGElement> {
  return (drawing) => {
    const fingers = new Map<number, Spot>();
    let dragged = false;
    let gripped = false; // a piece that can be dragged is under the first finger

    const inside = (x: number, y: number): Spot => {
      const at = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM()?.inverse());
      return [at.x, at.y];
    };
    const spread = (): { far: number; middle: Spot } => {
      const [a, b] = [...fingers.values()];
      if (!a || !b) return { far: 0, middle: a ?? [0, 0] };
      return { far: Math.hypot(a[0] - b[0], a[1] - b[1]), middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
    };
    const down = (event: PointerEvent): void => {
      if (event.isPrimary) {
        fingers.clear();
        dragged = false;
        gripped = event.target instanceof Element && event.target.closest(".grip") !== null;
      }
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    };
    const move = (event: PointerEvent): void => {
      const from = fingers.get(event.pointerId);
      if (!from || (fingers.size < 2 && (gripped || !zoom.near))) return;
      const tremble =
        fingers.size < 2 && !dragged && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < STEADY;
      if (tremble) return;
      dragged = true;
      const before = spread();
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const after = spread();
      const [x, y] = inside(...after.middle);
      const [fromX, fromY] = inside(...before.middle);
      zoom.drag(whole(), x - fromX, y - fromY);
      if (before.far && after.far) zoom.by(after.far / before.far, whole(), inside(...after.middle));
    };
    const up = (event: PointerEvent): void => void fingers.delete(event.pointerId);
    const click = (event: MouseEvent): void => {
      if (dragged) event.stopPropagation();
      dragged = false;
    };
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && scrolls()) return;
      event.preventDefault();
      zoom.by(STEP ** within(-1, -event.deltaY / 100, 1), whole(), inside(event.clientX, event.clientY));
    };
    const touch = (event: TouchEvent): void => {
      if (event.touches.length > 1) event.preventDefault(); // two fingers are ours, one may scroll the page
    };
    drawing.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    drawing.addEventListener("click", click);
    drawing.addEventListener("wheel", wheel, { passive: false });
    drawing.addEventListener("touchmove", touch, { passive: false });
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  };
}
