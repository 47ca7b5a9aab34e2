// A game's symbols: fetched once, cleaned, and laid into the document under the game's own names.
import { sheet } from "../wire/api";

const HREF = /^#/;
const loaded = new Map<string, Promise<void>>();
class Shelf {
  /** The symbols there are, as "game/art". */
  known: ReadonlySet<string> = $state.raw(new Set());
}
export const shelf = new Shelf();

export function loadArt(game: string): Promise<void> {
  let loading = loaded.get(game);
  if (!loading) {
    loading = sheet(game)
      .then((text) => lay(game, text))
      .catch(() => void loaded.delete(game));
    loaded.set(game, loading);
  }
  return loading;
}

export function symbolId(game: string, art: string): string {
  return `art-${game}-${art}`;
}

/** Where to find that symbol: the game's own first, then the table's; null if there is none. */
export function symbolOf(game: string, art: string): string | null {
  if (shelf.known.has(`${game}/${art}`)) return `#${symbolId(game, art)}`;
  return COMMON.has(art) ? `#${art}` : null;
}

const COMMON = new Set([
  "brand",
  ...["axe", "wolf", "raven", "serpent", "ship", "tree"].map((name) => `seat-${name}`),
  "die",
  ...[1, 2, 3, 4, 5, 6].map((face) => `die-${face}`),
]);

function lay(game: string, text: string): void {
  // the page's policy forbids style attributes as soon as they are parsed: they are set later, one by one
  const source = new DOMParser().parseFromString(text.replace(/\sstyle=/g, " data-style="), "image/svg+xml");
  if (source.querySelector("parsererror")) return;
  const shelfSvg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  shelfSvg.setAttribute("class", "sheet");
  shelfSvg.setAttribute("width", "0");
  shelfSvg.setAttribute("height", "0");
  shelfSvg.setAttribute("aria-hidden", "true");
  shelfSvg.dataset["game"] = game;
  const found: string[] = [];
  for (const part of source.querySelectorAll(
    "symbol[id], pattern[id], linearGradient[id], radialGradient[id], clipPath[id]",
  )) {
    if (part.localName === "symbol") found.push(`${game}/${part.id}`);
    shelfSvg.append(cleaned(game, document.importNode(part, true)));
  }
  document.body.append(shelfSvg);
  shelf.known = new Set([...shelf.known, ...found]);
}

/** No script, no handler, no reference to the outside; every id under the game's name. */
function cleaned(game: string, root: Element): Element {
  for (const part of root.querySelectorAll("script, style, foreignObject, image, a, animate, set")) part.remove();
  for (const part of [root, ...root.querySelectorAll("*")]) {
    for (const attribute of Array.from(part.attributes)) tidy(game, part, attribute);
  }
  return root;
}

function tidy(game: string, part: Element, { name, value }: Attr): void {
  if (name === "id") part.id = symbolId(game, value);
  else if (name.startsWith("on")) part.removeAttribute(name);
  else if (name === "href" || name === "xlink:href") {
    part.removeAttribute(name);
    if (HREF.test(value)) part.setAttribute("href", `#${symbolId(game, value.slice(1))}`);
  } else if (name === "data-style") {
    part.removeAttribute(name);
    (part as SVGElement).style.cssText = local(game, value);
  } else if (value.includes("url(")) part.setAttribute(name, local(game, value));
}

function local(game: string, value: string): string {
  return value.replace(/url\(\s*["']?([^"')]*)["']?\s*\)/g, (_, target: string) =>
    HREF.test(target) ? `url(#${symbolId(game, target.slice(1))})` : "none",
  );
}
