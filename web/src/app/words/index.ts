// One message catalogue: `say("front.play")` in the language of the settings.
import { settings } from "../settings.svelte";
import { LANGUAGES, wordsOf, type Language } from "./catalogue";
import type { Key } from "./en";

export { LANGUAGES };
export type { Key, Language };

/** Several names, as a sentence says them: Ann, Bo and Leif, as games list what they tell. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(settings.language === "en" ? "en-GB" : settings.language).format(names);
}

/** Words and sentences about one thing, one after the other: `, ` behind a word, a space behind a sentence. */
export function strung(all: readonly (string | undefined)[]): string {
  return all
    .filter(Boolean)
    .reduce<string>((so, one) => (so ? `${so}${/[.!?…]$/.test(so) ? " " : ", "}${one}` : `${one}`), "");
}

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
