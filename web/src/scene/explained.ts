// What a thing says of itself when it is touched and cannot be chosen.
import { isSpace } from "./board/geometry";
import { say, strung } from "../app/words";
import type { Thing } from "../wire/types";

/** Why a thing cannot be taken, and the rule that says so. */
export interface WhyNot {
  thing: string;
  rule: string;
  sentence: string;
}

/** Whether there is anything to learn of it. A bare space only has its name. */
export function tells(thing: Thing | undefined): boolean {
  const more = Boolean(thing?.tip || thing?.more?.length);
  return thing !== undefined && (!isSpace(thing) || more) && Boolean(thing.label);
}

/** Its state in words: of somebody with numbers, or where no other words are told. */
export function stateOf(thing: Thing): string {
  return thing.values?.length || !thing.tip ? (thing.said ?? []).join(", ") : "";
}

/** What can be seen of it, in words, for whoever hears it; and what the game says of its state. */
export function toldOf(thing: Thing): string[] {
  return [...(thing.state ?? []).map((one) => say(`state.${one}`)), ...(thing.said ?? [])];
}

/** All of it that a name and a picture leave unsaid. */
export function heardOf(thing: Thing): string {
  return strung([thing.label, thing.badge, ...toldOf(thing), thing.tip]);
}
