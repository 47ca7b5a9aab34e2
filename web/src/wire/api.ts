// The HTTP part of the table. Every failure becomes a Trouble with words for people.
import type {
  Book,
  Catalogue,
  GameCard,
  Judged,
  NewTable,
  TakenSeat,
  Replay,
  ReplayScene,
  SeatWish,
  Study,
  TableCard,
  TablePage,
  Trouble as Told,
  Work,
} from "./types";

export class Trouble extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly problems: string[] = [],
    readonly rule = "",
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, token = ""): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined)
    headers["Content-Type"] = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  const sent = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(path, { method, headers, body: sent }).catch(() => {
    throw new Trouble("network", "");
  });
  if (!answer.ok) throw await troubleOf(answer);
  return (answer.headers.get("content-type") ?? "").includes("json") ? answer.json() : ((await answer.text()) as T);
}

async function troubleOf(answer: Response): Promise<Trouble> {
  const said: unknown = await answer.json().catch(() => null);
  const told = (said ?? {}) as Partial<Told>;
  return new Trouble(
    told.code ?? String(answer.status),
    told.message ?? answer.statusText,
    told.problems ?? [],
    told.rule ?? "",
  );
}

const at = encodeURIComponent;
/** My share of the match's dice, so that nobody can have chosen them. */
const luck = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

export const games = (): Promise<GameCard[]> => ask("GET", "/api/games");
const books = new Map<string, Promise<Book>>();
/** Asked for once, however many look into it. */
export function rulebook(game: string): Promise<Book> {
  const book = books.get(game) ?? ask<Book>("GET", `/api/games/${at(game)}/rulebook`);
  books.set(game, book);
  book.catch(() => books.delete(game));
  return book;
}
export const sheet = (game: string): Promise<string> => ask("GET", `/api/games/${at(game)}/art.svg`);
export const workshop = (game: string, name: string): Promise<Catalogue> =>
  ask("GET", `/api/games/${at(game)}/workshops/${at(name)}`);
export const judge = (game: string, name: string, work: Work): Promise<Judged> =>
  ask("POST", `/api/games/${at(game)}/workshops/${at(name)}`, work);
export const tables = (after = "", limit = 8): Promise<TablePage> =>
  ask("GET", `/api/tables?limit=${limit}${after ? `&after=${at(after)}` : ""}`);
export const table = (id: string): Promise<TableCard> => ask("GET", `/api/tables/${at(id)}`);
export const open = (wish: NewTable): Promise<TakenSeat> => ask("POST", "/api/tables", { ...wish, luck: luck() });
export const play = (game: string, name: string): Promise<TakenSeat> =>
  ask("POST", "/api/play", { game, name, luck: luck() });
/** Take a seat: `options` are what I bring to it, `agrees` what I agree to. */
export const sit = (
  id: string,
  name: string,
  invite = "",
  options: Record<string, unknown> = {},
  agrees: string[] = [],
): Promise<TakenSeat> =>
  ask("POST", `/api/tables/${at(id)}/sit`, { name, luck: luck(), options, agrees, ...(invite ? { invite } : {}) });
export const leave = (id: string, token: string): Promise<unknown> =>
  ask("POST", `/api/tables/${at(id)}/leave`, {}, token);
export const rematch = (id: string, token: string): Promise<TakenSeat> =>
  ask("POST", `/api/tables/${at(id)}/rematch`, {}, token);
export const saga = (id: string): Promise<string> => ask("GET", `/api/matches/${at(id)}/saga`);
export const upload = (text: string): Promise<{ replay: string }> => ask("POST", "/api/sagas", text);
export const replay = (id: string): Promise<Replay> => ask("GET", `/api/replays/${at(id)}`);
export const replayScene = (id: string, count: number, seat: string): Promise<ReplayScene> =>
  ask("GET", `/api/replays/${at(id)}/scene?at=${count}&seat=${at(seat)}`);
export const study = (id: string): Promise<Study> => ask("GET", `/api/replays/${at(id)}/study`);
export const playFrom = (id: string, count: number, seats: SeatWish[], name: string): Promise<TakenSeat> =>
  ask("POST", `/api/replays/${at(id)}/play`, { at: count, seats, name });
