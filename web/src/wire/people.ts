// The HTTP part about people: who I am here, how I enter, what I have played.
import { ask } from "./api";
import type {
  Leaderboard,
  DeviceLink,
  HistoryPage,
  KeyQuestion,
  LetterSent,
  Likeness,
  LinkCode,
  PlayerCard,
  RatingGraph,
  SignedOut,
  MyAccount,
  ProviderDoor,
  Visitor,
} from "./types";

const at = encodeURIComponent;
export const whoAmI = (): Promise<Visitor> => ask("GET", "/api/me");
export const changeMe = (wish: Likeness): Promise<Visitor> => ask("POST", "/api/me", wish);
export const removePasskey = (id: string): Promise<Visitor> => ask("POST", `/api/me/passkeys/${at(id)}/remove`);
export const deviceLink = (): Promise<DeviceLink> => ask("POST", "/api/me/link");
export const enterByLink = (wish: LinkCode): Promise<Visitor> => ask("POST", "/api/enter/link", wish);
export const addMail = (mail: string): Promise<LetterSent> => ask("POST", "/api/me/mail", { mail });
export const removeMail = (): Promise<Visitor> => ask("POST", "/api/me/mail/remove");
export const enterByMail = (mail: string): Promise<LetterSent> => ask("POST", "/api/enter/mail", { mail });
export const leaveForProvider = (): Promise<ProviderDoor> => ask("POST", "/api/enter/provider");
export const removeProvider = (): Promise<MyAccount> => ask("POST", "/api/me/provider/remove");
export const signOut = (everywhere: boolean): Promise<SignedOut> =>
  ask("POST", everywhere ? "/api/me/out-everywhere" : "/api/me/out");
export const deleteMe = (): Promise<SignedOut> => ask("POST", "/api/me/delete");
export const myData = (): Promise<unknown> => ask("GET", "/api/me/data");
export const player = (id: string): Promise<PlayerCard> => ask("GET", `/api/players/${at(id)}`);
export const ratingGraph = (id: string, game: string): Promise<RatingGraph> =>
  ask("GET", `/api/players/${at(id)}/ratings/${at(game)}`);
export const leaders = (game: string, after = 0): Promise<Leaderboard> =>
  ask("GET", `/api/games/${at(game)}/ratings?after=${after}`);
export const myHistory = (after = "", game = "", outcome = ""): Promise<HistoryPage> =>
  ask("GET", `/api/me/matches?after=${at(after)}&game=${at(game)}&outcome=${at(outcome)}`);

/** The browser asks for a finger, a face or a key, and keeps the passkey itself. */
export async function makePasskey(name: string): Promise<Visitor> {
  const { options } = await ask<KeyQuestion>("POST", "/api/me/passkeys/new");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  return ask("POST", "/api/me/passkeys", { credential: made?.toJSON() ?? {}, name });
}

export async function enterByPasskey(): Promise<Visitor> {
  const { options } = await ask<KeyQuestion>("POST", "/api/enter/passkey/new");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  return ask("POST", "/api/enter/passkey", { credential: signed?.toJSON() ?? {} });
}

/** Whether this browser can make passkeys and read what the server asks. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
