import type { Db } from '@tandem/db';
import { type InstructionVariable, instructionVariables } from '@tandem/shared/assistant/schema';
import type { Language } from '@tandem/shared/user/schema';
import { isAppSeenByRoom } from '../../access/policy/access.audience.ts';
import { namesForInstructions } from './assistant.repo.ts';

/** Longest value that is filled in, in characters: names are short, and nobody's name becomes instructions. */
const MAX_VALUE = 200;

const VARIABLE = /\{\{\s*([a-z_]+)\s*\}\}/g;

const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': 'Simplified Chinese' };

/** What stands for the name of an app that not everyone who reads the answer may see. */
const unnamedApp: Record<Language, string> = { en: 'this app', 'zh-CN': '此应用' };

/**
 * Fills in what instructions name in double braces. What is not known stays as it stands; values are put in as text
 * of one line, and not looked through again.
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

/** What an assistant without instructions is told. */
export function defaultInstructions(name: string): string {
  return `You are ${name}, an assistant in a team's workspace. Answer in the language of the question, in Markdown where it helps.`;
}

/** Where and for whom an answer is written. */
export interface InstructionPlace {
  userId: number;
  teamId: string;
  appId: string | null;
  channelId: string | null;
  /** Of who asks, where they have chosen none. */
  language?: Language;
}

/** Instructions as a model reads them now, for the person who asks. Times are UTC, and say so. */
export async function filledInstructions(
  db: Db,
  instructions: string,
  { language = 'en', ...place }: InstructionPlace,
  now = new Date(),
): Promise<string> {
  if (!instructions.includes('{{')) return instructions;
  const names = await namesForInstructions(db, place);
  // Everyone in the room reads what the model makes of it.
  const isAppNamed = place.channelId === null || (await isAppSeenByRoom(db, place.channelId));
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
