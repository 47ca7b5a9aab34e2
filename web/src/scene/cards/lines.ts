// What lies before a seat, and where: told from the zones alone.

import type { Zone } from "../../wire/types";
import { isCard, isDie } from "../places";

/** Stacks and hidden hands lie small beside the plate. */
export function isAside(zone: Zone): boolean {
  return zone.kind === "stack" || (zone.kind !== "ship" && isHidden(zone));
}

/** Nobody sees what is in it, and nobody has played it: the plate counts such cards. */
export function isHidden(zone: Zone): boolean {
  return (zone.things ?? []).every((thing) => thing.state?.includes("face-down") && !thing.state.includes("sealed"));
}

/** Dice of what is over are gone. */
export function isOver(zone: Zone): boolean {
  return (zone.things ?? []).every((thing) => isDie(thing) && thing.state?.includes("past"));
}

export const filled = (zones: readonly Zone[]): Zone[] =>
  zones.filter((zone) => zone.things?.length || zone.kind === "ship");

/** The rows of a line. One in which cards lay open keeps its place, and so does an empty one while no
 *  cards lie in another. */
export function rowsThatStay(): (zones: readonly Zone[]) => Zone[] {
  const opened = new Set<string>();
  const isRow = (zone: Zone): boolean => {
    if (zone.things?.some((thing) => isCard(thing) && !thing.state?.includes("face-down"))) opened.add(zone.id);
    return zone.kind === "ship" || (zone.things?.length ? !isAside(zone) && !isOver(zone) : opened.has(zone.id));
  };
  return (zones) => {
    const all = zones.filter(isRow);
    const kept = all.find((zone) => zone.things?.some(isCard)) ?? all.find((zone) => zone.kind !== "ship");
    return all.filter((zone) => zone === kept || zone.kind === "ship" || zone.things?.length);
  };
}

/** Beside its plate a zone need not say whose it is: `Aesir hand`, `Main des Ases`. */
export function shortly(title: string, owner: string): string {
  const [words, name] = [title.replace(owner, "").trim().split(" "), owner.split(" ")];
  while (words.length > 1 && words.at(-1) === name.pop()) words.pop();
  return words.join(" ");
}
