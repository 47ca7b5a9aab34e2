// What lies open beside the table: the drawer's page, the rule being read, the settings, the list of keys.

import type { Book } from "../wire/types";

export type DrawerTab = "log" | "rules" | "chat";

class Desk {
  tab: DrawerTab = $state("log");
  open = $state(false); // on screens where the drawer is closed at first
  rule = $state("");
  settings = $state(false);
  primer = $state(""); // the game whose primer lies open
  keys = $state(false); // the list of keys
  unread = $state(0);

  titles: ReadonlyMap<string, string> = $state.raw(new Map()); // of rules, by their ids

  /** The rulebook of what is being played: rules are called by their titles. */
  learn(book: Book): void {
    const rules = book.rules.map((rule): [string, string] => [rule.id, rule.title]);
    const rulings = book.rulings.map((ruling): [string, string] => [ruling.id, ruling.question]);
    this.titles = new Map([...rules, ...rulings]);
  }

  openRule(rule: string): void {
    this.rule = rule;
    this.show("rules");
  }

  show(tab: DrawerTab): void {
    this.tab = tab;
    this.open = true;
    if (tab === "chat") this.unread = 0;
  }

  toggle(tab: DrawerTab): void {
    if (this.open && this.tab === tab) this.open = false;
    else this.show(tab);
  }
}

export const desk = new Desk();
