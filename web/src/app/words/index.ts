// One message catalogue: `say("front.play")` in the language of the settings.
import { settings } from "../settings.svelte";
import { en, type Key } from "./en";
import { fr } from "./fr";

export type { Key };
export type Language = "en" | "fr";
export const LANGUAGES: Record<Language, string> = { en: "English", fr: "Français" };
export const CATALOGUE: Record<Language, Record<Key, string>> = { en, fr };

const BLANK = /\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;

export function say(key: Key, values: Record<string, string | number> = {}): string {
  return filled(CATALOGUE[settings.language][key], values, settings.language);
}

/** `{count} {count|day|days}`: a blank is filled; of two forms that which the number asks for is said. */
export function filled(text: string, values: Record<string, string | number>, language: Language = "en"): string {
  return text.replace(BLANK, (whole, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (one === undefined) return String(value ?? whole);
    return (new Intl.PluralRules(language).select(Number(value)) === "one" ? one : other) ?? whole;
  });
}
