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

/** Somebody asks for consent; or the table itself, where the rules have changed (seat -1). There */
export interface Asked {
  type: "asked";
  ask: string;
  kind: "draw" | "rules" | "undo";
  seat: number;
  agreed?: number[];
  can?: boolean;
}

/** Who did what to whom, and why; nobody can take that back. */
export interface AuditLine {
  created: number;
  doer: string;
  act: string;
  what: string;
  words: string;
}

/** The table as it lay for a moment: how it had changed, and what was told until then. */
export interface Beat {
  change: SceneChange;
  events: (Placed | Moved | Removed | Turned | Rolled | Thrown | Counted | Said | Ended)[];
}

/** What would have been better at a moment of a finished match, and how it might go on. */
export interface Better {
  at: number;
  turn: number;
  best: TurnTold;
  value: number;
  played: TurnTold;
  worth: number;
  line?: TurnTold[];
}

/** Mine alone: nobody learns who follows or blocks them. Friends are those who follow back. */
export interface BondList {
  follow: Bonded[];
  block: Bonded[];
  mute: Bonded[];
  friends: string[];
}

export interface BondWish {
  kind: "block" | "follow" | "mute";
  on: boolean;
}

/** Another player, as everybody may see them. */
export interface Bonded {
  id: string;
  name: string;
  tone: "aurora" | "blood" | "bone" | "gold" | "ice" | "violet";
  emblem: "axe" | "raven" | "serpent" | "ship" | "tree" | "wolf";
}

export interface Book {
  title: string;
  rules: Rule[];
  rulings: Ruling[];
  parts: Part[];
  provenance: Provenance | null;
  chapters: BookChapter[];
  folded: string[];
}

/** What is read together, by ids: first the rules, then the rulings about them. */
export interface BookChapter {
  title: string;
  entries: string[];
  picture: boolean;
  caption: string;
}

export interface BotCard {
  name: string;
  title: string;
}

export interface BotSeat {
  kind: "bot";
  bot: string;
}

/** Who meets whom; without a table nothing is played. */
export interface BoutCard {
  number: number;
  round: number;
  seats: BoutSeat[];
  table?: string;
  over?: boolean;
}

/** Place -1: did not come; 0: not decided, or nobody has won. */
export interface BoutSeat {
  number: number;
  name: string;
  place?: number;
}

export interface CarePage {
  reports: ReportCard[];
  audit: AuditLine[];
}

export interface CareWish {
  act: "ban" | "dismiss" | "unban";
  words?: string;
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

/** `place` is where it leads, as far as its owner need know; `trouble`: why the last notice was */
export interface ChannelCard {
  id: string;
  kind: "mail" | "push" | "webhook";
  place: string;
  wants: ("invitation" | "over" | "round" | "turn")[];
  created: number;
  trouble: string;
}

/** What somebody says; or what the table says of them, if it is `about` something. */
export interface ChatLine {
  type: "chat";
  seat: number | null;
  name: string;
  text: string;
  at: number;
  about?: "" | "chance" | "hint" | "speechless";
  player?: string;
}

/** One thing that was looked at in a record; `good` is None where there was nothing to see. */
export interface Check {
  good: boolean | null;
  words: string;
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

/** What its host does with a tournament. */
export interface CourseWish {
  act: "begin" | "end" | "pause" | "resume";
}

/** What people allow each other at a table. Where only bots play against one, all is allowed. */
export interface Customs {
  hints?: boolean;
  takeback?: boolean;
  picks?: boolean;
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

/** A code that brings one other browser into my account, once. */
export interface DeviceLink {
  code: string;
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

/** Who takes part; a bot has no account, and neither has whoever deleted theirs. */
export interface EntrantCard {
  number: number;
  name: string;
  state?: "in" | "out" | "paused";
  bot?: boolean;
  account?: string;
  tone?: "aurora" | "blood" | "bone" | "gold" | "ice" | "violet" | "";
  emblem?: "axe" | "raven" | "serpent" | "ship" | "tree" | "wolf" | "";
}

/** Take part, step back for a while, come again, or leave. */
export interface EntryWish {
  act: "join" | "leave" | "pause" | "return";
  name?: string;
}

/** A way in which a thing may be turned where it is put down, and the pick that turns it so. */
export interface Facing {
  pick?: string;
  turn?: number;
}

/** One line of a note: a sentence, what it adds, and the rule that says so. */
export interface Fact {
  text: string;
  rule?: string;
  amount?: number | null;
  value?: string;
}

/** A power or an army, how often it was played, and how often it won. */
export interface Favourite {
  game: string;
  name: string;
  played: number;
  won: number;
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
  sides: NamedSide[];
  provenance: Provenance | null;
  lesson: boolean;
  slow: number;
}

export interface GamePuzzles {
  game: string;
  title: string;
  puzzles: PuzzleCard[];
}

/** A place that a thing can be brought to in one gesture, and the picks that stand for it. */
export interface Goal {
  picks: string[];
  at: [number, number];
  turn?: number;
  text?: string;
  along?: number;
}

/** What many goals have in common: their last picks, and what is said of them. */
export type GoalEnd = [picks: string[], text: string];

/** A goal in short. */
export type GoalSent = [end: number, x: number, y: number, turn: number];

/** How many people are here, who of them wants to be seen, and the match that is worth */
export interface Hall {
  people: number;
  featured?: TableCard | null;
  players?: PlayerHere[];
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

/** A seat of mine, and the token that proves it. */
export interface HeldSeat {
  table: string;
  token: string;
}

/** First of all, and at once: who I am, and the last revision I have seen. */
export interface Hello {
  type: "hello";
  token?: string;
  watch?: string;
  revision?: number;
  language?: string;
  mine?: boolean;
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
  why?: string;
}

/** A match of mine: won, lost or drawn; ended: without a result; nothing while it goes on. */
export interface HistoryLine {
  table: string;
  game: string;
  seat: number;
  state: "over" | "running" | "waiting";
  since: number;
  rivals: Rival[];
  clock: NoClock | MatchClock | DecisionClock;
  ended?: number;
  outcome?: string;
  turns?: number;
}

export interface HistoryPage {
  matches: HistoryLine[];
  next?: string | null;
}

/** I have chosen: count for the others. */
export interface Hurry {
  type: "hurry";
  id: string;
}

/** Where the bots of this table wait for a process to think in, from 1; 0: no longer. */
export interface InLine {
  type: "in_line";
  place: number;
}

/** Somebody asks me to a table. */
export interface InvitationCard {
  table: TableCard;
  host: string;
  name: string;
  since: number;
}

export interface InvitationList {
  invitations: InvitationCard[];
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

/** What is kept, and for how long. */
export interface KeptData {
  what: string;
  until: string;
}

export interface KeptText {
  text: string;
}

/** An army, a fleet, a card file: where it belongs, and how long its text is. The workshop */
export interface KeptWork {
  id: string;
  game: string;
  workshop: string;
  title: string;
  saved: number;
  size: number;
}

/** What to hand to the browser's own passkey dialogue. */
export interface KeyQuestion {
  options: Record<string, unknown>;
}

/** Somebody on a leaderboard; a bot is known by its name alone. */
export interface LeaderLine {
  rank: number;
  id: string;
  name: string;
  points: number;
  matches: number;
  tone?: "aurora" | "blood" | "bone" | "gold" | "ice" | "violet";
  emblem?: "axe" | "raven" | "serpent" | "ship" | "tree" | "wolf";
  bot?: boolean;
}

/** A page of a leaderboard, and where whoever asks stands. */
export interface Leaderboard {
  game: string;
  lines: LeaderLine[];
  next?: number | null;
  mine?: RatingCard | null;
}

export interface Left {
  table: string;
}

/** A lesson, all but its table. */
export interface LessonCard {
  game: string;
  title: string;
  name: Record<string, string>;
  next: Record<string, string>;
  seat: number;
  tasks: LessonTask[];
}

/** The table of a lesson in a task after some picks, as the learner sees it. */
export interface LessonScene {
  seen: SeenSent;
  turn: number;
}

/** What is said in a task, by language, and what is touched in it. */
export interface LessonTask {
  goal: Record<string, string>;
  how: Record<string, string>;
  why: Record<string, string>;
  done: Record<string, string>;
  look: string[];
  touch: string[];
}

/** The same for addresses that are known here and for others. */
export interface LetterSent {
  minutes: number;
}

/** A record against people, against a bot by its name, or against both (`mixed`). */
export interface LevelTally {
  game: string;
  against: string;
  won: number;
  lost: number;
  drawn: number;
}

/** How I want to be seen. */
export interface Likeness {
  name: string;
  tone: "aurora" | "blood" | "bone" | "gold" | "ice" | "violet";
  emblem: "axe" | "raven" | "serpent" | "ship" | "tree" | "wolf";
  seen: boolean;
}

/** What a link holds. Whoever follows a link that is not theirs must not lose what they have */
export interface LinkCode {
  code: string;
  bring?: boolean;
}

/** A line of the log. `{0}` in the words stands for seat 0; `at` counts answered rows. */
export interface LogLine {
  turn: number;
  seat: number;
  words: string;
  at: number;
}

export interface MailWish {
  mail: string;
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

/** All my seats at once. */
export interface Mine {
  places: HeldSeat[];
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

/** Who I am here. An account that is not kept ends with the storage of this browser. */
export interface MyAccount {
  id: string;
  name: string;
  tone: "aurora" | "blood" | "bone" | "gold" | "ice" | "violet";
  emblem: "axe" | "raven" | "serpent" | "ship" | "tree" | "wolf";
  created: number;
  kept?: boolean;
  passkeys?: PasskeyCard[];
  devices?: number;
  mail?: string;
  seen?: boolean;
  provider?: boolean;
}

/** How I take part, and the table at which I am waited for. */
export interface MyEntry {
  number: number;
  state: "in" | "out" | "paused";
  away?: boolean;
  table?: string;
  line?: RankLine | null;
}

/** One of my tables. Of a match that runs: the turn, who must choose, and their time. */
export interface MyMatch {
  table: TableCard;
  seat: number;
  touched: number;
  turn?: number;
  waiting?: number[];
  clocks?: Clocks | null;
}

/** A side by its name: where its player sits, and which options bring that about. */
export interface NamedSide {
  name: string;
  seat: number | null;
  options: Record<string, unknown>;
  art: string;
  tone: string;
}

/** A way to tell me. Mail goes to my own address; a browser brings its subscription, a webhook */
export interface NewChannel {
  kind: "mail" | "push" | "webhook";
  wants?: ("invitation" | "over" | "round" | "turn")[];
  push?: Subscription | null;
  url?: string;
}

/** What the browser made, and what I call the device. */
export interface NewPasskey {
  credential: Record<string, unknown>;
  name?: string;
}

export interface NewTable {
  game: string;
  seats: (Me | Friend | BotSeat)[];
  name: string;
  options?: Record<string, unknown>;
  clock?: NoClock | MatchClock | DecisionClock;
  timeout?: "default" | "loss";
  public?: boolean;
  customs?: Customs;
  luck?: string;
  key?: string;
  program?: boolean;
  rated?: boolean;
}

/** A tournament as it is wished for. Seats count in an arena only, and so do minutes; rounds in */
export interface NewTournament {
  title: string;
  game: string;
  kind: "arena" | "knock_out" | "round_robin" | "swiss";
  name: string;
  clock?: NoClock | MatchClock | DecisionClock;
  options?: Record<string, unknown>;
  rated?: boolean;
  public?: boolean;
  seats?: number;
  rounds?: number;
  minutes?: number;
  begins?: number;
  rest?: number;
  patience?: number;
  bots?: string[];
}

/** No clock: nobody's time runs. */
export interface NoClock {
  kind: "none";
}

/** A title and lines of facts: a roll and its modifiers, a strength that adds up. */
export interface Note {
  title: string;
  facts?: Fact[];
  seat?: number | null;
}

/** How I am told, and how I could be told at this server; without a key nothing is pushed. */
export interface NoticeWays {
  channels: ChannelCard[];
  quiet: QuietHours | null;
  push_key: string;
  mail: boolean;
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

/** A passkey of mine: the start of its id tells it from others, and opens nothing. */
export interface PasskeyCard {
  id: string;
  name: string;
  created: number;
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
  gains?: Fact[];
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
  key?: string;
  program?: boolean;
}

/** What everybody may know about a player. */
export interface PlayerCard {
  id: string;
  name: string;
  tone: "aurora" | "blood" | "bone" | "gold" | "ice" | "violet";
  emblem: "axe" | "raven" | "serpent" | "ship" | "tree" | "wolf";
  since: number;
  tallies: Tally[];
  ratings: RatingCard[];
  levels: LevelTally[];
  favourites: Favourite[];
}

/** Somebody who is here and wants that to be known. */
export interface PlayerHere {
  id: string;
  name: string;
  tone: "aurora" | "blood" | "bone" | "gold" | "ice" | "violet";
  emblem: "axe" | "raven" | "serpent" | "ship" | "tree" | "wolf";
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
  art: string[];
}

/** The host of the table silences somebody or lets them speak (seat -1: all spectators), sends */
export interface Preside {
  type: "preside";
  id: string;
  act: "bar" | "bot" | "kick" | "mute" | "unmute";
  seat: number;
}

/** What hovering or focusing a thing shows, before it is touched. */
export interface Preview {
  thing: string;
  ghosts?: Thing[];
  marks?: Mark[];
  notes?: Note[];
  outcome?: string;
}

/** A preview of which other marks or notes are told than before; the rest of it stays. */
export interface PreviewChange {
  thing: string;
  marks?: Mark[] | null;
  kept?: [number, number];
  notes?: Note[] | null;
  kept_notes?: [number, number];
}

/** How a game is played, on one screen. */
export interface PrimerCard {
  game: string;
  title: string;
  panels: PrimerPanel[];
}

/** One of the four things to know; every line of its text is one thought. */
export interface PrimerPanel {
  about: "aim" | "end" | "score" | "turn";
  text: Record<string, string>;
}

export interface PrivacyPage {
  kept: KeptData[];
  told: string[];
}

/** What the source gives, what we made up, and which options take an owner's own cards. */
export interface Provenance {
  source: string;
  given: string;
  made: string;
  short: string;
  options: Record<string, string[]>;
}

/** Where to go to sign in by the provider; it sends the browser back here. */
export interface ProviderDoor {
  address: string;
}

/** What a browser gave to seal notices with. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Whether a turn was the best one. Values are for the puzzle's seat, from -1 to 1. */
export interface PuzzleAnswer {
  right: boolean;
  best: TurnTold;
  value: number;
  second: number;
  line: TurnTold[];
  tried?: TurnTold | null;
  worth?: number | null;
  reply?: TurnTold | null;
}

/** A puzzle in a list: it tells nothing of its answer. */
export interface PuzzleCard {
  name: string;
  theme: "grow" | "hold" | "turn" | "win";
  stars: number;
}

/** All puzzles, and the one that everybody is shown today. */
export interface PuzzleList {
  day: string;
  today: PuzzleName | null;
  games: GamePuzzles[];
}

export interface PuzzleName {
  game: string;
  name: string;
}

/** A puzzle after some picks of its seat, as that seat sees it; `done`: its turn is over. */
export interface PuzzleScene {
  game: string;
  title: string;
  puzzle: PuzzleCard;
  seat: number;
  turn: number;
  seen: SeenSent;
  done: boolean;
}

/** Minutes of the day between which nothing is sent, by the clock of that time zone. From and */
export interface QuietHours {
  begins: number;
  ends: number;
  zone: string;
}

/** A line of the standings; `breaks` in the order of the tie-breaks. Twice the points of beaten */
export interface RankLine {
  rank: number;
  entrant: EntrantCard;
  points: number;
  breaks?: number[];
  won?: number;
  drawn?: number;
  lost?: number;
}

/** The points after a match. */
export interface RatedPoint {
  at: number;
  points: number;
}

/** A rating in one game. Points are shown after `needed` rated matches, not before. */
export interface RatingCard {
  game: string;
  matches: number;
  needed: number;
  points?: number | null;
  rank?: number;
}

/** How a rating came about, the oldest first; of a long history every few matches are told. */
export interface RatingGraph {
  game: string;
  points: RatedPoint[];
}

/** Where a thing can be brought in one gesture, with its members, in the space of its board. */
export interface Reach {
  thing: string;
  at?: [number, number];
  goals?: Goal[];
  turn?: number;
  grips?: string[];
  ghosts?: Thing[];
  onto?: string[];
  facings?: Facing[];
}

/** A reach in short: `lead` are the first picks of all its goals. Ghosts of what lies in the */
export interface ReachSent {
  thing: string;
  at?: [number, number];
  lead?: string[];
  goals?: GoalSent[];
  turn?: number;
  grips?: string[];
  ghosts?: Thing[];
  lying?: ThingChange[];
  onto?: string[];
  facings?: Facing[];
}

/** I am here: as far as I am concerned, the match may begin and the clocks may run. */
export interface Ready {
  type: "ready";
  id: string;
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

/** Something that is wrong, and the rule that says so, if one does; `title` is what that rule */
export interface Remark {
  text: string;
  rule: string;
  title: string;
}

/** Meet again: against bots of another level, or on another seat, if it is said which. */
export interface Rematch {
  bot?: string;
  seat?: number | null;
  key?: string;
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
  note?: RulesNote | null;
}

export interface ReplayId {
  replay: string;
}

export interface ReplayScene {
  seen: SeenSent;
  log: LogLine[];
  beats: Beat[];
}

/** A step of a replay: what a seat, or a row of seats, did until all could see it. */
export interface ReplayTurn {
  turn: number;
  at: number;
  rows: number;
}

/** A report as it was made: nothing that happens at the table later changes it. */
export interface ReportCard {
  id: string;
  table: string;
  about: string;
  name: string;
  sender: string;
  words: string;
  evidence: ChatLine[];
  created: number;
  state: "closed" | "open";
  banned: boolean;
}

/** Somebody did something that does not belong here. What they wrote at that table is added. */
export interface ReportWish {
  player: string;
  table?: string;
  words?: string;
}

/** It will be read by somebody. */
export interface Reported {
  id: string;
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

/** Who sat at the same table; `id` is that of an account. */
export interface Rival {
  id: string;
  name: string;
  bot?: boolean;
}

/** Find me a rival. `within` points of my rating at most (0: anybody, in the end), and after so */
export interface RivalWish {
  game: string;
  name: string;
  clock?: NoClock | MatchClock | DecisionClock;
  rated?: boolean;
  within?: number;
  bot_after?: number;
  bot?: string;
  key?: string;
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

/** How a match is shown that was begun by other rules than today's. */
export interface RulesNote {
  rules: string;
  how: "later" | "part" | "told";
  rest?: string[];
  unchecked?: boolean;
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
  reaches?: Reach[];
  terms?: Term[];
  usual?: Usual[];
}

/** From the last scene to this one. What is absent stays as it is. */
export interface SceneChange {
  zones?: ZoneChange[];
  gone_zones?: string[];
  order?: string[] | null;
  plates?: Plate[] | null;
  notes?: Note[] | null;
  kept_notes?: [number, number];
  previews?: Preview[];
  changed_previews?: PreviewChange[];
  gone_previews?: string[];
  preview_places?: [string, number][];
  ends?: GoalEnd[];
  reached?: ReachSent[] | null;
  terms?: Term[] | null;
  usual?: Usual[] | null;
}

export interface SeatCard {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  connected: boolean;
  left?: string;
  back?: boolean;
  program?: boolean;
}

export interface Section {
  title: string;
  taken: Taken[];
}

/** waiting: with how many others, and how far from my rating by now (0: however far); found: sit */
export interface SeekLine {
  state: "found" | "gone" | "waiting";
  others?: number;
  within?: number;
  taken?: TakenSeat | null;
}

/** The kernel's Seen as sent: the scene is left out where a change says enough. */
export interface SeenSent {
  number: number;
  seat: number | null;
  waiting: number[];
  sealed: number[];
  events: (Placed | Moved | Removed | Turned | Rolled | Thrown | Counted | Said | Ended)[];
  scene?: Scene | null;
  decision?: Decision | null;
  picked?: string | null;
  result?: Result | null;
}

export interface SignedOut {
  devices: number;
}

/** Take a seat, with what is brought to it and what is agreed to. */
export interface SitDown {
  name: string;
  invite?: string;
  luck?: string;
  options?: Record<string, unknown>;
  agrees?: string[];
  key?: string;
  program?: boolean;
}

/** A finished match as bots judge it; seats with the same number in `sides` play together. */
export interface Study {
  sides: number[];
  moments: Moment[];
  judged: number;
  count: number;
  choices: number;
}

/** As the browser's PushSubscription tells itself. */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
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
  counts?: string;
  customs?: Customs;
  rated?: boolean;
  result?: TableResult | null;
  tournament?: string;
  rematch?: string | null;
  ready?: number[];
  asked_by?: number | null;
  host?: number | null;
  muted?: number[];
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
  kind: "agreed" | "closed" | "played" | "resigned" | "rules" | "timeout";
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

/** A record in one game. */
export interface Tally {
  game: string;
  won: number;
  lost: number;
  drawn: number;
}

/** A word that cards bear, and what it means: a skill, a weapon. */
export interface Term {
  name: string;
  text: string;
  rule?: string;
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
  values?: [string, string][];
  terms?: string[];
  confirm?: string;
  upright?: boolean;
}

/** A thing that is known by its id, and which of its fields are others now. */
export interface ThingChange {
  id: string;
  art?: string;
  label?: string;
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
  values?: [string, string][];
  terms?: string[];
  confirm?: string;
  upright?: boolean;
}

/** What some dice came to: one line of a roll, under its title. They have been Rolled before. */
export interface Thrown {
  type: "Thrown";
  seat?: number;
  words?: string;
  only?: number[] | null;
  others?: string;
  fades?: boolean;
  title: string;
  who?: string;
  terms?: string[];
  faces: number[];
  plus?: number;
  outcome?: string;
  good?: boolean | null;
  rule?: string;
}

/** A tournament in a list. `until`: when an arena ends. */
export interface TournamentCard {
  id: string;
  title: string;
  game: string;
  kind: "arena" | "knock_out" | "round_robin" | "swiss";
  state: "open" | "over" | "paused" | "running";
  entrants: number;
  begins: number;
  until?: number;
  clock?: NoClock | MatchClock | DecisionClock;
  seats?: number;
  rounds?: number;
  minutes?: number;
  rated?: boolean;
  public?: boolean;
  options?: Record<string, unknown>;
  mine?: boolean;
}

/** `may`: whether I may make one here. */
export interface TournamentList {
  tournaments: TournamentCard[];
  may: boolean;
}

/** All that is to be seen of a tournament; `bouts` are those of one round, in an arena the */
export interface TournamentPage {
  card: TournamentCard;
  wish: NewTournament;
  host: string;
  round: number;
  shown: number;
  ties: ("beaten" | "direct" | "rivals" | "wins")[];
  standings: RankLine[];
  bouts: BoutCard[];
  next?: number | null;
  mine?: MyEntry | null;
  leads?: boolean;
}

/** Why something was refused: a code for programs, a sentence for people. */
export interface Trouble {
  code: string;
  message: string;
  problems?: string[];
  rule?: string;
  possible?: string[];
  retry?: number;
}

/** What a seat touches in a turn, in words, and what comes of it (`{0}` stands for seat 0). */
export interface TurnTold {
  seat: number;
  picks: string[];
  words: string;
  told: string[];
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

/** The same for a code that is known and for others. */
export interface TurnedOff {
  off: boolean;
}

/** Take my last choice back; if that is not mine to decide, ask the others. With `number` only */
export interface Undo {
  type: "undo";
  id: string;
  number: number | null;
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
  rest?: SceneChange | null;
}

/** One of a run of questions that a single gesture may answer, each as is usual. */
export interface Usual {
  name: string;
  pick: string;
  text: string;
  tip?: string;
}

/** Whoever asks: without an account until they have sat down for the first time. */
export interface Visitor {
  account: MyAccount | null;
  ways: Ways;
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

/** How one can enter an account at this server, called by the name it was called by. */
export interface Ways {
  passkeys: boolean;
  mail: boolean;
  provider?: string;
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

/** Why a thing of a puzzle cannot be touched; both empty if it can. */
export interface WhyNot {
  rule: string;
  sentence: string;
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

/** All that is mine, the newest first, and how many characters there is room for. */
export interface WorkShelf {
  works: KeptWork[];
  room: number;
}

/** Keep this; another one of the same title in the same workshop makes way for it. */
export interface WorkWish {
  game: string;
  workshop: string;
  title: string;
  text: string;
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
  role?: "" | "choices" | "hand" | "roster";
  half?: boolean;
}

/** What is new in a zone: either all of it, or things put (in place, else last), changed and */
export interface ZoneChange {
  id: string;
  put?: Thing[];
  changed?: ThingChange[];
  gone?: string[];
  places?: [string, number][];
  marks?: Mark[] | null;
  kept?: [number, number];
  order?: number[];
  whole?: Zone | null;
}

export type Incoming = Hello | Choose | Undo | AnswerConsent | Resign | OfferDraw | Say | Hint | Why | Hurry | Ready | Preside | Ping;

export type Outgoing = Welcome | Update | Done | Refused | Asked | Answered | ChatLine | Hinted | Whys | TableNews | Clocks | InLine | Pong | Over;

export type Clock = NoClock | MatchClock | DecisionClock;

export type SeatWish = Me | Friend | BotSeat;

export type AnyEvent = Placed | Moved | Removed | Turned | Rolled | Thrown | Counted | Said | Ended;

export type Point = [number, number];

export type Tone = "aurora" | "blood" | "board" | "bone" | "gold" | "ice" | "ink" | "line" | "mute" | "stone" | "violet";

export type MarkKind = "arc" | "arrow" | "caption" | "dot" | "grid" | "outline" | "path" | "ruler" | "tint" | "trace";

export type ZoneKind = "board" | "buttons" | "row" | "ship" | "stack" | "track";

export type ThingState = "exhausted" | "face-down" | "few" | "held" | "now" | "past" | "sealed" | "selected" | "won";
