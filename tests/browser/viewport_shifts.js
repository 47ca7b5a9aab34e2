() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifts.push([
          entry.value,
          entry.sources.map((one) => {
            const [node, was, now] = [one.node, one.previousRect, one.currentRect];
            const name = node?.className?.baseVal ?? node?.className ?? node?.nodeName;
            return `${name}: ${[was.x, was.y, was.width, was.height]} to ${[now.x, now.y, now.width, now.height]}`;
          }),
        ]);
  }).observe({ type: "layout-shift", buffered: false });
}
