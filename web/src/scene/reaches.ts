// Where things can be brought in one gesture: which reach is meant, which goal lies where, what would stand there.
import type { Facing, Goal, Point, Reach, Scene, Thing } from "../wire/types";
import { isSpace } from "./board/geometry";
import { turnAt } from "./facings";
import { thingsOf } from "./scene";
import { meant, type Wholes } from "./wholes";

/** A goal that is pointed at, and what would be brought there. */
export interface Aimed {
  reach: WholeReach;
  goal: Goal;
  facing?: Facing; // if it is turned there
}

/** A reach with all its goals. */
export interface WholeReach extends Reach {
  at: Point;
  goals: Goal[];
}

const whole = new WeakMap<Reach[], WholeReach[]>();
const NOTHING: Reach[] = [];

/** All reaches with their goals: one that is told in short is written out, from where its things lie. */
export function reachesOf(scene: Scene): WholeReach[] {
  const told = scene.reaches ?? NOTHING;
  const known = whole.get(told) ?? told.map((reach) => writtenOut(reach, scene));
  whole.set(told, known);
  return known;
}

function writtenOut(reach: Reach, scene: Scene): WholeReach {
  if (!reach.onto?.length) return { at: [0, 0], goals: [], ...reach };
  const spots = new Map(scene.zones.flatMap((zone) => (zone.things ?? []).map((thing) => [thing.id, thing.at])));
  const spot = (id: string): Point => spots.get(id) ?? [0, 0];
  const goals = reach.onto.map((other): Goal => ({ picks: [reach.thing, other], at: spot(other) }));
  return { ...reach, at: spot(reach.thing), goals };
}

/** All that is taken by this thing: by itself, as one of its members, by a counter beside it. */
export function reachesBy(scene: Scene, thing: string | null, wholes: Wholes): WholeReach[] {
  if (thing === null) return [];
  const own = reachesOf(scene).filter((reach) => reach.grips?.includes(thing) || reach.thing === thing);
  const member = wholes.get(thing);
  return own.length || member === undefined ? own : reachesBy(scene, member, wholes);
}

/** What is in hand already: nothing must be touched before it is brought somewhere. */
export function inHand(scene: Scene, may: ReadonlySet<string>): WholeReach[] {
  return reachesOf(scene).filter((reach) => !reach.grips?.length && !may.has(reach.thing));
}

/** The one option by which a thing is taken that is none itself: the Order that lies beside a Unit. */
export function gripOf(scene: Scene, thing: string, wholes: Wholes, may: ReadonlySet<string>): string | null {
  const grips = new Set(reachesBy(scene, meant(thing, wholes, may), wholes).flatMap((reach) => reach.grips ?? []));
  const [only, more] = [...grips].filter((grip) => may.has(grip));
  return only !== undefined && more === undefined ? only : null;
}

/** What can be dragged: what is in hand already, else pieces that may be touched; and what has goals. */
export function gripsOf(scene: Scene, wholes: Wholes, may: ReadonlySet<string>): Map<string, Thing> {
  if (!may.size) return new Map();
  const boards = scene.zones.filter((zone) => zone.kind === "board");
  const pieces = boards.flatMap((zone) => (zone.things ?? []).filter((thing) => !isSpace(thing)));
  const held = pieces.filter((thing) => thing.state?.includes("held"));
  const found = held.length ? held : pieces.filter((thing) => may.has(thing.id));
  const reaching = thingsOf(scene).filter((thing) => reachesBy(scene, thing.id, wholes).length > 0);
  return new Map([...found, ...reaching].map((thing) => [thing.id, thing]));
}

/** A thing and its members as they lie now; what is not on the board yet brings its own. */
export function broughtBy(reach: Reach, things: Iterable<Thing>): Thing[] {
  if (reach.ghosts?.length) return reach.ghosts;
  const all = [...things];
  const members = all.filter((thing) => thing.whole === reach.thing && thing.kind !== "card");
  return members.length ? members : all.filter((thing) => thing.id === reach.thing);
}

/** The same thing at a goal: all go and turn as one. */
export function carried(thing: Thing, aimed: Aimed): Thing {
  const { reach, goal } = aimed;
  const turn = turnAt(aimed) - (reach.turn ?? 0);
  const angle = (turn * Math.PI) / 180;
  const [x, y] = [(thing.at?.[0] ?? 0) - reach.at[0], (thing.at?.[1] ?? 0) - reach.at[1]];
  const at: Point = [
    goal.at[0] + x * Math.cos(angle) - y * Math.sin(angle),
    goal.at[1] + x * Math.sin(angle) + y * Math.cos(angle),
  ];
  return { ...thing, at, turn: (thing.turn ?? 0) + turn };
}

/** The nearest of these spots, if it is near enough. */
export function nearestSpot(spots: readonly Point[], to: Point, most: number): number | null {
  let [best, near] = [-1, most];
  spots.forEach(([x, y], n) => {
    const far = Math.hypot(x - to[0], y - to[1]);
    if (far < near) [best, near] = [n, far];
  });
  return best < 0 ? null : best;
}

/** From one spot to the next in a direction: nearly straight before near. Where none is, it stays. */
export function spotTowards(spots: readonly Point[], from: number, way: Point): number {
  const here = spots[from];
  if (!here) return 0;
  let [best, least] = [from, Infinity];
  spots.forEach(([x, y], n) => {
    const along = (x - here[0]) * way[0] + (y - here[1]) * way[1];
    const aside = Math.abs((x - here[0]) * way[1] - (y - here[1]) * way[0]);
    const cost = along + 2 * aside;
    if (along > 0.5 && aside <= 2 * along && cost < least) [best, least] = [n, cost];
  });
  return best;
}
