// The HTTP part about notices: how I am told when something waits for me, and invitations.
import { ask } from "./api";
import type { InvitationList, NewChannel, NoticeWays, QuietHours, TurnedOff } from "./types";

export type NoticeKind = NoticeWays["channels"][number]["wants"][number];
export const KINDS: readonly NoticeKind[] = ["turn", "invitation", "over", "round"];

const at = encodeURIComponent;
export const myNotices = (): Promise<NoticeWays> => ask("GET", "/api/me/notices");
export const addChannel = (wish: NewChannel): Promise<NoticeWays> => ask("POST", "/api/me/notices", wish);
export const changeChannel = (id: string, wants: NoticeKind[]): Promise<NoticeWays> =>
  ask("POST", `/api/me/notices/${at(id)}`, { wants });
export const removeChannel = (id: string): Promise<NoticeWays> => ask("POST", `/api/me/notices/${at(id)}/remove`);
export const keepQuiet = (hours: QuietHours): Promise<NoticeWays> => ask("POST", "/api/me/quiet", hours);
export const turnOff = (code: string): Promise<TurnedOff> => ask("POST", `/api/notices/off/${at(code)}`);
export const myInvitations = (): Promise<InvitationList> => ask("GET", "/api/me/invitations");
export const decline = (table: string): Promise<InvitationList> =>
  ask("POST", `/api/me/invitations/${at(table)}/decline`);
export const invite = (table: string, player: string): Promise<unknown> =>
  ask("POST", `/api/tables/${at(table)}/invite`, { player });
