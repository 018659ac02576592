import type { Db } from '@tandem/db';
import { type InstructionVariable, instructionVariables } from '@tandem/shared/assistant/schema';
import type { Language } from '@tandem/shared/user/schema';
import { isAppSeenByAudience } from '../../access/policy/access.audience.ts';
import { namesForInstructions } from './assistant.repo.ts';

/** Maximum length of a variable's value: names are short, and nobody's name becomes instructions. */
const MAX_VALUE = 200;

const VARIABLE = /\{\{\s*([a-z_]+)\s*\}\}/g;

const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': 'Simplified Chinese' };

/** Replaces the name of an app that not everyone who reads the answer may see. */
const unnamedApp: Record<Language, string> = { en: 'this app', 'zh-CN': '此应用' };

/**
 * Fills in variables in double braces. Unknown ones stay; values become text on one line, and are not
 * expanded again.
 */
export function fillVariables(text: string, values: Readonly<Record<InstructionVariable, string>>): string {
  return text.replace(VARIABLE, (whole, name: string) =>
    (instructionVariables as readonly string[]).includes(name)
      ? oneLine(values[name as InstructionVariable])
      : whole,
  );
}

function oneLine(value: string): string {
  return [...value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, MAX_VALUE).join('');
}

/** Default instructions of an assistant. */
export function defaultInstructions(name: string): string {
  return `You are ${name}, an assistant in a team's workspace. Answer in the language of the question, in Markdown where it helps.`;
}

/** Place and asker of an answer. */
export interface InstructionPlace {
  userId: number;
  teamId: string;
  appId: string | null;
  channelId: string | null;
  /** Fallback for an asker who has chosen no language. */
  language?: Language;
}

/** Returns instructions for the model, filled in for the asker. Times are UTC, and marked so. */
export async function filledInstructions(
  db: Db,
  instructions: string,
  { language = 'en', ...place }: InstructionPlace,
  now = new Date(),
): Promise<string> {
  if (!instructions.includes('{{')) return instructions;
  const names = await namesForInstructions(db, place);
  // Everyone in the channel reads the result.
  const isAppNamed = place.channelId === null || (await isAppSeenByAudience(db, place.channelId));
  const spoken = (names.language ?? language) as Language;
  const iso = now.toISOString();
  return fillVariables(instructions, {
    user_name: names.user,
    date: iso.slice(0, 10),
    time: `${iso.slice(11, 16)} UTC`,
    team_name: names.team,
    app_name: isAppNamed ? (names.app ?? '') : (unnamedApp[spoken] ?? unnamedApp.en),
    channel_name: names.channel ?? '',
    language: languageNames[spoken] ?? spoken,
  });
}
