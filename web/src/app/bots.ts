// Bots in the words of the reader: five levels by name, and the plain ones for those who know.
import { say, type Key } from "./words";
import { en } from "./words/en";
import type { BotCard } from "../wire/types";

export const LEVELS = ["thrall", "karl", "jarl", "konung", "odin"] as const;
export const RIVAL = "jarl"; // who sits down where nobody is asked for

const known = (key: string): key is Key => key in en;

export const isLevel = (name: string): boolean => (LEVELS as readonly string[]).includes(name);

/** "Jarl", or what the plain bot does. */
export function botTitle(bot: BotCard): string {
  const key = `bot.${bot.name}`;
  return known(key) ? say(key) : bot.title;
}

/** A sentence about how it plays; nothing for a plain bot, whose title says it. */
export function botSays(name: string): string {
  const key = `bot.${name}.says`;
  return known(key) ? say(key) : "";
}

/** What a bot is called at the table. */
export function botName(name: string): string {
  return isLevel(name) ? say("table.robot.level", { level: botTitle({ name, title: name }) }) : say("table.robot");
}
