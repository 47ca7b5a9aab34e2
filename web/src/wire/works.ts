// The HTTP part about what I have put together and keep with my account.
import { ask } from "./api";
import type { KeptText, WorkShelf, WorkWish } from "./types";

const at = encodeURIComponent;
export const myShelf = (): Promise<WorkShelf> => ask("GET", "/api/me/works");
export const keepWork = (wish: WorkWish): Promise<WorkShelf> => ask("POST", "/api/me/works", wish);
export const keptText = (id: string): Promise<KeptText> => ask("GET", `/api/me/works/${at(id)}`);
export const removeWork = (id: string): Promise<WorkShelf> => ask("POST", `/api/me/works/${at(id)}/remove`);
