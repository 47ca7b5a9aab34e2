import { describe, expect, it } from "vitest";
import { filled, LANGUAGES, say, strung, type Language } from "../../src/app/words";
import { setLanguage } from "../../src/app/settings.svelte";
import { en } from "../../src/app/words/en";
import { fr } from "../../src/app/words/fr";

const CATALOGUE = { en, fr };

const blanks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();
const VALUES = [0, 1, 2, 5, 1000, "Odin"];
const OF_NAMES = /^(?:names?|title|level|bot)$/;
const PLURAL_OF_ONE = /(?:^|[^\w.,:])1 (?!(?:is|has|sur|dans)\b)[a-zé]{2,}s\b/;

describe("the catalogue", () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    it(`${language} has every key, no empty text, and the same blanks as English`, () => {
      const keys = Object.keys(CATALOGUE.en) as (keyof typeof CATALOGUE.en)[];
      expect(Object.keys(CATALOGUE[language]).sort()).toEqual([...keys].sort());
      for (const key of keys) {
        expect(CATALOGUE[language][key], key).not.toBe("");
        expect(blanks(CATALOGUE[language][key]), key).toEqual(blanks(CATALOGUE.en[key]));
      }
    });
  }
  it("says every text with every kind of value", () => {
    for (const language of Object.keys(LANGUAGES) as Language[])
      for (const text of Object.values(CATALOGUE[language]))
        for (const value of VALUES) {
          const names = [...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? "");
          const filling = names.map((name) => [name, OF_NAMES.test(name) ? "Odin" : value]);
          const said = filled(text, Object.fromEntries(filling), language);
          expect(said).not.toMatch(/[{}|]|undefined|NaN/);
          if (value === 1) expect(said).not.toMatch(PLURAL_OF_ONE);
        }
  });
  it("is set in French as French is printed", () => {
    for (const text of Object.values(CATALOGUE.fr)) {
      expect(text).not.toContain("'");
      expect(text).not.toMatch(/[^\u202f](?:[;!?»]|:(?:\s|$))|«[^\u202f]/);
    }
  });
  it("leaves no French article before a name that may begin with a vowel", () => {
    for (const text of Object.values(CATALOGUE.fr)) expect(text).not.toMatch(/(?:^|[ ’])(?:de|que|le|la) \{names?\}/i);
  });
  it("strings words and sentences together", () => {
    expect(strung(["Helheim", "", "A card more.", "won", undefined])).toBe("Helheim, A card more. won");
  });
  it("stands in English until another language has been brought", async () => {
    expect(say("loading")).toBe(en.loading);
    await setLanguage("fr");
    expect(say("loading")).toBe(fr.loading);
    await setLanguage("en");
  });
  it("fills blanks and leaves unknown ones", () => {
    expect(filled("{a} and {b}", { a: 1 })).toBe("1 and {b}");
  });
  it("says the form that a number asks for, as the language does", () => {
    const days = "{n} {n|jour|jours}";
    const forms = [0, 1, 2].map((n) => filled(days, { n }, "fr"));
    expect(forms).toEqual(["0 jour", "1 jour", "2 jours"]);
    expect(filled("{n} {n|day|days}", { n: 0 }, "en")).toBe("0 days");
  });
});

describe("the source", () => {
  const sources = import.meta.glob<string>(["../../src/**/*.svelte", "../../src/**/*.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const text = Object.entries(sources)
    .filter(([path]) => !path.includes("/words/"))
    .map(([, source]) => source)
    .join("\n");
  it("uses every key of the catalogue", () => {
    const built = new RegExp(
      "^(bot\\..+|state\\..+|primer\\.(aim|turn|end|score)|puzzle\\.theme\\..+|" +
        "settings\\.theme\\.(system|dark|light)|new\\.clock\\.(none|match|decision)|" +
        "new\\.timeout\\.(default|loss)|front\\.(running|waiting|over)|customs\\.(hints|takeback|picks)(\\.\\w+)?|" +
        "matches\\.(going|over|away)|tone\\.(bone|blood|aurora|violet|ice|gold)|" +
        "emblem\\.(axe|wolf|raven|serpent|ship|tree)|notice\\.((push|mail|webhook)\\.at|turn|invitation|over|round)|" +
        "cup\\.(kind|state|tie)\\.\\w+(\\.says)?|rules\\.note\\.(told|part|later)|over\\.(closed|rules)|" +
        "end\\.(agreed|closed|rules|(resigned|timeout)(\\.me)?)|(foot|about)\\.(lab|build)|" +
        "table\\.(asked|declined|agreed))$",
    );
    const unused = Object.keys(CATALOGUE.en).filter(
      (key) => !text.includes(`"${key}"`) && !text.includes(`'${key}'`) && !built.test(key),
    );
    expect(unused).toEqual([]);
  });
  it("never lets text become markup", () => {
    for (const way of [
      "{@html",
      "innerHTML",
      "outerHTML",
      "insertAdjacentHTML",
      "document.write",
      "eval(",
      "new Function",
    ])
      expect(text).not.toContain(way);
  });
});
