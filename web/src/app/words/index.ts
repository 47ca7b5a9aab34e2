// One message catalogue: `say("front.play")` in the language of the settings.
import { settings } from "../settings.svelte";
import { en, type Key } from "./en";
import { fr } from "./fr";

export type { Key };
export type Language = "en" | "fr";
export const LANGUAGES: Record<Language, string> = { en: "English", fr: "Français" };
export const CATALOGUE: Record<Language, Record<Key, string>> = { en, fr };

export function say(key: Key, values: Record<string, string | number> = {}): string {
  return filled(CATALOGUE[settings.language][key], values);
}

export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
