import type { Db } from '@tandem/db';
import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { Assistant, UpdateAssistant } from '@tandem/shared/assistant/schema';
import type { Language } from '@tandem/shared/user/schema';
import { mayOnApp } from '../access/access.policy.ts';
import { appFor, type LoadedApp, type LoadedChannel } from '../access/access.rules.ts';
import type { AccessRule } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { say } from '../core/language.ts';
import { offersModel } from '../provider/provider.service.ts';
import {
  type AssistantRow,
  assistantById,
  assistantsOfApp,
  insertAssistant,
  updateAssistantRow,
} from './assistant.repo.ts';

export type { AssistantRow } from './assistant.repo.ts';

/** Tools that a new assistant may call, by the names that models know them by. */
export const defaultTools = ['current_time', 'calculator', 'fetch_page'];

/** An assistant as someone with a level on its app sees it; instructions are for those who may change them. */
export function presentAssistant(assistant: AssistantRow, held: AccessLevel): Assistant {
  const edit = mayOnApp(held, 'app.edit');
  return {
    id: assistant.id,
    name: assistant.name,
    avatar: assistant.avatar,
    appId: assistant.appId,
    instructions: edit ? assistant.instructions : '',
    modelId: assistant.modelId,
    tools: assistant.tools,
    abilities: { edit },
  };
}

/** Gives a new app the assistant that answers in its channels. */
export async function createDefaultAssistant(
  tx: Db,
  { language, ...values }: { teamId: string; appId: string; ownerId: number; language: Language },
): Promise<AssistantRow> {
  return insertAssistant(tx, {
    ...values,
    name: say(language, 'common:starter.assistant'),
    tools: JSON.stringify(defaultTools),
  });
}

/** An app's assistants, its first one first. */
export async function listAssistants(db: Db, app: LoadedApp): Promise<Assistant[]> {
  return (await assistantsOfApp(db, app.id)).map((assistant) => presentAssistant(assistant, app.held));
}

/**
 * The assistant that answers in a channel: its own, else its app's first.
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

/** Every assistant that can answer in a channel: its app's, and its own where that is another. */
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

/** The assistants that can answer in a channel, for who sees that channel and perhaps nothing else of its app. */
export async function listChannelAssistants(db: Db, channel: LoadedChannel): Promise<Assistant[]> {
  return (await assistantsIn({ db }, channel)).map((assistant) => presentAssistant(assistant, 'view'));
}

/** Guards a procedure by the right to edit the app of the assistant that `pick` names. */
export function assistantRule<Input>(
  pick: (input: Input) => string,
): AccessRule<Input, { app: LoadedApp; assistant: AssistantRow }> {
  return {
    action: 'app.edit',
    check: async ({ db, actor }, input) => {
      const assistant = await assistantById(db, pick(input));
      if (!assistant?.appId) throw new AppError('notFound');
      return { assistant, app: await appFor(db, actor, assistant.appId, 'app.edit') };
    },
  };
}

/**
 * Changes an assistant's name, instructions or model.
 * @throws AppError `notFound` when the model is not offered to the team
 */
export async function updateAssistant(
  ctx: Context,
  app: LoadedApp,
  input: UpdateAssistant,
): Promise<Assistant> {
  const { assistantId, ...values } = input;
  if (values.modelId && !(await offersModel(ctx.db, app.teamId, values.modelId)))
    throw new AppError('notFound');
  const changed = Object.values(values).some((value) => value !== undefined);
  const assistant = changed
    ? await updateAssistantRow(ctx.db, assistantId, values)
    : await assistantById(ctx.db, assistantId);
  if (!assistant) throw new AppError('notFound');
  return presentAssistant(assistant, app.held);
}
