// A game in the few words of its panel.

export function playersOf([fewest, most]: readonly [number, number]): string {
  return fewest === most ? String(fewest) : `${fewest}–${most}`;
}

export function minutesOf(minutes: number | readonly number[] | string): string {
  return typeof minutes === "object" ? minutes.join("–") : String(minutes);
}
