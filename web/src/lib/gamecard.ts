// A game in the few words of its panel.

/** The first sentence of the summary is the promise. */
export function promiseOf(summary: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(summary.trim())?.[0] ?? summary.trim();
}

export function playersOf([fewest, most]: readonly [number, number]): string {
  return fewest === most ? String(fewest) : `${fewest}–${most}`;
}

export function minutesOf(minutes: number | readonly number[] | string): string {
  return typeof minutes === "object" ? minutes.join("–") : String(minutes);
}
