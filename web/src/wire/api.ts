// The HTTP part of the table. Every failure becomes a Trouble with words for people.
import type {
  Better,
  Book,
  Catalogue,
  Check,
  GameCard,
  Hall,
  Judged,
  MyMatch,
  NewTable,
  HeldSeat,
  LessonCard,
  LessonScene,
  PrimerCard,
  PuzzleAnswer,
  PuzzleList,
  PuzzleScene,
  Rematch,
  TakenSeat,
  Replay,
  ReplayScene,
  SeatWish,
  Study,
  TableCard,
  TablePage,
  Trouble as Told,
  WhyNot,
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

let known: Promise<GameCard[]> | null = null;
const books = new Map<string, Promise<Book>>();
let spoken = "en";
/** The language in which games tell; what was fetched in another one is forgotten. */
export function speak(language: string): void {
  if (language === spoken) return;
  spoken = language;
  known = null;
  books.clear();
}
export const language = (): string => spoken;

export async function ask<T>(method: string, path: string, body?: unknown, token = ""): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": spoken };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined)
    headers["Content-Type"] = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  const sent = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
  // Relative to the page: a proxy may serve all of this under a path of its own.
  const answer = await fetch(`.${path}`, { method, headers, body: sent }).catch(() => {
    throw new Trouble("network", "");
  });
  if (!answer.ok) throw await troubleOf(answer);
  return (answer.headers.get("content-type") ?? "").includes("json") ? answer.json() : ((await answer.text()) as T);
}

export async function troubleOf(answer: Response): Promise<Trouble> {
  const said: unknown = await answer.json().catch(() => null);
  const told = (said ?? {}) as Partial<Told>;
  return new Trouble(
    told.code ?? String(answer.status),
    told.message ?? answer.statusText,
    told.problems ?? [],
    told.rule ?? "",
  );
}

const TRIES = 3;
const REST = 700; // milliseconds
/** Ask for a seat with a key of my own: if the answer is lost, the same question gets the same answer. */
async function askForSeat(
  path: string,
  body: Record<string, unknown> & { key?: string },
  token = "",
): Promise<TakenSeat> {
  const wish = { ...body, key: body.key || newKey() };
  for (let left = TRIES; ; left -= 1) {
    try {
      return await ask<TakenSeat>("POST", path, wish, token);
    } catch (error) {
      if (!(error instanceof Trouble) || error.code !== "network" || left <= 1) throw error;
      await new Promise((done) => setTimeout(done, REST));
    }
  }
}
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const at = encodeURIComponent;
/** My share of the match's dice, so that nobody can have chosen them. */
const luck = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Asked for anew. */
export function games(): Promise<GameCard[]> {
  const found = ask<GameCard[]>("GET", "/api/games");
  known = found;
  found.catch(() => (known = null));
  return found;
}
/** The same, once for all who look: games change only when the server does. */
export const knownGames = (): Promise<GameCard[]> => known ?? games();
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
/** What is asked of the lobby; what is empty does not matter. */
export interface Listing {
  game: string;
  state: string;
  pace: string;
  rated: boolean;
}
export function tables(after: string, limit: number, { rated, ...words }: Listing): Promise<TablePage> {
  const told = { limit: String(limit), after, ...words, rated: rated ? "1" : "" };
  const asked = new URLSearchParams(Object.entries(told).filter(([, value]) => value));
  return ask("GET", `/api/tables?${asked.toString()}`);
}
export const hall = (): Promise<Hall> => ask("GET", "/api/hall");
export const table = (id: string): Promise<TableCard> => ask("GET", `/api/tables/${at(id)}`);
export const mine = (places: readonly HeldSeat[]): Promise<MyMatch[]> => ask("POST", "/api/mine", { places });
export const open = (wish: NewTable): Promise<TakenSeat> => askForSeat("/api/tables", { ...wish, luck: luck() });
export const play = (game: string, name: string, bot = ""): Promise<TakenSeat> =>
  askForSeat("/api/play", { game, name, bot, luck: luck() });
/** Take a seat: `options` are what I bring to it, `agrees` what I agree to, `key` the token of one I have left. */
export const sit = (
  id: string,
  name: string,
  invite = "",
  options: Record<string, unknown> = {},
  agrees: string[] = [],
  key = "",
): Promise<TakenSeat> => {
  const wish = { name, luck: luck(), options, agrees, key, ...(invite ? { invite } : {}) };
  return askForSeat(`/api/tables/${at(id)}/sit`, wish);
};
export const leave = (id: string, token: string): Promise<unknown> =>
  ask("POST", `/api/tables/${at(id)}/leave`, {}, token);
/** Meet again: against bots of another level, or on another seat, if it is said which. */
export const rematch = (id: string, token: string, wish: Partial<Rematch> = {}): Promise<TakenSeat> =>
  askForSeat(`/api/tables/${at(id)}/rematch`, wish, token);
export const saga = (id: string): Promise<string> => ask("GET", `/api/matches/${at(id)}/saga`);
export const upload = (text: string): Promise<{ replay: string }> => ask("POST", "/api/sagas", text);
/** What a sceptic finds out about a record. */
export const verify = (text: string): Promise<Check[]> => ask("POST", "/api/verify", text);
export const replay = (id: string): Promise<Replay> => ask("GET", `/api/replays/${at(id)}`);
/** `home`: whose side of the table is near, where all is open. */
export function replayScene(id: string, count: number, seat: string, home: number | null): Promise<ReplayScene> {
  const near = seat === "open" && home !== null ? `&home=${home}` : "";
  return ask("GET", `/api/replays/${at(id)}/scene?at=${count}&seat=${at(seat)}${near}`);
}
export const study = (id: string): Promise<Study> => ask("GET", `/api/replays/${at(id)}/study`);
export const better = (id: string, count: number, seat: number): Promise<Better> =>
  ask("GET", `/api/replays/${at(id)}/better?at=${count}&seat=${seat}`);
export const playFrom = (id: string, count: number, seats: SeatWish[], name: string): Promise<TakenSeat> =>
  ask("POST", `/api/replays/${at(id)}/play`, { at: count, seats, name });

const lessonAt = (game: string, rest = ""): string => `/api/games/${at(game)}/lesson${rest}`;
export const lesson = (game: string): Promise<LessonCard> => ask("GET", lessonAt(game));
export const lessonScene = (game: string, task: number, picks: number): Promise<LessonScene> =>
  ask("GET", lessonAt(game, `/scene?task=${task}&picks=${picks}`));
export const lessonWhy = (game: string, task: number, picks: number, thing: string): Promise<WhyNot> =>
  ask("GET", lessonAt(game, `/why?task=${task}&picks=${picks}&thing=${at(thing)}`));

export const primer = (game: string): Promise<PrimerCard> => ask("GET", `/api/games/${at(game)}/primer`);
/** Found relative to the page; an image says in its address what else stands in a header. */
const drawn = (path: string, theme: "dark" | "light"): string =>
  `./api/games/${path}/picture.svg?theme=${theme}&language=${spoken}`;
export const primerPicture = (game: string, panel: string, theme: "dark" | "light"): string =>
  drawn(`${at(game)}/primer/${at(panel)}`, theme);
export const chapterPicture = (game: string, number: number, theme: "dark" | "light"): string =>
  drawn(`${at(game)}/rulebook/${number}`, theme);

const puzzleAt = (game: string, name: string, rest = ""): string => `/api/games/${at(game)}/puzzles/${at(name)}${rest}`;
const picked = (picks: readonly string[]): string => picks.map((pick) => `pick=${at(pick)}`).join("&");
export const puzzles = (): Promise<PuzzleList> => ask("GET", "/api/puzzles");
export const puzzle = (game: string, name: string, picks: readonly string[]): Promise<PuzzleScene> =>
  ask("GET", puzzleAt(game, name, `?${picked(picks)}`));
/** Without picks: the solution. */
export const puzzleAnswer = (game: string, name: string, picks: readonly string[]): Promise<PuzzleAnswer> =>
  ask("GET", puzzleAt(game, name, `/answer?${picked(picks)}`));
export const puzzleWhy = (game: string, name: string, picks: readonly string[], thing: string): Promise<WhyNot> =>
  ask("GET", puzzleAt(game, name, `/why?thing=${at(thing)}&${picked(picks)}`));
export const puzzlePicture = (game: string, name: string, theme: "dark" | "light"): string =>
  `.${puzzleAt(game, name, `/picture.svg?theme=${theme}`)}`; // an image is found relative to the page
