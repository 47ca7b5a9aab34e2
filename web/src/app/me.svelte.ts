// Who I am here, as the server knows me: nobody until I have sat down for the first time.
import { whoAmI } from "../wire/people";
import type { MyAccount, Visitor } from "../wire/types";
import { settings } from "./settings.svelte";

class Me {
  visitor: Visitor | null = $state.raw(null);
  get account(): MyAccount | null {
    return this.visitor?.account ?? null;
  }

  async look(): Promise<void> {
    this.visitor = await whoAmI().catch(() => this.visitor);
  }

  /** Somebody has come in, or changed: the name at the table is the account's. */
  take(visitor: Visitor): void {
    this.visitor = visitor;
    if (visitor.account) settings.name = visitor.account.name;
  }
}

export const me = new Me();
