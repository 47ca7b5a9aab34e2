// Shows what the server pushes and opens what it is about. It has no fetch handler: the page always
// comes from the server. Something is shown for every push, or browsers take the right away.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

function read(event) {
  try {
    const { title, body, path, tag } = event.data.json();
    return { title: String(title), body: String(body), path: String(path), tag: String(tag) };
  } catch {
    return { title: "Fimbul", body: "", path: "", tag: "fimbul" };
  }
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = read(event);
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: { path }, icon: "icon-192.png", badge: "badge.png" }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(`#/${event.notification.data?.path ?? ""}`, self.registration.scope).href;
  event.waitUntil(open(url));
});

async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url === url);
  if (there) return there.focus();
  return self.clients.openWindow(url);
}
