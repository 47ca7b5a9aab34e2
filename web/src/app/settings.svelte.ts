// What a person likes, kept on this device.
import { speak } from "../wire/api";
import { kept, keep } from "./kept";
import { bringWords } from "./words/catalogue";

export interface Settings {
  theme: "system" | "dark" | "light";
  language: "en" | "fr";
  motion: boolean;
  quick: boolean; // what happens is shown in a hurry
  sound: boolean;
  forced: boolean; // answer forced decisions
  confirm: boolean;
  oneTap: boolean;
  list: boolean; // show the list of options
  name: string;
  level: string; // of the bots in Play now
}

const KEY = "fimbul.settings";
const language = typeof navigator !== "undefined" && navigator.language.startsWith("fr") ? "fr" : "en";
const fresh: Settings = {
  theme: "system",
  language,
  motion: true,
  quick: false,
  sound: true,
  forced: true,
  confirm: false,
  oneTap: false,
  list: false,
  name: "",
  level: "karl", // an easy one to begin with
};

/** Stored settings over the fresh ones; anything of a wrong kind is as if it were not there. */
export function merged(base: Settings, stored: unknown): Settings {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(stored ?? {})) {
    if (key in base && typeof value === typeof result[key]) result[key] = value;
  }
  if (!["system", "dark", "light"].includes(String(result["theme"]))) result["theme"] = base.theme;
  if (!["en", "fr"].includes(String(result["language"]))) result["language"] = base.language;
  return result as unknown as Settings;
}

export const settings: Settings = $state(merged(fresh, kept(KEY)));
speak(settings.language);

/** From now on everything is said in that language. */
export async function setLanguage(chosen: Settings["language"]): Promise<void> {
  await bringWords(chosen);
  speak(chosen); // before anything asks the server again
  settings.language = chosen;
}

/** Shows the settings on the document and stores them whenever they change. */
export function followSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    if (settings.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = settings.theme;
    root.dataset["motion"] = settings.motion ? "on" : "off";
    root.lang = settings.language;
    keep(KEY, $state.snapshot(settings));
  });
}

/** The theme that is seen, whoever chose it. */
export function themeSeen(): "dark" | "light" {
  if (settings.theme !== "system") return settings.theme;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function moves(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
