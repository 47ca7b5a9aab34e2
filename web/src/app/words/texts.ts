// Texts that come with a game in every language, as its lessons do.
import { settings } from "../settings.svelte";

/** A text in the language of the settings; in English where it lacks that one. */
export function told(words: Readonly<Record<string, string>>): string {
  return words[settings.language] ?? words["en"] ?? "";
}
