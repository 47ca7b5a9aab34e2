// What lies open beside the table: the drawer's page, the rule being read, the settings.

export type DrawerTab = "log" | "rules" | "chat";

class Desk {
  tab: DrawerTab = $state("log");
  open = $state(false); // on screens where the drawer is closed at first
  rule = $state("");
  settings = $state(false);
  unread = $state(0);

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
