// How a match stood: the curves of a study, and where they turn.
import type { Moment, Study } from "../wire/types";

export interface Point {
  at: number;
  turn: number;
  seat: number; // who was asked there
  value: number; // for the curve's side, from -1 to 1
}
export interface Curve {
  side: number;
  points: Point[];
}
export interface Swing {
  at: number;
  turn: number;
  seat: number;
  change: number; // for the seat that moved
}

/** Two sides share one curve, the other way up for the second; more have one each. */
export function curvesOf(study: Study): Curve[] {
  const sides = [...new Set(study.sides)];
  const [first = 0] = sides;
  if (sides.length === 2) return [{ side: first, points: once(study.moments.map((one) => seenBy(one, study, first))) }];
  return sides.map((side) => ({ side, points: once(study.moments.filter((one) => study.sides[one.seat] === side)) }));
}

function seenBy(moment: Moment, study: Study, side: number): Point {
  return { ...moment, value: study.sides[moment.seat] === side ? moment.value : -moment.value };
}

/** One point for each place: where several were asked at once, their mean. */
function once(points: readonly Point[]): Point[] {
  const places = new Map<number, Point[]>();
  for (const point of points) places.set(point.at, [...(places.get(point.at) ?? []), point]);
  return [...places.values()].flatMap((here) => {
    const [first] = here;
    return first ? [{ ...first, value: here.reduce((sum, one) => sum + one.value, 0) / here.length }] : [];
  });
}

/** The turns that changed most, in the order of the match. */
export function swingsOf(curves: readonly Curve[], sides: readonly number[], most = 3, least = 0.2): Swing[] {
  const all = curves.flatMap((curve) =>
    curve.points.slice(1).map((point, n) => swing(curve, curve.points[n] ?? point, point, sides)),
  );
  return all
    .filter((one) => Math.abs(one.change) >= least)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, most)
    .sort((one, other) => one.at - other.at);
}

function swing(curve: Curve, before: Point, after: Point, sides: readonly number[]): Swing {
  const change = after.value - before.value;
  return {
    at: before.at,
    turn: before.turn,
    seat: before.seat,
    change: sides[before.seat] === curve.side ? change : -change,
  };
}

/** A value from -1 to 1 as a chance to win. */
export const percent = (value: number): string => `${Math.round((value + 1) * 50)} %`;
export const signed = (change: number): string => `${change < 0 ? "−" : "+"}${Math.abs(Math.round(change * 50))} %`;

/** The place of the curves nearest to there. */
export function nearest(curves: readonly Curve[], at: number): number {
  const places = curves.flatMap((curve) => curve.points.map((point) => point.at));
  return places.reduce((best, one) => (Math.abs(one - at) < Math.abs(best - at) ? one : best), places[0] ?? 0);
}
