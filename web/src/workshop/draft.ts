// What is being put together in a workshop, as plain data: every change is a new draft.
import type { Catalogue, Draft, Section, Taken, Ware } from "../wire/types";

/** A first draft: of every choice the first, and one empty section. */
export function begun(catalogue: Catalogue): Draft {
  const heads = catalogue.heads.map((head): [string, string] => [
    head.id,
    head.kind === "choice" ? (head.choices[0]?.id ?? "") : "",
  ]);
  return { heads: Object.fromEntries(heads), sections: [fresh(catalogue, [])] };
}

function fresh(catalogue: Catalogue, sections: readonly Section[]): Section {
  const titles = new Set(sections.map((section) => section.title));
  let number = sections.length + 1;
  while (titles.has(`${catalogue.section} ${number}`)) number += 1;
  return { title: `${catalogue.section} ${number}`, taken: [] };
}

export function withHead(draft: Draft, head: string, value: string): Draft {
  return { ...draft, heads: { ...draft.heads, [head]: value } };
}

export function withSection(draft: Draft, catalogue: Catalogue): Draft {
  return { ...draft, sections: [...draft.sections, fresh(catalogue, draft.sections)] };
}

export function withoutSection(draft: Draft, at: number): Draft {
  return { ...draft, sections: draft.sections.filter((_, n) => n !== at) };
}

export function renamed(draft: Draft, at: number, title: string): Draft {
  return changed(draft, at, (section) => ({ ...section, title }));
}

/** One more: beside its equals that have no extras, else in a line of its own. */
export function withWare(draft: Draft, at: number, ware: string): Draft {
  return changed(draft, at, (section) => {
    const equal = section.taken.findIndex((one) => one.ware === ware && !one.extras.length);
    if (equal < 0) return { ...section, taken: [...section.taken, { ware, count: 1, extras: [] }] };
    return line(section, equal, (one) => ({ ...one, count: Math.min(99, one.count + 1) }));
  });
}

/** So many of them; none: the line goes. */
export function counted(draft: Draft, at: number, taken: number, count: number): Draft {
  return changed(draft, at, (section) =>
    !(count >= 1)
      ? { ...section, taken: section.taken.filter((_, n) => n !== taken) }
      : line(section, taken, (one) => ({ ...one, count: Math.min(99, count) })),
  );
}

/** With that extra, or without it if they had it. */
export function toggled(draft: Draft, at: number, taken: number, extra: string): Draft {
  return changed(draft, at, (section) =>
    line(section, taken, (one) => ({
      ...one,
      extras: one.extras.includes(extra) ? one.extras.filter((mine) => mine !== extra) : [...one.extras, extra],
    })),
  );
}

/** Every ware that was taken, once. */
export function takenWares(draft: Draft, catalogue: Catalogue): Ware[] {
  const taken = new Set(draft.sections.flatMap((section) => section.taken.map((one) => one.ware)));
  return catalogue.wares.filter((ware) => taken.has(ware.id));
}

/** The wares of one group in which every word occurs; "" is any group. */
export function found(catalogue: Catalogue, group: string, words: string): Ware[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return catalogue.wares.filter((ware) => {
    const text = `${ware.title} ${ware.text}`.toLowerCase();
    return (!group || ware.group === group) && wanted.every((word) => text.includes(word));
  });
}

function changed(draft: Draft, at: number, by: (section: Section) => Section): Draft {
  return { ...draft, sections: draft.sections.map((section, n) => (n === at ? by(section) : section)) };
}

function line(section: Section, at: number, by: (taken: Taken) => Taken): Section {
  return { ...section, taken: section.taken.map((one, n) => (n === at ? by(one) : one)) };
}
