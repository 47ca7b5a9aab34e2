// From a zone's own units to the drawing: 48 drawn units are one space of the board.
import { hugging } from "./captions";
import type { Mark, Point, Thing, Zone } from "../../wire/types";

export const SPACE = 48;
const FIELD = 960; // a board without spaces is drawn this wide, so that lines keep their weight

export interface Frame {
  scale: number;
  turned: boolean; // a quarter clockwise, for narrow screens
  half: boolean; // by half, for whoever sits on the far side; before it is turned a quarter
  box: [number, number, number, number];
  space: string; // the shape of a space, "square" where there is none
  across: number; // the width of a space in drawn units
  facing: boolean; // things have fronts, so they turn with the board
  open: boolean; // no spaces: an open field, drawn as wide as it comes
}

export const isSpace = (thing: Thing): boolean => thing.kind === "space";

export function frameOf(zone: Zone, turned = false, half = false): Frame {
  const things = zone.things ?? [];
  const spaces = things.filter(isSpace);
  const sizes = spaces.map((thing) => thing.size ?? 0).filter((size) => size > 0);
  const unit = sizes.length ? middle(sizes) : spaces.length ? gridOf(zone) : 0;
  const [low, high, width, height] = spaces.length ? snug(zone, unit) : zone.box?.[2] ? zone.box : boundsOf(zone);
  const scale = unit ? SPACE / unit : FIELD / Math.max(width, height, 1);
  const [left, top] = half ? [-(low + width), -(high + height)] : [low, high];
  const box: Frame["box"] = turned
    ? [-(top + height) * scale, left * scale, height * scale, width * scale]
    : [left * scale, top * scale, width * scale, height * scale];
  return {
    scale,
    turned,
    half,
    box,
    space: spaces.some((thing) => thing.art === "hex") ? "hex" : "square",
    across: SPACE,
    facing: things.some((thing) => !isSpace(thing) && (thing.turn ?? 0) !== 0),
    open: !spaces.length,
  };
}

export function spot(frame: Frame, at: Point | undefined): Point {
  const scale = frame.half ? -frame.scale : frame.scale;
  const [x, y] = at ?? [0, 0];
  return frame.turned ? [-y * scale, x * scale] : [x * scale, y * scale];
}

export function sizeOf(frame: Frame, zone: Zone, thing: Thing): number {
  return (thing.size || gridOf(zone)) * frame.scale;
}

/** "As large as its zone's grid": a text cell is half as wide as it is high. */
function gridOf(zone: Zone): number {
  return Math.max(...(zone.grain ?? [1, 1]));
}

export function turnOf(frame: Frame, thing: Thing): number {
  return (thing.turn ?? 0) + (frame.facing && !thing.upright ? (frame.turned ? 90 : 0) + (frame.half ? 180 : 0) : 0);
}

export const within = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);

function middle(sizes: number[]): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 1;
}

/** Spaces, pieces and the captions that hug them: no more of the zone's box than is drawn on. */
function snug(zone: Zone, unit: number): [number, number, number, number] {
  const [left, top, width, height] = boundsOf(
    zone,
    zone.things?.some((thing) => thing.art === "hex") ? 2 / Math.sqrt(3) : 1,
  );
  const spots = [...hugging(zone, unit).values()];
  const far = unit * 0.25;
  const [low, high] = [
    Math.min(left, ...spots.map((at) => at[0] - far)),
    Math.min(top, ...spots.map((at) => at[1] - far)),
  ];
  const [right, bottom] = [
    Math.max(left + width, ...spots.map((at) => at[0] + far)),
    Math.max(top + height, ...spots.map((at) => at[1] + far)),
  ];
  return [low, high, right - low, bottom - high];
}

function boundsOf(zone: Zone, tall = 1): [number, number, number, number] {
  const boxes = (zone.things ?? []).map((thing) => {
    const [x, y] = thing.at ?? [0, 0];
    const half = (thing.size || gridOf(zone)) / 2;
    return [x - half, y - half * tall, x + half, y + half * tall] as const;
  });
  if (!boxes.length) return [0, 0, 1, 1];
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[2]));
  const bottom = Math.max(...boxes.map((box) => box[3]));
  return [left, top, right - left, bottom - top];
}

/** The corners of a space: a hex points north and south (east and west when turned). */
export function corners(shape: string, at: Point, across: number, turned = false): Point[] {
  const hex = shape === "hex";
  const reach = across / Math.sqrt(hex ? 3 : 2);
  const count = hex ? 6 : 4;
  const first = hex ? (turned ? 0 : 30) : 45;
  return Array.from({ length: count }, (_, n) => {
    const angle = ((first + (360 / count) * n) * Math.PI) / 180;
    return [at[0] + reach * Math.cos(angle), at[1] + reach * Math.sin(angle)] as Point;
  });
}

/** A square with round corners, centred on (0, 0). */
export function rounded(size: number): string {
  const [half, round] = [tenth(size / 2), tenth(size * 0.3)];
  const side = tenth(size - 2 * round);
  const corner = (x: number, y: number): string => `a${round} ${round} 0 0 1 ${x * round} ${y * round}`;
  const start = `M${-half + round} ${-half}`;
  const there = `h${side}${corner(1, 1)}v${side}${corner(-1, 1)}`;
  return `${start}${there}h${-side}${corner(-1, -1)}v${-side}${corner(1, -1)}Z`;
}

export function pathOf(points: readonly Point[], closed = false): string {
  if (!points.length) return "";
  return `M${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** What a string round all these points would enclose, corner by corner. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...half(sorted), ...half(sorted.reverse())];
}

/** One side of the string, without its last point, which begins the other. */
function half(sorted: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of sorted) {
    for (let [a, b] = kept.slice(-2); a && b && !bends(a, b, point); [a, b] = kept.slice(-2)) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

function bends(a: Point, b: Point, c: Point): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-6;
}

/** The corners of a thing as it lies on the board, so much wider on every side. */
export function cornersOf(frame: Frame, zone: Zone, thing: Thing, wider = 0): Point[] {
  const [at, size, turn] = [
    spot(frame, thing.at),
    sizeOf(frame, zone, thing) + 2 * wider,
    (turnOf(frame, thing) * Math.PI) / 180,
  ];
  return corners("square", [0, 0], size).map(([x, y]) => [
    at[0] + x * Math.cos(turn) - y * Math.sin(turn),
    at[1] + x * Math.sin(turn) + y * Math.cos(turn),
  ]);
}

/** A closed line through these corners that takes them roundly. */
export function softened(points: readonly Point[], round: number): string {
  const towards = ([x, y]: Point, to: Point): Point => {
    const far = Math.hypot(to[0] - x, to[1] - y) || 1;
    const share = Math.min(round / far, 0.5);
    return [x + (to[0] - x) * share, y + (to[1] - y) * share];
  };
  const said = ([x, y]: Point): string => `${tenth(x)} ${tenth(y)}`;
  const bent = points.map((point, n) => {
    const [before, after] = [points.at(n - 1) ?? point, points[(n + 1) % points.length] ?? point];
    return `${said(towards(point, before))}Q${said(point)} ${said(towards(point, after))}`;
  });
  return bent.length ? `M${bent.join("L")}Z` : "";
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10 || 0;
}

export function centre(points: readonly Point[]): Point {
  const many = points.length || 1;
  return [points.reduce((sum, at) => sum + at[0], 0) / many, points.reduce((sum, at) => sum + at[1], 0) / many];
}

/** The head of an arrow, and a line that ends where the head begins. */
export function arrowOf(points: readonly Point[]): { line: Point[]; tip: Point; turn: number } | null {
  const [before, last] = points.slice(-2);
  if (!before || !last) return null;
  const turn = Math.atan2(last[1] - before[1], last[0] - before[0]);
  const end: Point = [last[0] - 8 * Math.cos(turn), last[1] - 8 * Math.sin(turn)];
  return { line: [...points.slice(0, -1), end], tip: last, turn: (turn * 180) / Math.PI };
}

/** A ruler's ticks, one across each end. */
export function ticksOf(points: readonly Point[]): [Point, Point][] {
  const [a, b] = [points[0], points[points.length - 1]];
  if (!a || !b) return [];
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [dx, dy] = [((a[1] - b[1]) / far) * 7, ((b[0] - a[0]) / far) * 7];
  return [a, b].map(([x, y]) => [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ]);
}

/** The lines of a grid: two opposite corners, then the far corner of the first mesh. */
export function gridLines(points: readonly Point[]): [Point, Point][] {
  const [a, b, mesh] = points;
  if (!a || !b || !mesh) return [];
  const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  const lines: [Point, Point][] = [];
  for (const x of steps(left, right, Math.abs(mesh[0] - a[0])))
    lines.push([
      [x, top],
      [x, bottom],
    ]);
  for (const y of steps(top, bottom, Math.abs(mesh[1] - a[1])))
    lines.push([
      [left, y],
      [right, y],
    ]);
  return lines;
}

function steps(from: number, to: number, width: number): number[] {
  if (width < 1) return [];
  return Array.from({ length: Math.floor((to - from) / width + 1e-6) + 1 }, (_, n) => from + n * width);
}

const UNDER = new Set<Mark["kind"]>(["tint", "outline", "grid", "trace", "path", "arc"]);

/** Marks that lie under the pieces, and those above them. */
export function layers(marks: readonly Mark[]): { under: Mark[]; over: Mark[] } {
  return { under: marks.filter((mark) => UNDER.has(mark.kind)), over: marks.filter((mark) => !UNDER.has(mark.kind)) };
}

/** Where an arc says how far its edge is. */
export function rimOf(frame: Frame, arc: Mark): Point {
  return spot(frame, arc.points[arc.points.length >> 1] ?? [0, 0]);
}
