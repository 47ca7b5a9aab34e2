import { describe, expect, it } from "vitest";
import {
  byField,
  chosen,
  fieldsOf,
  labelled,
  laidFor,
  namedNumbers,
  paced,
  rowsOf,
  spoken,
  wishes,
  type JsonSchema,
} from "../../src/ui/form";
import type { Clock } from "../../src/wire/types";

const schema: JsonSchema = {
  $ref: "#/$defs/Setup",
  $defs: {
    Colour: { enum: ["ivory", "red"] },
    Setup: {
      type: "object",
      properties: {
        seats: { type: "integer", default: 2 },
        board: { type: "string", title: "Board", description: "The land.", enum: ["small", "large"], default: "small" },
        stones: {
          anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }],
          default: null,
          title: "Stones",
          labels: { null: "40, as printed", 0: "No limit" },
        },
        ivory: {
          anyOf: [{ type: "integer" }, { type: "null" }],
          enum: [null, 0, 1],
          labels: { null: "By lot", 0: "The first seat" },
          default: null,
        },
        zero_move: { type: "boolean", default: false },
        limit: { type: "integer", exclusiveMinimum: 0, maximum: 9, default: 3 },
        position: { type: "string", default: "", maxLength: 80, examples: ["3/3 i"] },
        first: { $ref: "#/$defs/Colour", default: "ivory" },
        powers: { type: "array", items: { enum: ["thor", "freya"] }, minItems: 1, maxItems: 4, default: ["thor"] },
        gods: {
          anyOf: [{ type: "array", items: { type: "string", enum: ["odin"] } }, { type: "string" }, { type: "null" }],
          default: null,
        },
        cards: { type: "array", items: { type: "object", anyOf: [] }, default: [] },
      },
    },
  },
};
const fields = fieldsOf(schema);
const field = (name: string) => fields.find((one) => one.name === name)!;

describe("fields", () => {
  it("leave the seats to the seats", () => expect(fields.map((one) => one.name)).not.toContain("seats"));
  it("know their kind", () => {
    expect(Object.fromEntries(fields.map((one) => [one.name, one.kind]))).toMatchObject({
      board: "choice",
      stones: "whole",
      ivory: "choice",
      zero_move: "switch",
      limit: "whole",
      position: "text",
      first: "choice",
      powers: "list",
      gods: "list",
    });
  });
  it("take titles and help from the schema, or speak their name", () => {
    expect([field("board").title, field("board").help]).toEqual(["Board", "The land."]);
    expect(field("zero_move").title).toBe("Zero move");
  });
  it("may be left open where null is allowed", () => {
    expect([field("stones").optional, field("ivory").optional, field("limit").optional]).toEqual([true, true, false]);
    expect(field("ivory").choices).toEqual([0, 1]);
  });
  it("say what their choices mean, or speak them", () => {
    expect([null, 0, 1].map((choice) => labelled(field("ivory"), choice))).toEqual(["By lot", "The first seat", "1"]);
    expect([labelled(field("board"), "small"), labelled(field("gods"), null)]).toEqual(["Small", ""]);
  });
  it("name numbers worth naming", () => {
    expect(namedNumbers(field("stones"))).toEqual([
      [null, "40, as printed"],
      [0, "No limit"],
    ]);
    expect(namedNumbers(field("limit"))).toEqual([]);
  });
  it("carry limits", () => {
    expect([field("limit").low, field("limit").high, field("stones").low]).toEqual([1, 9, 0]);
    expect([field("powers").low, field("powers").high]).toEqual([1, 4]);
    expect(field("position").longest).toBe(80);
  });
  it("an empty schema has none", () => expect(fieldsOf({})).toEqual([]));
});

describe("wishes", () => {
  it("only what differs from the game's own is sent", () => {
    expect(wishes(fields, { board: "large", limit: 3, powers: ["thor"], stones: undefined })).toEqual({
      board: "large",
    });
  });
});

describe("presets", () => {
  it("are chosen when the form says just that", () => {
    const preset = { gods: ["odin"], board: "large" };
    expect(chosen(preset, fields, { board: "large", gods: ["odin"] })).toBe(true);
    expect(chosen(preset, fields, { board: "large" })).toBe(false);
    expect(chosen(preset, fields, { ...preset, first: "red" })).toBe(false);
    expect(chosen({ board: "small" }, fields, {})).toBe(true);
  });
  it("may name the number of seats, and leave it alone where none does", () => {
    const four = { options: { seats: 4 } },
      plain = { options: {} };
    expect(laidFor(four.options, [four, plain], 2, 3)).toBe(4);
    expect(laidFor(plain.options, [four, plain], 2, 3)).toBe(2);
    expect(laidFor(plain.options, [plain], 2, 3)).toBe(3);
  });
  it("of a table's pace are what is usual there", () => {
    const preset = (pace: "live" | "turns", board: string) => ({
      title: pace,
      text: "",
      options: { board },
      pace,
      art: [],
    });
    const card = { presets: [preset("live", "large"), preset("turns", "small")], slow: 3600 };
    const standard = (clock: Clock) => paced(fields, card, clock).find((one) => one.name === "board")?.standard;
    expect(standard({ kind: "none" })).toBe("large");
    expect(standard({ kind: "decision", seconds: 3599 })).toBe("large");
    expect(standard({ kind: "match", seconds: 3600 })).toBe("small");
    expect(wishes(paced(fields, card, { kind: "none" }), { board: "small" })).toEqual({ board: "small" });
    expect(paced(fields, { presets: [], slow: 1 }, { kind: "none" })).toEqual(fields);
  });
});

describe("a card file", () => {
  const file =
    '# mine\n\n[[card]]\nid = "a"\ntypes = ["x"]\n\n' +
    '[[quest]]\nid = "q"\n\n[[card]]\nid = "b"\n[card.a]\nkind = "bow"\n';
  it("is cut to the tables of an option", () => {
    expect(rowsOf(file, ["quest"])).toBe('[[quest]]\nid = "q"\n\n');
    expect(rowsOf(file, ["card"])).toBe(
      '[[card]]\nid = "a"\ntypes = ["x"]\n\n[[card]]\nid = "b"\n[card.a]\nkind = "bow"\n',
    );
    expect(rowsOf("no tables", ["card"])).toBe("");
  });
});

describe("problems", () => {
  it("stand beside their field, the rest together", () => {
    expect(byField(["limit: 1 or more, not 0", "board: a: b", "nothing fits"], ["limit", "board"])).toEqual({
      limit: ["1 or more, not 0"],
      board: ["a: b"],
      "": ["nothing fits"],
    });
  });
});

it("names become words", () => expect(spoken("stall_limit")).toBe("Stall limit"));
