// The service worker: it shows notices and opens what they are about. It fetches nothing, so no page
// is ever older than the server.
import type { Subscription } from "../wire/types";

const told = (made: PushSubscription): Subscription => made.toJSON() as unknown as Subscription;
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

const worker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register("./sw.js");

/** What the server needs to reach this browser; null if somebody said no. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await worker();
  const ready = await navigator.serviceWorker.ready;
  const made = await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return told(made);
}

/** Where this browser is reached now, if it is. */
export async function subscription(): Promise<Subscription | null> {
  if (!canPush()) return null;
  const there = await navigator.serviceWorker.getRegistration("./");
  const made = await there?.pushManager.getSubscription();
  return made ? told(made) : null;
}

export async function unsubscribe(): Promise<void> {
  const there = await navigator.serviceWorker.getRegistration("./");
  await (await there?.pushManager.getSubscription())?.unsubscribe();
}
