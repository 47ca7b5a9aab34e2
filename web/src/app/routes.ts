// Where in the page somebody is: everything after the # of the address.

export type Route =
  | { page: "front" }
  | { page: "matches" }
  | { page: "me" }
  | { page: "enter"; code: string }
  | { page: "back"; word: string }
  | { page: "off"; code: string }
  | { page: "player"; player: string; table?: string }
  | { page: "privacy" }
  | { page: "care" }
  | { page: "leaders"; game: string }
  | { page: "tournaments" }
  | { page: "hold"; game: string }
  | { page: "tournament"; tournament: string }
  | { page: "about"; part: string }
  | { page: "new"; game: string }
  | { page: "table"; table: string }
  | { page: "join"; table: string; invite: string }
  | { page: "watch"; table: string; watch: string }
  | { page: "replay"; replay: string; at: number | null; study?: boolean }
  | { page: "saga"; packed: string }
  | { page: "puzzle"; game: string; puzzle: string }
  | { page: "learn"; game: string }
  | { page: "workshop"; game: string; workshop: string }
  | { page: "rules"; game: string; rule: string };

const STUDY = "analysis"; // the last word of an address that brings the analysis along

export function routeOf(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(plain);
  const [page, one = "", two = "", three = ""] = parts;
  if (page === "matches") return { page };
  if (page === "me") return { page };
  if (page === "enter") return { page, code: one };
  if (page === "back" && one) return { page, word: one };
  if (page === "off" && one) return { page, code: one };
  if (page === "player" && one) return two ? { page, player: one, table: two } : { page, player: one };
  if (page === "privacy" || page === "care") return { page };
  if (page === "leaders") return { page, game: one };
  if (page === "tournaments") return { page };
  if (page === "hold") return { page, game: one };
  if (page === "tournament" && one) return { page, tournament: one };
  if (page === "about") return { page, part: one };
  if (page === "new") return { page, game: one };
  if (page === "table" && one) return { page, table: one };
  if (page === "join" && one) return { page, table: one, invite: two };
  if (page === "watch" && one) return { page, table: one, watch: two };
  if (page === "replay" && one)
    return { page, replay: one, at: /^\d{1,9}$/.test(two) ? Number(two) : null, study: three === STUDY };
  if (page === "saga" && one) return { page, packed: one };
  if (page === "puzzle") return { page, game: one, puzzle: two };
  if (page === "learn" && one) return { page, game: one };
  if (page === "workshop" && one && two) return { page, game: one, workshop: two };
  if (page === "rules") return { page, game: one, rule: two };
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
    case "matches":
      return ["matches"];
    case "me":
      return ["me"];
    case "enter":
      return ["enter", ...(route.code ? [route.code] : [])];
    case "back":
      return ["back", route.word];
    case "off":
      return ["off", route.code];
    case "player":
      return ["player", route.player, ...(route.table ? [route.table] : [])];
    case "privacy":
    case "care":
      return [route.page];
    case "leaders":
      return ["leaders", ...(route.game ? [route.game] : [])];
    case "tournaments":
      return ["tournaments"];
    case "hold":
      return ["hold", ...(route.game ? [route.game] : [])];
    case "tournament":
      return ["tournament", route.tournament];
    case "about":
      return ["about", ...(route.part ? [route.part] : [])];
    case "new":
      return route.game ? ["new", route.game] : ["new"];
    case "table":
      return ["table", route.table];
    case "join":
      return ["join", route.table, ...(route.invite ? [route.invite] : [])];
    case "watch":
      return ["watch", route.table, ...(route.watch ? [route.watch] : [])];
    case "replay":
      return ["replay", route.replay, ...placeOf(route.at, route.study ?? false)];
    case "saga":
      return ["saga", route.packed];
    case "puzzle":
      return ["puzzle", ...(route.game && route.puzzle ? [route.game, route.puzzle] : [])];
    case "learn":
      return ["learn", route.game];
    case "workshop":
      return ["workshop", route.game, route.workshop];
    case "rules":
      return ["rules", ...(route.game ? [route.game] : []), ...(route.rule ? [route.rule] : [])];
  }
}

function placeOf(at: number | null, study: boolean): string[] {
  if (at === null) return [];
  return study ? [String(at), STUDY] : [String(at)];
}
