// The words of each language. English comes with the page, any other when somebody reads it.
import { en, type Key } from "./en";

export type Words = Record<Key, string>;
export type Language = "en" | "fr";
export const LANGUAGES: Record<Language, string> = { en: "English", fr: "Français" };

const FURTHER: Partial<Record<Language, () => Promise<Words>>> = { fr: async () => (await import("./fr")).fr };
const here: Partial<Record<Language, Words>> = { en };

/** Words of a language that has not come stand in English. */
export const wordsOf = (language: Language): Words => here[language] ?? en;

/** Brings the words of a language; where that fails, English stays. */
export async function bringWords(language: Language): Promise<void> {
  const words = here[language] ?? (await FURTHER[language]?.().catch(() => undefined));
  if (words) here[language] = words;
}
