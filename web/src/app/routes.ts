// Where in the page somebody is: everything after the # of the address.

export type Route =
  | { page: "front" }
  | { page: "new"; game: string }
  | { page: "table"; table: string }
  | { page: "join"; table: string; invite: string }
  | { page: "watch"; table: string; watch: string }
  | { page: "replay"; replay: string; at: number | null }
  | { page: "workshop"; game: string; workshop: string }
  | { page: "rules"; game: string; rule: string };

export function routeOf(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(plain);
  const [page, one = "", two = ""] = parts;
  if (page === "new") return { page, game: one };
  if (page === "table" && one) return { page, table: one };
  if (page === "join" && one) return { page, table: one, invite: two };
  if (page === "watch" && one) return { page, table: one, watch: two };
  if (page === "replay" && one) return { page, replay: one, at: /^\d{1,9}$/.test(two) ? Number(two) : null };
  if (page === "workshop" && one && two) return { page, game: one, workshop: two };
  if (page === "rules" && one) return { page, game: one, rule: two };
  return { page: "front" };
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign is just a character
  }
}

export function hashOf(route: Route): string {
  const parts = pathOf(route).map(encodeURIComponent);
  return `#/${parts.join("/")}`;
}

function pathOf(route: Route): string[] {
  switch (route.page) {
    case "front":
      return [];
    case "new":
      return route.game ? ["new", route.game] : ["new"];
    case "table":
      return ["table", route.table];
    case "join":
      return ["join", route.table, ...(route.invite ? [route.invite] : [])];
    case "watch":
      return ["watch", route.table, ...(route.watch ? [route.watch] : [])];
    case "replay":
      return ["replay", route.replay, ...(route.at === null ? [] : [String(route.at)])];
    case "workshop":
      return ["workshop", route.game, route.workshop];
    case "rules":
      return ["rules", route.game, ...(route.rule ? [route.rule] : [])];
  }
}
