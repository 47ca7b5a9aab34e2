// Reading a rulebook: rules and rulings as one list, search, chapters.
import type { Book, Part } from "../wire/types";

export interface Entry {
  id: string;
  section: string;
  title: string;
  text: string;
  why: string;
  awaits: string;
  ruling: boolean;
  part: boolean; // of the box, not of the rules: its id is nobody's business
  mark: "" | "reconstructed" | "partly"; // not as printed
  basis: string; // what the source gives of it all the same
}

export function entriesOf(book: Book): Entry[] {
  const rules = book.rules.map((rule): Entry => ({
    id: rule.id,
    section: rule.section ?? "",
    title: rule.title,
    text: rule.text,
    why: "",
    awaits: rule.awaits ?? "",
    ruling: false,
    part: false,
    mark: rule.reconstructed ? "reconstructed" : "",
    basis: "",
  }));
  const rulings = book.rulings.map((one): Entry => ({
    id: one.id,
    section: "",
    title: one.question,
    text: one.decision,
    why: one.why ?? "",
    awaits: one.awaits ?? "",
    ruling: true,
    part: false,
    mark: "",
    basis: "",
  }));
  const parts = (book.parts ?? []).map((part): Entry => ({
    id: part.id,
    section: part.section,
    title: part.title,
    text: part.text,
    why: "",
    awaits: "",
    ruling: false,
    part: true,
    mark: markOf(part),
    basis: part.basis,
  }));
  return [...rules, ...rulings, ...parts];
}

function markOf(part: Part): Entry["mark"] {
  if (!part.reconstructed) return "";
  return part.basis ? "partly" : "reconstructed";
}

/** Every entry that holds all the words, whatever their case. */
export function found(book: Book, sought: string): Entry[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return entriesOf(book).filter((entry) => {
    const text = [entry.part ? "" : entry.id, entry.section, entry.title, entry.text, entry.why, entry.basis]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function entryOf(book: Book, id: string): Entry | undefined {
  return entriesOf(book).find((entry) => entry.id === id);
}

export interface Read {
  title: string;
  number: number; // of the chapter that it is, from 1; 0: of the box, or folded away
  picture: boolean;
  caption: string;
  rules: Entry[];
  rulings: Entry[]; // read below the rules they are about
}

/** The chapters in reading order, then the box; what holds none of the entries is left out. */
export function chapters(book: Book, entries: readonly Entry[]): Read[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const read = (book.chapters ?? []).map(({ title, entries: ids, picture, caption }, n) => ({
    title,
    number: n + 1,
    picture: picture ?? false,
    caption: caption ?? "",
    ...sorted(ids, known),
  }));
  return [...read, ...boxes(entries)].filter(({ rules, rulings }) => rules.length + rulings.length > 0);
}

/** What is about the printed box or the software. */
export function folded(book: Book, entries: readonly Entry[]): Entry[] {
  const away = new Set(book.folded ?? []);
  return entries.filter((entry) => away.has(entry.id));
}

function sorted(ids: readonly string[], known: ReadonlyMap<string, Entry>): { rules: Entry[]; rulings: Entry[] } {
  const found = ids.flatMap((id) => known.get(id) ?? []);
  return { rules: found.filter((entry) => !entry.ruling), rulings: found.filter((entry) => entry.ruling) };
}

function boxes(entries: readonly Entry[]): Read[] {
  const parts = new Map<string, Entry[]>();
  for (const entry of entries.filter((one) => one.part))
    parts.set(entry.section, [...(parts.get(entry.section) ?? []), entry]);
  return [...parts].map(([title, rules]) => ({ title, number: 0, picture: false, caption: "", rules, rulings: [] }));
}
