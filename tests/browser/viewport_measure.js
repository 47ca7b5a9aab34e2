(smallest) => {
  const [wide, high] = [innerWidth, document.documentElement.clientHeight];
  const boxOf = (one) => one.getBoundingClientRect();
  const dock = document.querySelector(".dock");
  const floor = dock && getComputedStyle(dock).position === "fixed" ? boxOf(dock).top : high;
  const inside = (box) =>
    box.width > 0 && box.left >= -1 && box.right <= wide + 1 && box.top >= -1 && box.bottom <= floor + 1;
  const said = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
  const wrong = [];

  /** A box that scrolls, and says on which sides there is more. */
  const scroller = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if ((up.dataset.more ?? "") !== "" && inside(boxOf(up))) return up;
    return null;
  };
  /** What is left of a box between all edges that cut it. */
  const left = (one) => {
    const box = boxOf(one);
    let [x, y, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let up = one.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (up.parentElement === null || (style.overflowX === "visible" && style.overflowY === "visible")) continue;
      const edge = boxOf(up);
      [x, y, right, bottom] = [
        Math.max(x, edge.left - 1), Math.max(y, edge.top - 1),
        Math.min(right, edge.right + 1), Math.min(bottom, edge.bottom + 1),
      ];
    }
    return { left: x, top: y, right, bottom, width: right - x, height: bottom - y };
  };
  const whole = (one) => {
    const [box, rest] = [boxOf(one), left(one)];
    return inside(box) && rest.width >= box.width - 3 && rest.height >= box.height - 3;
  };
  const asked = [...document.querySelectorAll(".table [data-thing].may, .table [data-other].may")];
  for (const one of asked) {
    const box = boxOf(one);
    const name = one.dataset.thing ?? one.dataset.other;
    if (!whole(one)) {
      if (!scroller(one)) wrong.push(`option ${name} lies at ${said(box)}`);
    } else if (!(one instanceof SVGElement) && !scroller(one)) {
      const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      if (there && there !== one && !one.contains(there) && !there.closest(".note, .toasts"))
        wrong.push(`option ${name} is covered by ${there.className?.baseVal ?? there.className}`);
    }
  }
  for (const name of document.querySelectorAll(".table :is(.choices, .roster) button :is(b, .name)")) {
    const picture = name.parentElement.querySelector(":scope > svg");
    const range = document.createRange();
    range.selectNodeContents(name);
    const [words, art] = [range.getBoundingClientRect(), picture && boxOf(picture)];
    if (art && words.left < art.right - 1 && words.right > art.left + 1 && words.top < art.bottom - 1)
      if (words.bottom > art.top + 1) wrong.push(`"${name.textContent}" lies over its picture`);
  }
  const seen = (what, one) => {
    if (!one) wrong.push(`${what} is missing`);
    else if (!whole(one)) wrong.push(`${what} lies at ${said(boxOf(one))}, seen ${said(left(one))}`);
  };
  seen("the prompt", document.querySelector(".prompt"));
  seen("my plate", document.querySelector(".seat.you"));
  for (const one of document.querySelectorAll("[data-total]")) seen("a total", one);
  for (const one of document.querySelectorAll(".lines > .mine .ship > svg")) seen("my ship", one);
  for (const one of document.querySelectorAll(".lines:not(.many) .flow .card")) seen("a card of a line", one);
  for (const one of document.querySelectorAll(".would")) {
    const box = boxOf(one);
    const under = [...document.querySelectorAll("[data-total], .table .die")].map(boxOf);
    if (under.some((it) => it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top))
      if (!one.querySelector("[data-total]")) wrong.push("what would be covers a total or a die");
  }
  for (const one of document.querySelectorAll(".table [data-zone] .die")) seen("a die", one);

  const ground = document.querySelector(".ground");
  if (/left|right/.test(ground?.dataset.more ?? "")) wrong.push("the table is wider than its place");

  const shown = (one) => {
    if (one.closest(".sr, [hidden], defs, symbol, .log, .chat, .rulebook")) return false;
    const box = boxOf(one);
    return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility !== "hidden";
  };
  const walker = document.createTreeWalker(document.querySelector("#main"), NodeFilter.SHOW_TEXT);
  const [labels, texts] = [new Map(), new Map()];
  while (walker.nextNode()) {
    const [one, words] = [walker.currentNode.parentElement, walker.currentNode.textContent.trim()];
    if (!words || !one || !shown(one)) continue;
    labels.set(one, `${labels.get(one) ?? ""} ${words}`.trim());
    texts.set(one, [...(texts.get(one) ?? []), walker.currentNode]);
  }
  /** Whether something around these words hides a part of them, and is no box that scrolls. */
  const cut = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    for (let up = one; up && up.id !== "main"; up = up.parentElement) {
      const [x, y] = [getComputedStyle(up).overflowX, getComputedStyle(up).overflowY];
      if (x === "auto" || x === "scroll" || y === "auto" || y === "scroll") return false;
      const edge = boxOf(up);
      if (x !== "visible" && (box.left < edge.left - 2 || box.right > edge.right + 2)) return true;
      if (y !== "visible" && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3)) return true;
    }
    return false;
  };
  /** A word that goes on in the next line though it has no hyphen. */
  const broken = (nodes) => {
    for (const node of nodes)
      for (const match of node.textContent.matchAll(/[^\s\-\u2013\u00ad/]+/g)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) return match[0];
      }
    return null;
  };
  for (const [one, words] of labels) {
    const scale = one instanceof SVGGraphicsElement ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < smallest - 0.05) wrong.push(`"${words}" is written in ${size.toFixed(1)} px`);
    const style = getComputedStyle(one);
    const hides = style.overflowX !== "visible" && style.overflowX !== "auto" && style.overflowX !== "scroll";
    if (!(one instanceof SVGElement) && hides && one.scrollWidth > one.clientWidth + 1)
      wrong.push(`"${words}" is cut: ${one.clientWidth} of ${one.scrollWidth} px`);
    if (!(one instanceof SVGElement) && cut(one)) wrong.push(`"${words}" is cut by what holds it`);
    const word = broken(texts.get(one));
    if (word) wrong.push(`"${word}" is broken`);
    if (one instanceof SVGElement && (boxOf(one).left < -1 || boxOf(one).right > wide + 1))
      wrong.push(`"${words}" leaves the window`);
  }
  return [...new Set(wrong)];
}
