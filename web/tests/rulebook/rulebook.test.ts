import { describe, expect, it } from "vitest";
import { entriesOf, found, sections } from "../../src/rulebook/rulebook";
import type { Book } from "../../src/wire/types";

describe("the rulebook", () => {
  const book: Book = {
    title: "B",
    rules: [
      {
        id: "move.straight",
        section: "Moving",
        title: "Straight",
        text: "Along a row.",
        source: "",
        awaits: "",
        reconstructed: true,
      },
    ],
    rulings: [
      {
        id: "ruling.quiet",
        question: "And then?",
        decision: "A draw.",
        why: "It must end.",
        confidence: "",
        rules: [],
        awaits: "",
      },
    ],
    parts: [
      { id: "card.1", section: "Cards", title: "Freki", text: "Wisdom dice: 2.", reconstructed: true, basis: "" },
      {
        id: "card.2",
        section: "Cards",
        title: "Geri",
        text: "Wisdom dice: 3.",
        reconstructed: true,
        basis: "the name",
      },
      { id: "card.3", section: "Cards", title: "Loki", text: "", reconstructed: false, basis: "" },
    ],
    provenance: null,
  };
  it("is one list, searched by all words in any case", () => {
    expect(entriesOf(book)).toHaveLength(5);
    expect(entriesOf(book).map((entry) => entry.mark)).toEqual(["reconstructed", "", "reconstructed", "partly", ""]);
    expect(found(book, "card.1")).toEqual([]); // an id of the file is no word for readers
    expect(found(book, "geri the name")[0]?.basis).toBe("the name");
    expect(found(book, "ROW along").map((entry) => entry.id)).toEqual(["move.straight"]);
    expect(found(book, "must end")[0]?.id).toBe("ruling.quiet");
    expect(found(book, "nowhere")).toEqual([]);
  });
  it("has sections, then rulings, then cards", () => {
    expect(sections(entriesOf(book), "Rulings").map((part) => part.title)).toEqual(["Moving", "Rulings", "Cards"]);
  });
});
