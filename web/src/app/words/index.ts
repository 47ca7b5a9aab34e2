// One message catalogue: `say("front.play")` in the language of the settings.
import { settings } from "../settings.svelte";
import { LANGUAGES, wordsOf, type Language } from "./catalogue";
import type { Key } from "./en";

export { LANGUAGES };
export type { Key, Language };

const BLANK = /\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;

export function say(key: Key, values: Record<string, string | number> = {}): string {
  return filled(wordsOf(settings.language)[key], values, settings.language);
}

/** `{count} {count|day|days}`: a blank is filled; of two forms that which the number asks for is said. */
export function filled(text: string, values: Record<string, string | number>, language: Language = "en"): string {
  return text.replace(BLANK, (whole, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (one === undefined) return String(value ?? whole);
    return (new Intl.PluralRules(language).select(Number(value)) === "one" ? one : other) ?? whole;
  });
}
