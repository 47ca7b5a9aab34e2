// Where captions and tallies of a board stand. A scene lays captions out for a grid of letters;
// drawn, they hug the spaces they name.
import { isSpace } from "./geometry";
import type { Mark, Point, Thing, Zone } from "../../wire/types";

const FIRST = 0.86; // from the centre of the last space to the nearest caption, in spaces
const NEXT = 0.46;

interface Placed {
  mark: Mark;
  edge: Point; // the space it hugs
  way: Point; // and to which side
}

/** Every caption of a board with spaces, moved beside its row or column. Others stay where they are. */
export function hugging(zone: Zone, across: number): Map<Mark, Point> {
  const spaces = (zone.things ?? []).filter(isSpace).map((thing) => thing.at ?? ([0, 0] as Point));
  const captions = (zone.marks ?? []).filter((mark) => mark.kind === "caption" && mark.points[0]);
  const sides = new Map<string, Placed[]>();
  for (const mark of captions) {
    const placed = placeOf(mark, spaces, across);
    if (placed)
      sides.set(`${placed.edge} ${placed.way}`, [...(sides.get(`${placed.edge} ${placed.way}`) ?? []), placed]);
  }
  return new Map([...sides.values()].flatMap((side) => lined(side, across)));
}

function placeOf(mark: Mark, spaces: readonly Point[], across: number): Placed | null {
  const [x, y] = mark.points[0] ?? [0, 0];
  const row = spaces.filter((at) => Math.abs(at[1] - y) < across * 0.3).sort((a, b) => a[0] - b[0]);
  const column = spaces.filter((at) => Math.abs(at[0] - x) < across * 0.3).sort((a, b) => a[1] - b[1]);
  const [left, right, top, bottom] = [row[0], row.at(-1), column[0], column.at(-1)];
  if (left && x < left[0]) return { mark, edge: left, way: [-1, 0] };
  if (right && x > right[0]) return { mark, edge: right, way: [1, 0] };
  if (top && y < top[1]) return { mark, edge: top, way: [0, -1] };
  if (bottom && y > bottom[1]) return { mark, edge: bottom, way: [0, 1] };
  return null;
}

/** Captions of one side keep their order, from the board outwards. */
function lined(side: Placed[], across: number): [Mark, Point][] {
  const far = ({ mark, edge }: Placed): number =>
    Math.hypot((mark.points[0]?.[0] ?? 0) - edge[0], (mark.points[0]?.[1] ?? 0) - edge[1]);
  return [...side]
    .sort((a, b) => far(a) - far(b))
    .map(({ mark, edge, way }, n) => {
      const out = across * (FIRST + NEXT * n);
      return [mark, [edge[0] + way[0] * out, edge[1] + way[1] * out]];
    });
}

/** Where a tinted region says what it counts: its most central space without a piece. */
export function tallyAt(zone: Zone, mark: Mark): { at: Point; bare: boolean } {
  const things = zone.things ?? [];
  const place = (thing: Thing): Point => thing.at ?? [0, 0];
  const taken = new Set(things.filter((thing) => !isSpace(thing)).map((thing) => String(place(thing))));
  const land = things.filter((thing) => isSpace(thing) && inside(place(thing), mark.points)).map(place);
  const bare = land.filter((at) => !taken.has(String(at)));
  const many = mark.points.length || 1;
  const middle = [0, 1].map((axis) => mark.points.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / many);
  const far = (at: Point): number => (at[0] - (middle[0] ?? 0)) ** 2 + (at[1] - (middle[1] ?? 0)) ** 2;
  const candidates = bare.length ? bare : land.length ? land : mark.points;
  const best = candidates.reduce<Point>((one, other) => (far(other) < far(one) ? other : one), candidates[0] ?? [0, 0]);
  return { at: best, bare: bare.length > 0 };
}

/** Whether a point lies in a region, holes left out. */
export function inside([x, y]: Point, region: readonly Point[]): boolean {
  let within = false;
  region.forEach((a, n) => {
    const b = region[(n + 1) % region.length] ?? a;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) within = !within;
  });
  return within;
}
