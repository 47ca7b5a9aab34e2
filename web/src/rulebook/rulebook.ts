// Reading a rulebook: rules and rulings as one list, search, sections.
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

/** Consecutive entries of one section together; rulings come last under their own title. */
export function sections(entries: readonly Entry[], rulings: string): { title: string; entries: Entry[] }[] {
  const parts = new Map<string, Entry[]>();
  for (const entry of entries) {
    const title = entry.ruling ? rulings : entry.section;
    parts.set(title, [...(parts.get(title) ?? []), entry]);
  }
  return [...parts].map(([title, list]) => ({ title, entries: list }));
}
