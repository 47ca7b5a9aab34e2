// A form from a JSON Schema: what a game's setup says about its options, as fields to fill in.
import type { Clock, GameCard } from "../wire/types";

export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  labels?: Record<string, string>; // what its values mean, in words
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema | boolean;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  maxLength?: number;
  examples?: unknown[];
  workshop?: string;
  seat?: number;
  agreed?: boolean;
  seconds?: Record<string, number>; // by value, where the option is a clock of the game's own
}
export type FieldKind = "choice" | "switch" | "whole" | "number" | "text" | "work" | "list" | "json";
export interface Field {
  name: string;
  title: string;
  help: string;
  kind: FieldKind;
  optional: boolean; // may be left open
  standard: unknown; // its default
  choices: unknown[];
  labels: Readonly<Record<string, string>>; // what choices mean, or numbers worth naming; "null": left open
  low: number | null;
  high: number | null;
  longest: number | null;
  examples: string[];
  workshop: string; // where its text can be put together
  seat: number | null; // whose own it is
  agreed: boolean; // needs everybody's word
  seconds: Readonly<Record<string, number>> | null; // by value, if it is a clock for each decision
  item: Field | null; // what a list holds
}

/** The options of a game, without those that the rest of the page asks for. */
export function fieldsOf(schema: JsonSchema, without: ReadonlySet<string> = new Set(["seats"])): Field[] {
  const root = resolved(schema, schema);
  return Object.entries(root.properties ?? {})
    .filter(([name]) => !without.has(name))
    .map(([name, part]) => fieldOf(name, part, schema));
}

function resolved(part: JsonSchema, whole: JsonSchema): JsonSchema {
  if (!part.$ref) return part;
  const named = whole.$defs?.[part.$ref.split("/").at(-1) ?? ""];
  const { $ref: _, ...rest } = part;
  return named ? { ...resolved(named, whole), ...rest } : rest;
}

function fieldOf(name: string, part: JsonSchema, whole: JsonSchema): Field {
  const outer = resolved(part, whole);
  const { inner, optional } = opened(outer, whole);
  const schema = { ...inner, ...defined(outer) };
  const choices = (schema.enum ?? (schema.const !== undefined ? [schema.const] : [])).filter((value) => value !== null);
  const kind = kindOf(schema, choices);
  return {
    name,
    title: schema.title ?? spoken(name),
    help: schema.description ?? "",
    kind,
    optional: optional || (schema.enum ?? []).includes(null),
    standard: outer.default,
    choices,
    labels: schema.labels ?? {},
    low:
      schema.minimum ??
      (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : null) ??
      (kind === "list" ? (schema.minItems ?? 0) : null),
    high:
      schema.maximum ??
      (schema.exclusiveMaximum !== undefined ? schema.exclusiveMaximum - 1 : null) ??
      (kind === "list" ? (schema.maxItems ?? null) : null),
    longest: schema.maxLength ?? null,
    examples: (schema.examples ?? []).map(String),
    workshop: schema.workshop ?? "",
    seat: schema.seat ?? null,
    agreed: schema.agreed ?? false,
    seconds: schema.seconds ?? null,
    item: kind === "list" && typeof schema.items === "object" ? fieldOf("", schema.items, whole) : null,
  };
}

/** Words, limits and enums said on the outside count more than those within `anyOf`. */
function defined(schema: JsonSchema): JsonSchema {
  const { anyOf: _, ...rest } = schema;
  return rest;
}

/** `anyOf: [X, null]` is an X that may be left open. */
function opened(schema: JsonSchema, whole: JsonSchema): { inner: JsonSchema; optional: boolean } {
  if (!schema.anyOf) return { inner: schema, optional: schema.type === "null" };
  const parts = schema.anyOf.map((one) => resolved(one, whole));
  const real = parts.filter((one) => one.type !== "null");
  // A list says all that a word can.
  const inner = (real.length === 1 ? real[0] : real.find((one) => one.type === "array")) ?? {};
  return { inner, optional: real.length < parts.length };
}

function kindOf(schema: JsonSchema, choices: unknown[]): FieldKind {
  if (choices.length) return "choice";
  if (schema.type === "boolean") return "switch";
  if (schema.type === "integer") return "whole";
  if (schema.type === "number") return "number";
  if (schema.type === "string") return schema.workshop ? "work" : "text";
  if (
    schema.type === "array" &&
    typeof schema.items === "object" &&
    (schema.items.enum ||
      schema.items.$ref ||
      (typeof schema.items.type === "string" && schema.items.type !== "object"))
  )
    return "list";
  return "json";
}

/** A name as words: "stall_limit" is "Stall limit". */
export function spoken(name: unknown): string {
  const words = String(name).replaceAll(/[_-]+/g, " ").trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A choice as a person reads it; nothing, where it has no words of its own. */
export function labelled(field: Field, choice: unknown): string {
  return field.labels[String(choice)] ?? (choice === null ? "" : spoken(choice));
}

/** The numbers worth naming, each with its words; the usual one, left open, comes first. */
export function namedNumbers(field: Field): [number | null, string][] {
  const { null: usual, ...others } = field.labels;
  const numbers = Object.entries(others).map(([text, words]): [number, string] => [Number(text), words]);
  return usual === undefined ? numbers : [[null, usual], ...numbers];
}

/** The options that differ from the game's own: what is left alone is not sent. */
export function wishes(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sent = fields.flatMap((field): [string, unknown][] => {
    const value = values[field.name];
    return value === undefined || same(value, field.standard) ? [] : [[field.name, value]];
  });
  return Object.fromEntries(sent);
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields as they are at a table of that pace: what its preset says is the standard there. */
export function paced(fields: readonly Field[], card: Pick<GameCard, "presets" | "slow">, clock: Clock): Field[] {
  const pace = clock.kind !== "none" && clock.seconds >= card.slow ? "turns" : "live";
  const usual = card.presets.find((preset) => preset.pace === pace)?.options ?? {};
  return fields.map((field) => (field.name in usual ? { ...field, standard: usual[field.name] } : field));
}

/** The value of a game's own clock that means the same as the table's, if there is one: then that one runs. */
export function ownClock(field: Field | undefined, clock: Clock, timeout: "default" | "loss"): string | null {
  if (!field?.seconds || clock.kind !== "decision" || timeout === "loss") return null;
  return Object.entries(field.seconds).find(([, seconds]) => seconds > 0 && seconds === clock.seconds)?.[0] ?? null;
}

/** Of a card file the rows of these tables, as text: what else is in it belongs to other options. */
export function rowsOf(text: string, tables: readonly string[]): string {
  const blocks = text.split(/^(?=[ \t]*\[)/m);
  return blocks
    .filter((block) =>
      tables.some(
        (table) => block.trimStart().startsWith(`[[${table}]]`) || block.trimStart().startsWith(`[${table}.`),
      ),
    )
    .join("");
}

/** Problems by the field they begin with; the rest under "". */
export function byField(problems: readonly string[], names: readonly string[]): Record<string, string[]> {
  const sorted: Record<string, string[]> = {};
  for (const problem of problems) {
    const [head = "", ...rest] = problem.split(": ");
    const name = rest.length && names.includes(head) ? head : "";
    (sorted[name] ??= []).push(name ? rest.join(": ") : problem);
  }
  return sorted;
}

type Values = Readonly<Record<string, unknown>>;

/** How many seats a preset lays. Where none of a game's presets names a number, they leave it as it is. */
export function laidFor(preset: Values, presets: readonly { options: Values }[], usual: number, now: number): number {
  if (typeof preset["seats"] === "number") return preset["seats"];
  return presets.some((one) => "seats" in one.options) ? usual : now;
}

/** Is this preset what the form says now? What it does not name is as usual. */
export function chosen(preset: Values, fields: readonly Field[], values: Values): boolean {
  return fields.every(({ name, standard }) => same(values[name] ?? standard, preset[name] ?? standard));
}
