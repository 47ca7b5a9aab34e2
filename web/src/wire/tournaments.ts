// The HTTP part about tournaments.
import { ask } from "./api";
import type { CourseWish, EntryWish, NewTournament, TournamentList, TournamentPage } from "./types";

const at = encodeURIComponent;
export const tournaments = (): Promise<TournamentList> => ask("GET", "/api/tournaments");
export const tournament = (id: string, round = 0, after = 0): Promise<TournamentPage> =>
  ask("GET", `/api/tournaments/${at(id)}?round=${round}&after=${after}`);
export const hold = (wish: NewTournament): Promise<TournamentPage> => ask("POST", "/api/tournaments", wish);
export const takePart = (id: string, wish: EntryWish): Promise<TournamentPage> =>
  ask("POST", `/api/tournaments/${at(id)}/entry`, wish);
export const lead = (id: string, act: CourseWish["act"]): Promise<TournamentPage> =>
  ask("POST", `/api/tournaments/${at(id)}/course`, { act });
