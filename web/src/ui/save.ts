// What a person may keep: a record, the position as a picture, an address.

/** Whether it was copied. Without TLS browsers give no clipboard, but copy what is selected. */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  field?.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field !== undefined && document.execCommand("copy");
  }
}

export function save(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The board as a picture that needs nothing else: symbols inside, every colour written out. */
export function pictureOf(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  inked(board, copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const { x, y, width, height } = board.viewBox.baseVal;
  for (const [name, value] of Object.entries({ x, y, width, height })) ground.setAttribute(name, String(value));
  ground.setAttribute("fill", getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute("width", String(Math.round(width * 1.5)));
  copy.setAttribute("height", String(Math.round(height * 1.5)));
  for (const part of copy.querySelectorAll("[data-thing]"))
    for (const name of ["tabindex", "role", "data-thing"]) part.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}

const INK = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "fill-opacity",
  "opacity",
  "display",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "transform",
  "paint-order",
] as const;

/** Writes what the style sheet says onto the copy, and puts the used symbols in place. */
function inked(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of INK) {
    const value = style.getPropertyValue(name);
    if (value && value !== "none") to.setAttribute(name, name === "transform" ? plainTransform(value) : value);
    else if (name === "fill" || name === "stroke") to.setAttribute(name, "none");
  }
  to.removeAttribute("class");
  to.removeAttribute("style");
  if (from.localName === "use") return placed(from as SVGUseElement, to);
  const [sources, copies] = [[...from.children], [...to.children]];
  sources.forEach((source, n) => {
    const copy = copies[n];
    if (!copy) return;
    if (getComputedStyle(source).display === "none") copy.remove();
    else inked(source, copy);
  });
}

function plainTransform(matrix: string): string {
  return matrix.replace(/px/g, "");
}

/** A symbol in place of its use: a nested drawing whose parts were coloured where they are used. */
function placed(use: SVGUseElement, copy: Element): void {
  const symbol = document.querySelector(use.getAttribute("href") ?? "#");
  if (!symbol) return copy.remove();
  const inner = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const name of ["x", "y", "width", "height"])
    if (use.hasAttribute(name)) inner.setAttribute(name, use.getAttribute(name) ?? "");
  const box = symbol.getAttribute("viewBox");
  if (box) inner.setAttribute("viewBox", box);
  // a probe in the place of the use, so that the parts inherit the colours of this thing
  const probe = document.createElementNS("http://www.w3.org/2000/svg", "g");
  for (const part of symbol.children) probe.append(part.cloneNode(true));
  use.parentNode?.append(probe);
  for (const part of probe.children) {
    const drawn = part.cloneNode(true) as Element;
    inner.append(drawn);
    inked(part, drawn);
  }
  probe.remove();
  copy.replaceWith(inner);
}
