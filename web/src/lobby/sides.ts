// Sides that have names: who sits where, and which options see to it.
import { same, type Field } from "../ui/form";
import type { SeatWish, NamedSide } from "../wire/types";

type Values = Readonly<Record<string, unknown>>;

/** Whether the options are such that this side is played. */
export function isSide(side: NamedSide, fields: readonly Field[], values: Values): boolean {
  const standard = (name: string): unknown => fields.find((field) => field.name === name)?.standard;
  return Object.entries(side.options).every(([name, value]) => same(values[name] ?? standard(name), value));
}

/** The side of a seat by name, if it is not left to the lot. */
export function sideOf(seat: number, sides: readonly NamedSide[], fields: readonly Field[], values: Values): string {
  return sides.find((side) => side.seat === seat && isSide(side, fields, values))?.name ?? "";
}

/** Whoever wants that side changes places for it. */
export function reseated(side: NamedSide, seats: readonly SeatWish[]): SeatWish[] {
  const [from, to] = [seats.findIndex((seat) => seat.kind === "me"), side.seat ?? -1];
  const [me, other] = [seats[from], seats[to]];
  return seats.map((seat, n) => (me && other ? (n === to ? me : n === from ? other : seat) : seat));
}
