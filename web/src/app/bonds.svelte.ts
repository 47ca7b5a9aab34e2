// Whom I follow, block and mute: their words are hidden here, for me alone.
import { myBonds, tie, type BondKind } from "../wire/bonds";
import type { BondList } from "../wire/types";
import { me } from "./me.svelte";

class Bonds {
  list: BondList | null = $state.raw(null);
  readonly silent = $derived(new Set([...(this.list?.mute ?? []), ...(this.list?.block ?? [])].map((one) => one.id)));

  /** Guests who have never sat down have none. */
  async look(): Promise<void> {
    if (!me.visitor) await me.look();
    if (me.account) this.list = await myBonds().catch(() => this.list);
  }

  is(kind: BondKind, player: string): boolean {
    return (this.list?.[kind] ?? []).some((one) => one.id === player);
  }

  async tie(player: string, kind: BondKind, on: boolean): Promise<void> {
    this.list = await tie(player, kind, on);
  }
}

export const bonds = new Bonds();
