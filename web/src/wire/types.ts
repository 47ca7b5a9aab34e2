// Written by `python -m fimbul.server.wire.typescript`: change the structs instead.

/** One of the best lines: what to touch first, the whole of it in words, what it is worth. */
export interface Advice {
  thing: string;
  words: string;
  value: number;
}

export interface AnswerConsent {
  type: "answer";
  id: string;
  ask: string;
  yes: boolean;
}

/** The asking is over: everybody agreed, or somebody did not, or play went on. */
export interface Answered {
  type: "answered";
  ask: string;
  yes: boolean;
}

/** Something to choose, with what it costs. */
export interface Article {
  id: string;
  title: string;
  points: number;
  kind: string;
}

/** Somebody asks for consent. */
export interface Asked {
  type: "asked";
  ask: string;
  kind: "draw" | "undo";
  seat: number;
}

/** The table as it lay for a moment: how it had changed, and what was told until then. */
export interface Beat {
  change: SceneChange;
  events: (Placed | Moved | Removed | Turned | Rolled | Counted | Said | Ended)[];
}

export interface Book {
  title: string;
  rules: Rule[];
  rulings: Ruling[];
  parts: Part[];
  provenance: Provenance | null;
}

export interface BotCard {
  name: string;
  title: string;
}

export interface BotSeat {
  kind: "bot";
  bot: string;
}

/** All that a workshop offers, in its own words. */
export interface Catalogue {
  title: string;
  section: string;
  unit: string;
  heads: Head[];
  groups: Article[];
  wares: Ware[];
  ready: Article[];
}

export interface ChatLine {
  type: "chat";
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** `number` is the row it answers, `part` how often this seat has chosen in that row. */
export interface Choose {
  type: "choose";
  id: string;
  number: number;
  part: number;
  thing: string;
}

/** Milliseconds left by seat (null: unlimited), and for whom they are running now. */
export interface Clocks {
  type: "clocks";
  left: (number | null)[];
  running: number[];
}

/** Something worth counting: points, strength, wounds; by which rule. */
export interface Counted {
  type: "Counted";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  amount: number;
  rule: string;
}

/** What one seat must choose: a question, the things it may touch, and the rule behind it. */
export interface Decision {
  seat: number;
  prompt: string;
  options: string[];
  rule: string;
}

/** So many seconds for each decision. */
export interface DecisionClock {
  kind: "decision";
  seconds: number;
}

/** It is written down; nothing can take it away any more. */
export interface Done {
  type: "done";
  id: string;
  revision: number;
}

/** What is being put together. It may be wrong or half done. */
export interface Draft {
  heads: Record<string, string>;
  sections: Section[];
}

export interface Ended {
  type: "Ended";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  because: string;
}

/** One line of a note: a sentence, what it adds, and the rule that says so. */
export interface Fact {
  text: string;
  rule?: string;
  amount?: number | null;
}

/** Kept free for whoever comes by the link, or by the lobby if the table is public. */
export interface Friend {
  kind: "friend";
}

/** A game as the front page shows it. `options` is the JSON Schema of its setup. */
export interface GameCard {
  id: string;
  title: string;
  summary: string;
  promise: string;
  players: [number, number];
  minutes: number;
  rules: string;
  options: Record<string, unknown>;
  bots: BotCard[];
  presets: Preset[];
  provenance: Provenance | null;
  slow: number;
}

/** Something to say about the whole. Where it `sorts`, it names the group of wares meant. */
export interface Head {
  id: string;
  title: string;
  kind: "choice" | "taken" | "text";
  choices: Article[];
  sorts: boolean;
}

export interface Health {
  ok: boolean;
  version: string;
}

/** First of all, and at once: who I am, and the last revision I have seen. */
export interface Hello {
  type: "hello";
  token?: string;
  watch?: string;
  revision?: number;
}

/** What would a bot do here? */
export interface Hint {
  type: "hint";
  id: string;
}

export interface Hinted {
  type: "hinted";
  id: string;
  thing: string;
  words: string;
  value?: number | null;
  lines?: Advice[];
}

/** I have chosen: count for the others. */
export interface Hurry {
  type: "hurry";
  id: string;
}

/** A draft as it stands: its text, what all of it costs, and everything that is wrong. */
export interface Judged {
  draft: Draft;
  text: string;
  points: number;
  limit: number;
  costs: number[][];
  problems: Remark[];
}

export interface Left {
  table: string;
}

/** A line of the log. `{0}` in the words stands for seat 0; `at` counts answered rows. */
export interface LogLine {
  turn: number;
  seat: number;
  words: string;
  at: number;
}

/** What is drawn but cannot be touched: outlines, tints, paths, arcs, rulers, captions. */
export interface Mark {
  kind: "arc" | "arrow" | "caption" | "dot" | "grid" | "outline" | "path" | "ruler" | "tint" | "trace";
  points: [number, number][];
  tone?: "aurora" | "blood" | "board" | "bone" | "gold" | "ice" | "ink" | "line" | "mute" | "stone" | "violet";
  text?: string;
}

/** So many seconds for the whole match, and some more for each turn taken. */
export interface MatchClock {
  kind: "match";
  seconds: number;
  increment?: number;
}

/** Whoever asks sits here. */
export interface Me {
  kind: "me";
}

/** How things stood for a seat that was asked, from -1 to 1, after so many choices. */
export interface Moment {
  at: number;
  turn: number;
  seat: number;
  value: number;
}

export interface Moved {
  type: "Moved";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  thing: string;
  origin: string;
  to: string;
}

export interface NewTable {
  game: string;
  seats: (Me | Friend | BotSeat)[];
  name: string;
  options?: Record<string, unknown>;
  clock?: NoClock | MatchClock | DecisionClock;
  timeout?: "default" | "loss";
  public?: boolean;
  luck?: string;
}

/** Nobody is in a hurry. */
export interface NoClock {
  kind: "none";
}

/** A title and lines of facts: a roll and its modifiers, a strength that adds up. */
export interface Note {
  title: string;
  facts?: Fact[];
  seat?: number | null;
}

/** Shall we call it even? */
export interface OfferDraw {
  type: "offer_draw";
  id: string;
}

/** The end, and what proves the dice. Numbers of 64 bits travel as text. */
export interface Over {
  type: "over";
  result: TableResult;
  saga: boolean;
  secret: string;
  seed: string;
  contributions: string[];
}

/** A card, token or profile of the box, in words, and where it comes from. */
export interface Part {
  id: string;
  section: string;
  title: string;
  text: string;
  reconstructed: boolean;
  basis: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
}

export interface Placed {
  type: "Placed";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  thing: string;
  to: string;
}

/** A seat as everybody sees it: its name in the game, its colour and emblem, facts, a score. */
export interface Plate {
  seat: number;
  name: string;
  tone: "aurora" | "blood" | "board" | "bone" | "gold" | "ice" | "ink" | "line" | "mute" | "stone" | "violet";
  emblem: string;
  facts?: string[];
  score?: number | null;
}

/** Go on from a replay after its first `at` choices. */
export interface PlayFrom {
  at: number;
  seats: (Me | Friend | BotSeat)[];
  name: string;
}

export interface PlayNow {
  game: string;
  name: string;
  options?: Record<string, unknown>;
  bot?: string;
  luck?: string;
}

export interface Pong {
  type: "pong";
  id: string;
}

/** A setup worth playing, one click away: a title, a sentence, and its options. */
export interface Preset {
  title: string;
  text: string;
  options: Record<string, unknown>;
  pace: "live" | "turns" | null;
}

/** What hovering or focusing a thing shows, before it is touched. */
export interface Preview {
  thing: string;
  ghosts?: Thing[];
  marks?: Mark[];
  notes?: Note[];
}

/** What the source gives, what we made up, and which options take an owner's own cards. */
export interface Provenance {
  source: string;
  given: string;
  made: string;
  short: string;
  options: Record<string, string[]>;
}

/** Nothing has changed, and why. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  message: string;
  rule?: string;
  possible?: string[];
}

/** Something that is wrong, and the rule that says so, if one does. */
export interface Remark {
  text: string;
  rule: string;
}

export interface Removed {
  type: "Removed";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  thing: string;
  origin: string;
}

export interface Replay {
  game: string;
  title: string;
  names: string[];
  turns: ReplayTurn[];
  choices: number;
  result?: TableResult | null;
}

export interface ReplayId {
  replay: string;
}

export interface ReplayScene {
  seen: SeenSent;
  log: LogLine[];
  beats: Beat[];
}

export interface ReplayTurn {
  turn: number;
  at: number;
  text: string;
}

/** I give up. */
export interface Resign {
  type: "resign";
  id: string;
}

/** How a match ended: places by seat (1 is first, equal numbers share), scores, and why. */
export interface Result {
  places: number[];
  scores: number[];
  because: string;
}

export interface Rolled {
  type: "Rolled";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  thing: string;
  face: number;
  sides: number;
}

/** One testable sentence of the rulebook. */
export interface Rule {
  id: string;
  title: string;
  text: string;
  section: string;
  source: string;
  awaits: string;
  reconstructed: boolean;
}

/** Our answer where the rulebook is silent, and why. */
export interface Ruling {
  id: string;
  question: string;
  decision: string;
  why: string;
  confidence: string;
  rules: string[];
  awaits: string;
}

/** Words alone. */
export interface Said {
  type: "Said";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
}

export interface Say {
  type: "chat";
  id: string;
  text: string;
}

/** The table as one seat sees it. */
export interface Scene {
  zones: Zone[];
  plates?: Plate[];
  notes?: Note[];
  previews?: Preview[];
}

/** From the last scene to this one. What is absent stays as it is. */
export interface SceneChange {
  zones?: ZoneChange[];
  gone_zones?: string[];
  order?: string[] | null;
  plates?: Plate[] | null;
  notes?: Note[] | null;
  previews?: Preview[] | null;
}

export interface SeatCard {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  connected: boolean;
}

export interface Section {
  title: string;
  taken: Taken[];
}

/** The kernel's Seen as sent: the scene is left out where a change says enough. */
export interface SeenSent {
  number: number;
  seat: number | null;
  waiting: number[];
  sealed: number[];
  events: (Placed | Moved | Removed | Turned | Rolled | Counted | Said | Ended)[];
  scene?: Scene | null;
  decision?: Decision | null;
  picked?: string | null;
  result?: Result | null;
}

/** Take a seat, with what is brought to it and what is agreed to. */
export interface SitDown {
  name: string;
  invite?: string;
  luck?: string;
  options?: Record<string, unknown>;
  agrees?: string[];
}

/** A finished match as bots judge it; seats with the same number in `sides` play together. */
export interface Study {
  sides: number[];
  moments: Moment[];
  judged: number;
  count: number;
  choices: number;
}

/** Public facts. `commit` is the hash of the dice's secret, shown before the first choice. */
export interface TableCard {
  id: string;
  game: string;
  title: string;
  public: boolean;
  state: "over" | "running" | "waiting";
  seats: SeatCard[];
  clock: NoClock | MatchClock | DecisionClock;
  timeout: "default" | "loss";
  commit: string;
  created: number;
  result?: TableResult | null;
  rematch?: string | null;
  plays?: Record<string, unknown>;
  brings?: Record<string, unknown>;
  agree?: Record<string, unknown>;
}

export interface TableNews {
  type: "table";
  table: TableCard;
}

export interface TablePage {
  tables: TableCard[];
  next?: string | null;
}

/** How it ended at this table: played out by the rules, or by what the rules do not know. */
export interface TableResult {
  places: number[];
  scores: number[];
  because: string;
  kind: "agreed" | "played" | "resigned" | "timeout";
  seat?: number | null;
}

/** So many equal wares, each with these extras. */
export interface Taken {
  ware: string;
  count: number;
  extras: string[];
}

/** A seat at a table. The token is the seat: it is shown here and never again. */
export interface TakenSeat {
  table: string;
  seat: number;
  token: string;
  invite?: string;
  watch?: string;
}

/** Anything with an id that can be shown or touched: a space, piece, card, counter, button. */
export interface Thing {
  id: string;
  art: string;
  label: string;
  at?: [number, number];
  size?: number;
  turn?: number;
  tone?: "aurora" | "blood" | "board" | "bone" | "gold" | "ice" | "ink" | "line" | "mute" | "stone" | "violet";
  glyph?: string;
  badge?: string;
  state?: ("exhausted" | "face-down" | "few" | "held" | "now" | "past" | "sealed" | "selected" | "won")[];
  tip?: string;
  other?: string;
  whole?: string;
  more?: string[];
  kind?: "button" | "card" | "die" | "piece" | "seat" | "space";
  said?: string[];
  sign?: "" | "circle" | "square";
  seat?: number | null;
}

/** Why something was refused: a code for programs, a sentence for people. */
export interface Trouble {
  code: string;
  message: string;
  problems?: string[];
  rule?: string;
}

/** A card shows another face, a die another number, a unit another front. */
export interface Turned {
  type: "Turned";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  thing: string;
  face: string;
}

/** Take my last choice back; if that is not mine to decide, ask the others. */
export interface Undo {
  type: "undo";
  id: string;
}

/** The match has moved on. Log lines with `at` > `since` are replaced by `log`. */
export interface Update {
  type: "update";
  revision: number;
  count: number;
  turn: number;
  part: number;
  undo: "ask" | "free" | "no";
  since: number;
  log: LogLine[];
  seen: SeenSent;
  change?: SceneChange | null;
  clocks?: Clocks | null;
  table?: TableCard | null;
  hurry?: boolean;
  beats?: Beat[];
}

/** What a workshop offers; `extras` may be added to each of them. */
export interface Ware {
  id: string;
  title: string;
  points: number;
  group: string;
  text: string;
  extras: Article[];
}

/** Invitation and watch code are for those who sit, to share. */
export interface Welcome {
  type: "welcome";
  table: TableCard;
  seat: number | null;
  revision: number;
  update?: Update | null;
  chat?: ChatLine[];
  ask?: Asked | null;
  over?: Over | null;
  invite?: string;
  watch?: string;
  draws?: boolean;
}

export interface Why {
  type: "why";
  id: string;
  thing: string;
}

/** Why a thing cannot be touched; both empty if it can. */
export interface Whys {
  type: "whys";
  id: string;
  rule: string;
  sentence: string;
}

/** Something to be judged: a draft, or a text if there is none. */
export interface Work {
  draft?: Draft | null;
  text?: string;
}

/** A part of the table with its own coordinate space: a board, a hand, a track. */
export interface Zone {
  id: string;
  title?: string;
  kind?: "board" | "buttons" | "row" | "ship" | "stack" | "track";
  box?: [number, number, number, number];
  grain?: [number, number];
  things?: Thing[];
  marks?: Mark[];
  seat?: number | null;
  turns?: boolean;
  role?: "" | "choices" | "hand";
  half?: boolean;
}

/** What is new in a zone: either all of it, or things put (in place, else last) and gone. */
export interface ZoneChange {
  id: string;
  put?: Thing[];
  gone?: string[];
  marks?: Mark[] | null;
  whole?: Zone | null;
}

export type Incoming = Hello | Choose | Undo | AnswerConsent | Resign | OfferDraw | Say | Hint | Why | Hurry | Ping;

export type Outgoing = Welcome | Update | Done | Refused | Asked | Answered | ChatLine | Hinted | Whys | TableNews | Clocks | Pong | Over;

export type Clock = NoClock | MatchClock | DecisionClock;

export type SeatWish = Me | Friend | BotSeat;

export type AnyEvent = Placed | Moved | Removed | Turned | Rolled | Counted | Said | Ended;

export type Point = [number, number];

export type Tone = "aurora" | "blood" | "board" | "bone" | "gold" | "ice" | "ink" | "line" | "mute" | "stone" | "violet";

export type MarkKind = "arc" | "arrow" | "caption" | "dot" | "grid" | "outline" | "path" | "ruler" | "tint" | "trace";

export type ZoneKind = "board" | "buttons" | "row" | "ship" | "stack" | "track";

export type ThingState = "exhausted" | "face-down" | "few" | "held" | "now" | "past" | "sealed" | "selected" | "won";
