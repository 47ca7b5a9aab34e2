import { describe, expect, it } from "vitest";
import { chapters, entriesOf, folded, found } from "../../src/rulebook/rulebook";
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
    chapters: [
      { title: "The end", entries: ["ruling.quiet"], picture: false, caption: "" },
      { title: "Moving", entries: ["move.straight"], picture: true, caption: "So it walks." },
    ],
    folded: ["move.box"],
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
  it("is read in its chapters, then comes the box", () => {
    const read = chapters(book, entriesOf(book));
    expect(read.map((one) => one.title)).toEqual(["The end", "Moving", "Cards"]);
    expect(read.map((one) => one.number)).toEqual([1, 2, 0]);
    expect(read[0]?.rules).toEqual([]);
    expect(read[0]?.rulings.map((entry) => entry.id)).toEqual(["ruling.quiet"]);
    expect(read[1]?.picture).toBe(true);
  });
  it("leaves out chapters in which nothing is found, and numbers the others as before", () => {
    expect(chapters(book, found(book, "row")).map((one) => one.number)).toEqual([2]);
  });
  it("finds what is folded away", () => {
    const boxed = { ...book, rules: [...book.rules, { ...book.rules[0]!, id: "move.box", title: "The box" }] };
    expect(chapters(boxed, entriesOf(boxed)).some((one) => one.rules.some((rule) => rule.id === "move.box"))).toBe(
      false,
    );
    expect(folded(boxed, found(boxed, "box")).map((entry) => entry.id)).toEqual(["move.box"]);
  });
});
