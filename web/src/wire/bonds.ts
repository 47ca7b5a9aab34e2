// The HTTP part about other players: whom I follow, block and mute.
import { ask } from "./api";
import type { BondList, BondWish } from "./types";

export type BondKind = BondWish["kind"];
export const myBonds = (): Promise<BondList> => ask("GET", "/api/me/bonds");
export const tie = (player: string, kind: BondKind, on: boolean): Promise<BondList> =>
  ask("POST", `/api/players/${encodeURIComponent(player)}/bond`, { kind, on });
