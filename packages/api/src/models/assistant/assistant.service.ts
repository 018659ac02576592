import type { Db } from '@tandem/db';
import type { Assistant, GalleryAssistant, GalleryPage } from '@tandem/shared/assistant/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { Language } from '@tandem/shared/user/schema';
import * as z from 'zod';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { LoadedApp, LoadedChannel } from '../../access/policy/access.rules.ts';
import type { Context } from '../../core/context.ts';
import { cursorText, readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import { presentAssistant, presentInGallery } from './assistant.presenter.ts';
import {
  type AssistantRow,
  assistantById,
  assistantsOfApp,
  assistantsOfPerson,
  emptyAssistantsOf,
  insertAssistant,
} from './assistant.repo.ts';
import { type GalleryPlace, galleryRows } from './gallery.repo.ts';

export { presentAssistant } from './assistant.presenter.ts';
export type { AssistantRow } from './assistant.repo.ts';

/** Tools of a new assistant, by their names for models. */
export const defaultTools = [
  'current_time',
  'calculator',
  'fetch_page',
  'find_documents',
  'read_document',
  'create_document',
  'append_to_document',
];

/** A new app's assistant, where it differs from the defaults. */
export type DefaultAssistant = Partial<
  Pick<AssistantRow, 'name' | 'avatar' | 'instructions' | 'starters' | 'tools' | 'parameters'>
>;

/** Creates the assistant that answers in a new app's channels. */
export async function createDefaultAssistant(
  tx: Db,
  { language, ...values }: { teamId: string; appId: string; ownerId: number; language: Language },
  { tools = defaultTools, starters = [], parameters = {}, ...told }: DefaultAssistant = {},
): Promise<AssistantRow> {
  return insertAssistant(tx, {
    name: say(language, 'common:starter.assistant'),
    ...told,
    ...values,
    tools: JSON.stringify(tools),
    starters: JSON.stringify(starters),
    parameters: JSON.stringify(parameters),
  });
}

/** An app's assistants, its default one first. */
export async function listAssistants(db: Db, app: LoadedApp): Promise<Assistant[]> {
  return (await assistantsOfApp(db, app.id)).map((assistant) => presentAssistant(assistant, app.held));
}

/** The reader's own assistants in a team, the one changed last first. */
export async function listOwnAssistants(
  db: Db,
  owner: { ownerId: number; teamId: string },
): Promise<Assistant[]> {
  return (await assistantsOfPerson(db, owner)).map((assistant) => presentAssistant(assistant, 'manage'));
}

const placeSchema = z.tuple([cursorText(400), z.uuid(), cursorText(40), z.uuid()]);

/** A page of the assistants of every app that the reader sees, by the apps' names. */
export async function listGallery(
  db: Db,
  reader: Reader,
  teamId: string,
  { query = '', cursor, limit }: GalleryPage,
): Promise<KeysetPage<GalleryAssistant>> {
  const after: GalleryPlace | null = cursor === undefined ? null : readCursor(cursor, placeSchema);
  const rows = await galleryRows(db, reader, { teamId, query, after, limit: limit + 1 });
  const list = rows.slice(0, limit);
  const last = list.at(-1);
  return {
    list: list.map(presentInGallery),
    nextCursor: rows.length > limit && last ? writeCursor(last.place) : null,
  };
}

/**
 * Returns the assistant that answers in a channel: its own, else its app's default.
 * @throws AppError `notFound` when the app has none
 */
export async function assistantFor(
  { db }: Pick<Context, 'db'>,
  channel: { appId: string; assistantId: string | null },
): Promise<AssistantRow> {
  const own = channel.assistantId === null ? null : await assistantById(db, channel.assistantId);
  const assistant = own ?? (await assistantsOfApp(db, channel.appId))[0];
  if (!assistant) throw new AppError('notFound');
  return assistant;
}

/** Whether an assistant has a tool, by the key in its list; a removed one has none. */
export async function hasTool(db: Db, assistantId: string | null, key: string): Promise<boolean> {
  const assistant = assistantId === null ? null : await assistantById(db, assistantId);
  return assistant?.tools.includes(key) ?? false;
}

/** Returns every assistant that can answer in a channel: its app's, and its own where that differs. */
export async function assistantsIn(
  { db }: Pick<Context, 'db'>,
  channel: { appId: string; assistantId: string | null },
): Promise<AssistantRow[]> {
  const assistants = await assistantsOfApp(db, channel.appId);
  if (channel.assistantId === null || assistants.some(({ id }) => id === channel.assistantId))
    return assistants;
  const own = await assistantById(db, channel.assistantId);
  return own ? [own, ...assistants] : assistants;
}

/** Lists the assistants that can answer in a channel, for readers who may see nothing else of its app. */
export async function listChannelAssistants(db: Db, channel: LoadedChannel): Promise<Assistant[]> {
  return (await assistantsIn({ db }, channel)).map((assistant) => presentAssistant(assistant, 'view'));
}

/**
 * Checks that a person may use an assistant in a new channel: one of the app's, or their own in that team.
 * Others in the channel use it without seeing its instructions.
 * @throws AppError `notFound`
 */
export async function assertAnswerer(
  db: Db,
  { userId }: { userId: number },
  { teamId, appId }: { teamId: string; appId: string },
  assistantId: string,
): Promise<void> {
  const assistant = await assistantById(db, assistantId);
  const isOwn = assistant?.appId === null && assistant.ownerId === userId && assistant.teamId === teamId;
  if (assistant?.appId !== appId && !isOwn) throw new AppError('notFound');
}

/** Removes a person's own assistants, in every team. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await emptyAssistantsOf(tx, userId);
}
