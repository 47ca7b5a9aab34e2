// Which goal a pointer means. Goals are drawn as dots, so the screen itself says where they are.
import type { Point } from "../wire/types";
import { facedLike } from "./facings";
import { nearestSpot, type Aimed } from "./reaches";
import type { View } from "./view.svelte";

const NEAR = 44; // pixels from a pointer to the goal it means
const DRAWN = 110; // the same while something is dragged
const BACK = 12; // so near to where it was taken, a thing is put back

interface Spot {
  x: number;
  y: number;
}

/**
 * The goal at a pointer, if there is one. `onto` is what lies there, `from` where a drag began: what
 * is taken at its edge is held at its edge.
 */
export function goalAt(view: View, { clientX, clientY }: MouseEvent, onto: string | null, from?: Spot): Aimed | null {
  const all = view.reaches.flatMap((reach) => reach.goals.map((goal): Aimed => ({ reach, goal })));
  const exact = onto === null ? undefined : all.find(({ goal }) => goal.picks.at(-1) === onto);
  if (exact || !all.length) return exact ?? null;
  if (from && Math.hypot(clientX - from.x, clientY - from.y) < BACK) return null;
  const drawn = [...(view.root?.querySelectorAll("[data-goal]") ?? [])];
  if (drawn.length !== all.length) return null; // not drawn yet
  const [dx, dy] = from ? shifted(view, from) : [0, 0];
  const found = nearestSpot(drawn.map(middle), [clientX + dx, clientY + dy], from ? DRAWN : NEAR);
  return facedLike(view.aimed, found === null ? null : (all[found] ?? null));
}

/** From where a thing was taken to its middle; nothing, if it comes from beside the board. */
function shifted(view: View, from: Spot): Point {
  const origin = view.root?.querySelector("[data-origin]");
  if (!origin || view.reaches[0]?.ghosts?.length) return [0, 0];
  const [x, y] = middle(origin);
  return [x - from.x, y - from.y];
}

function middle(element: Element): Point {
  const box = element.getBoundingClientRect();
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}
