// What people at a table allow each other, in words.
import { say } from "./words";
import type { Customs, SeatCard } from "../wire/types";

export const CUSTOMS = ["hints", "takeback", "picks"] as const satisfies readonly (keyof Customs)[];

/** Whether people play here against each other, or will as soon as somebody sits down. */
export function isCompany(seats: readonly Pick<SeatCard, "kind">[]): boolean {
  return seats.filter((seat) => seat.kind !== "bot").length > 1;
}

/** Whether that is allowed here: among people if the table says so, against bots always. */
export function allows(
  custom: keyof Customs,
  table: { seats: readonly SeatCard[]; customs?: Customs; rated?: boolean },
): boolean {
  return (!isCompany(table.seats) && !table.rated) || Boolean(table.customs?.[custom]);
}

/** All of them, each as it is here. */
export function customsSaid(customs: Customs = {}): string[] {
  return CUSTOMS.map((one) => say(`customs.${one}.${customs[one] ? "yes" : "no"}`));
}
