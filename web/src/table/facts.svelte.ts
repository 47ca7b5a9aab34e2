// What this page knows of a table, as the server said it.
import { allows } from "../app/customs";
import { namesOf } from "../app/tablecard";
import type { WhyNot } from "../scene/explained";
import { named, type Seen, type Throw, type Trace } from "../scene/scene";
import type {
  Asked,
  ChatLine,
  Clocks,
  Hinted,
  LogLine,
  Over,
  Rolled,
  TableCard,
  TableResult,
  Update,
  Usual,
} from "../wire/types";

export type Heard = "update" | "turn" | "chat" | "refused" | "over" | "rolled";

export class TableFacts {
  card: TableCard | null = $state.raw(null);
  seat: number | null = $state(null);
  seen: Seen | null = $state.raw(null);
  turn = $state(0); // as far as it has been shown
  log: LogLine[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  clocks: Clocks | null = $state.raw(null);
  clocksAt = $state(0);
  undo: Update["undo"] = $state("no");
  part = $state(0);
  mayHurry = $state(false); // I chose first and may count for the others
  asked: Asked[] = $state.raw([]);
  notice: "" | "asked" | "declined" | "agreed" = $state("");
  advised = $state(""); // who has just asked for a hint
  why: WhyNot | null = $state.raw(null);
  hint: Hinted | null = $state.raw(null);
  hinting: string | null = $state(null); // the hint I wait for
  over: Over | null = $state.raw(null);
  invite = $state("");
  watch = $state("");
  draws = $state(false); // a draw may be offered here
  dice: Rolled[] = $state.raw([]);
  roll = $state(0); // counts throws, so that equal faces tumble again
  lines: Throw[] = $state.raw([]); // what dice came to since I last chose
  loose: Rolled[] = $state.raw([]); // those of them that no line tells of
  sent: string | null = $state(null); // my choice on its way
  chosen: string | null = $state(null); // what I chose just before this decision of mine
  decisions = $state(0); // how many were put to me: while others pick, mine is the same
  routine: Usual | null = $state.raw(null); // how questions are answered for me, until they are others
  spared = $state(-1); // a decision that was taken back is not answered for me again
  trace: Trace = $state.raw([]); // the last move

  get game(): string {
    return this.card?.game ?? "";
  }

  get names(): string[] {
    return namesOf(this.card?.seats ?? []);
  }

  /** Whether a bot may be asked here. */
  get mayHint(): boolean {
    return this.card !== null && allows("hints", this.card);
  }

  tell(words: string): string {
    return named(words, this.names);
  }

  /** How it ended, whether it was shown yet or not. */
  get ended(): TableResult | null {
    const played = this.seen?.result;
    return this.card?.result ?? this.over?.result ?? (played ? { ...played, kind: "played" } : null);
  }
}
