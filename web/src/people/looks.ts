// What an account may look like.
import type { MyAccount } from "../wire/types";

export const TONES: readonly MyAccount["tone"][] = ["bone", "blood", "aurora", "violet", "ice", "gold"];
export const EMBLEMS: readonly MyAccount["emblem"][] = ["axe", "wolf", "raven", "serpent", "ship", "tree"];

/** A name for this device, to tell its passkey from others. */
export function deviceName(agent: string): string {
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((one) => agent.includes(one)) ?? "";
  const browser = ["Firefox", "Edg", "Chrome", "Safari"].find((one) => agent.includes(one)) ?? "";
  return [browser.replace("Edg", "Edge"), system].filter(Boolean).join(", ");
}
