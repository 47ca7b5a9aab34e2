// A turn pointed out on the table: arrows from one thing that is touched to the next.
import type { Mark, Point, Scene, Tone, Zone } from "../wire/types";

export interface Pointed {
  picks: readonly string[];
  tone: Tone;
}

/** The scene with these turns drawn on its boards; what lies on none is left to words. */
export function pointedOut(scene: Scene, turns: readonly Pointed[]): Scene {
  const zones = scene.zones.map((zone) => {
    const marks = zone.kind === "board" ? turns.flatMap((turn) => arrowsOf(zone, turn)) : [];
    return marks.length ? { ...zone, marks: [...(zone.marks ?? []), ...marks] } : zone;
  });
  return { ...scene, zones };
}

function arrowsOf(zone: Zone, { picks, tone }: Pointed): Mark[] {
  const places = new Map((zone.things ?? []).map((thing) => [thing.id, thing.at]));
  const points = picks.flatMap((pick): Point[] => {
    const at = places.get(pick);
    return at ? [at] : [];
  });
  const [only] = points;
  if (points.length === 1 && only) return [{ kind: "trace", points: [only], tone }];
  return points.slice(1).map((to, n): Mark => ({ kind: "arrow", points: [points[n] ?? to, to], tone }));
}
