// What I keep with my account: the server has it, and every browser of mine finds it there.
import type { Trouble } from "../wire/api";
import type { KeptWork, WorkShelf, WorkWish } from "../wire/types";
import { keepWork, keptText, myShelf, removeWork } from "../wire/works";
import { me } from "./me.svelte";

class Shelf {
  works: readonly KeptWork[] = $state.raw([]);
  trouble: Trouble | null = $state.raw(null);

  /** Asks for the list; without an account there is none. */
  async look(): Promise<void> {
    if (!me.account) await me.look(); // it may have been made since
    if (me.account) await this.#take(myShelf());
  }

  async keep(wish: WorkWish): Promise<void> {
    if (!me.account) await me.look(); // it may have been made since
    if (me.account) await this.#take(keepWork(wish));
  }

  async forget(game: string, workshop: string, title: string): Promise<void> {
    const found = this.of(game, workshop).find((one) => one.title === title);
    if (found) await this.remove(found.id);
  }

  remove(id: string): Promise<void> {
    return this.#take(removeWork(id));
  }

  of(game: string, workshop: string): readonly KeptWork[] {
    return this.works.filter((one) => one.game === game && one.workshop === workshop);
  }

  async text(id: string): Promise<string | null> {
    try {
      return (await keptText(id)).text;
    } catch (wrong) {
      this.trouble = wrong as Trouble;
      return null;
    }
  }

  async #take(asked: Promise<WorkShelf>): Promise<void> {
    try {
      this.works = (await asked).works;
      this.trouble = null;
    } catch (wrong) {
      this.trouble = wrong as Trouble;
    }
  }
}

export const shelf = new Shelf();
