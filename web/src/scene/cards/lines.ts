// What lies before a seat, and where: told from the zones alone.

import type { Zone } from "../../wire/types";
import { isDie } from "../places";

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

/** Beside its plate a zone need not say whose it is: `Aesir hand`, `Main des Ases`. */
export function shortly(title: string, owner: string): string {
  const [words, name] = [title.replace(owner, "").trim().split(" "), owner.split(" ")];
  while (words.length > 1 && words.at(-1) === name.pop()) words.pop();
  return words.join(" ");
}
