// Which zone lies where: the scene says what there is, this says in which part of the page.
import type { Scene, Thing, Zone } from "./wire";

export interface Places {
  main: Zone | null; // the large board
  minors: Zone[]; // further boards
  hand: Zone[]; // my own rows, under the board
  lines: Zone[]; // rows in the middle of a table without a board
  tracks: Zone[];
  side: Map<number, Zone[]>; // beside the plate of whose they are
  common: Zone[]; // stacks of the table
  buttons: Thing[];
}

export function arranged(scene: Scene, seat: number | null): Places {
  const places: Places = { main: null, minors: [], hand: [], lines: [], tracks: [], side: new Map(), common: [], buttons: [] };
  const hasBoard = scene.zones.some((zone) => zone.kind === "board");
  for (const zone of scene.zones) put(places, zone, seat, hasBoard);
  return places;
}

function put(places: Places, zone: Zone, seat: number | null, hasBoard: boolean): void {
  const kind = zone.kind ?? "row";
  const owner = zone.seat ?? null;
  if (kind === "board") {
    if (places.main) places.minors.push(zone);
    else places.main = zone;
  } else if (kind === "buttons") places.buttons.push(...(zone.things ?? []));
  else if (kind === "track") places.tracks.push(zone);
  else if (kind === "row" && owner !== null && owner === seat) places.hand.push(zone);
  else if (!hasBoard) places.lines.push(zone);
  else if (owner !== null) places.side.set(owner, [...(places.side.get(owner) ?? []), zone]);
  else places.common.push(zone);
}

/** Options that lie nowhere on the table: they are offered as buttons, so that nothing is out of reach. */
export function homeless(scene: Scene, options: readonly string[]): Thing[] {
  const shown = new Set(scene.zones.flatMap((zone) => (zone.things ?? []).map((thing) => thing.id)));
  return options
    .filter((option) => !shown.has(option))
    .map((id) => ({ id, art: "button", label: id.slice(id.indexOf(":") + 1).replaceAll("-", " ") }));
}
