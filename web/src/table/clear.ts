// Something that lies over the table keeps clear of what may be touched there.
import type { Attachment } from "svelte/attachments";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Corner {
  side: "left" | "right";
  end: "top" | "bottom";
}
const CORNERS: readonly Corner[] = [
  { side: "right", end: "bottom" },
  { side: "right", end: "top" },
  { side: "left", end: "bottom" },
  { side: "left", end: "top" },
];

/** How much of the others a box covers. */
export function covered(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return sum + Math.max(0, wide) * Math.max(0, high);
  }, 0);
}

/** The corner of a room in which a thing of that size covers the least of the others; the first of the best. */
export function freest(room: Box, width: number, height: number, others: readonly Box[]): Corner {
  const placed = ({ side, end }: Corner): Box => {
    const left = side === "left" ? room.left : room.right - width;
    const top = end === "top" ? room.top : room.bottom - height;
    return { left, top, right: left + width, bottom: top + height };
  };
  const cost = CORNERS.map((corner) => covered(placed(corner), others));
  return CORNERS[cost.indexOf(Math.min(...cost))] ?? { side: "right", end: "bottom" };
}

/** Puts a fixed box into the freest corner of the window, between the prompt and the dock. */
export const clear: Attachment<HTMLElement> = (box) => {
  const boxes = (what: string): Box[] => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const [prompt, dock, table] = [boxes(".table .head")[0], boxes(".dock")[0], boxes(".table")[0]];
  const low = dock && dock.top > innerHeight / 2 ? innerHeight - dock.top : 0;
  const edge = dock && !low && table ? table.right : innerWidth - 20; // a closed drawer lies above everything
  const room = { left: 8, right: edge, top: (prompt?.bottom ?? 60) + 8, bottom: innerHeight - low - 8 };
  const { width, height } = box.getBoundingClientRect();
  const { side, end } = freest(room, width, height, boxes(".table :is(.may, .hinted)"));
  box.style.inset = "auto";
  box.style[side] = `${side === "left" ? room.left : innerWidth - room.right}px`;
  box.style[end] = `${end === "top" ? room.top : innerHeight - room.bottom}px`;
};
