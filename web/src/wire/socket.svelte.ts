// One socket to one table: it says hello, keeps itself alive, comes back after every loss,
// and sends again whatever was not acknowledged. Ids make a resend harmless.
import type { Outgoing } from "./types";

export type Connection = "connecting" | "open" | "lost" | "refused";
interface Request {
  type: string;
  id: string;
  [field: string]: unknown;
}

/** How differences of scenes are told, the newest way first: a server of before knows the older one. */
const PROTOCOLS = ["fimbul.2", "fimbul.1"];
const BEAT = 5_000;
const DEAD = 12_000;
const SLOWEST = 15_000;
/** Only these change something and are worth sending again. */
const LASTING = new Set(["choose", "undo", "answer", "resign", "offer_draw", "chat"]);
/** Codes of closing after which coming back would only be refused again. */
const FINAL = new Set([1008]);

/** How long to wait before trial number `tries`: doubling, bounded, never all at the same moment. */
export function patience(tries: number, chance: number): number {
  return Math.min(SLOWEST, 400 * 2 ** Math.min(tries, 6)) * (0.75 + chance / 2);
}

export class Live {
  state: Connection = $state("connecting");
  reason = $state("");
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Request>();
  #tries = 0;
  #heard = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #next = 0;
  /** Ids are unique over the whole match, also after a reload. */
  readonly #prefix = [...crypto.getRandomValues(new Uint8Array(14))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

  constructor(
    private readonly address: string,
    private readonly hello: () => Record<string, unknown>,
    private readonly hear: (message: Outgoing) => void,
  ) {
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
    this.#connect();
  }

  send(type: string, fields: Record<string, unknown> = {}): string {
    const id = `${this.#prefix}-${this.#next++}`;
    const message: Request = { type, id, ...fields };
    if (LASTING.has(type)) this.#waiting.set(id, message);
    this.#write(message);
    return id;
  }

  /** How many messages still lack an answer. */
  get pending(): number {
    return this.#waiting.size;
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#socket?.close();
  }

  #hurry = (): void => {
    if (this.state === "lost") this.#connect();
  };

  /** The browser knows that it is offline long before a silent socket does. */
  #cut = (): void => {
    if (this.#socket) this.#drop(this.#socket);
  };

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.address, PROTOCOLS);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", ...this.hello() }));
    socket.onmessage = (event) => this.#take(socket, String(event.data));
    socket.onclose = (event) => this.#lose(socket, event.code, event.reason);
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#pulse(socket), 1_000);
  }

  #lastBeat = 0;
  #pulse(socket: WebSocket): void {
    const now = Date.now();
    if (now - this.#heard > DEAD) return this.#drop(socket);
    if (this.state === "open" && now - this.#lastBeat >= BEAT) {
      this.#lastBeat = now;
      this.send("ping");
    }
  }

  /** A silent socket may never say that it closed: forget it and begin anew. */
  #drop(socket: WebSocket): void {
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lose(socket, 4000, "");
  }

  #take(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    const message = JSON.parse(text) as Outgoing;
    if (message.type === "welcome") this.#arrive();
    if (message.type === "refused" && !message.id) this.reason = message.message;
    if ((message.type === "done" || message.type === "refused") && message.id) this.#waiting.delete(message.id);
    this.hear(message);
    if (message.type === "welcome") for (const waiting of this.#waiting.values()) this.#write(waiting);
  }

  #arrive(): void {
    this.#tries = 0;
    this.#lastBeat = Date.now();
    this.state = "open";
  }

  #lose(socket: WebSocket, code: number, reason: string): void {
    if (socket !== this.#socket || this.#closed) return;
    clearInterval(this.#beat);
    this.#socket = null;
    this.reason ||= reason;
    this.state = FINAL.has(code) ? "refused" : "lost";
    if (this.state === "lost") this.#retry = setTimeout(() => this.#connect(), patience(this.#tries++, Math.random()));
  }

  #write(message: Request): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.state === "open")
      this.#socket.send(JSON.stringify(message));
  }
}

export function liveAddress(table: string): string {
  const here = new URL(`live/${encodeURIComponent(table)}`, location.href.split("#")[0]);
  here.protocol = here.protocol === "https:" ? "wss:" : "ws:";
  return here.href;
}
