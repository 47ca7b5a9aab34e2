// The HTTP part about looking after a server: reports, bans, and what is kept about everybody.
import { ask } from "./api";
import type { CarePage, CareWish, PrivacyPage, Reported, ReportWish } from "./types";

const at = encodeURIComponent;
export const report = (wish: ReportWish): Promise<Reported> => ask("POST", "/api/reports", wish);
export const care = (state: "open" | "closed"): Promise<CarePage> => ask("GET", `/api/care?state=${state}`);
export const closeReport = (id: string, wish: CareWish): Promise<CarePage> =>
  ask("POST", `/api/care/reports/${at(id)}`, wish);
export const careFor = (player: string, wish: CareWish): Promise<CarePage> =>
  ask("POST", `/api/care/players/${at(player)}`, wish);
export const privacy = (): Promise<PrivacyPage> => ask("GET", "/api/privacy");
