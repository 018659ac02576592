import { type Db, transaction } from '@tandem/db';
import type { AssistantTable } from '@tandem/db/tables/assistant';
import {
  type Assistant,
  type CreateAssistant,
  MAX_ASSISTANTS,
  type UpdateAssistant,
} from '@tandem/shared/assistant/schema';
import { fileIdOf, fileUrl } from '@tandem/shared/file/schema';
import type { Updateable } from 'kysely';
import { lockApp } from '../../access/policy/lock-app.ts';
import { keepPicture, type MadeAvatar, makeAvatar } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { offersModel } from '../provider/provider.service.ts';
import { presentAssistant } from './assistant.presenter.ts';
import {
  type AssistantRow,
  assistantsOfApp,
  assistantsOfPerson,
  clearDefault,
  emptyAssistant,
  insertAssistant,
  lockAssistant,
  lockOwn,
  updateAssistantRow,
} from './assistant.repo.ts';
import type { LoadedAssistant } from './assistant.rules.ts';
import { defaultTools } from './assistant.service.ts';
import { assertTools } from './tools.ts';

const changes: Limit = { name: 'assistant.change', max: 120, windowSeconds: 60 };

/** Place of a new assistant: an app, or the person's own. */
export interface AssistantPlace {
  teamId: string;
  appId: string | null;
}

/**
 * Makes an assistant of an app, or the actor's own.
 * @throws AppError `notFound` for a model or tool that the team has not, `tooManyAssistants`, and those of `makeAvatar`
 */
export async function createAssistant(
  ctx: UserContext,
  place: AssistantPlace,
  { avatar, ...input }: CreateAssistant,
): Promise<Assistant> {
  await limitByActor(ctx, changes);
  await assertModel(ctx, place.teamId, input.modelId);
  await assertTools(ctx, place.teamId, input.tools ?? []);
  const chosen = await chosenPicture(ctx, avatar, '');
  const assistant = await transaction(ctx.db, async (tx) => {
    const row = await insertIn(tx, ctx.actor.userId, place, {
      ...input,
      tools: input.tools ?? defaultTools,
      avatar: chosen.avatar ?? '',
    });
    if (chosen.made) await keepPicture(tx, ctx.actor.userId, row, chosen.made);
    return row;
  });
  return presentAssistant(assistant, 'manage');
}

/**
 * Inserts an assistant within the limit.
 * @throws AppError `notFound` when the app went to the bin meanwhile, `tooManyAssistants`
 */
export async function insertIn(
  tx: Db,
  ownerId: number,
  { teamId, appId }: AssistantPlace,
  { tools = [], starters = [], parameters = {}, modelId = null, ...values }: CreateAssistant,
): Promise<AssistantRow> {
  await holdPlace(tx, ownerId, { teamId, appId });
  const there =
    appId === null ? await assistantsOfPerson(tx, { ownerId, teamId }) : await assistantsOfApp(tx, appId);
  if (there.length >= MAX_ASSISTANTS) throw new AppError('tooManyAssistants', { count: MAX_ASSISTANTS });
  return insertAssistant(tx, {
    ...values,
    ...{ teamId, appId, ownerId, modelId },
    tools: JSON.stringify(tools),
    starters: JSON.stringify(starters),
    parameters: JSON.stringify(parameters),
  });
}

/** Serialised, because the limit depends on the count. */
async function holdPlace(tx: Db, ownerId: number, { teamId, appId }: AssistantPlace): Promise<void> {
  if (appId === null) await lockOwn(tx, { ownerId, teamId });
  else await lockApp(tx, appId);
}

/**
 * Changes the given fields of an assistant.
 * @throws AppError `notFound` when it is gone, or for a model or tool the team lacks, and those of
 * `makeAvatar`
 */
export async function updateAssistant(
  ctx: UserContext,
  assistant: LoadedAssistant,
  { assistantId: _, avatar, ...input }: UpdateAssistant,
): Promise<Assistant> {
  await limitByActor(ctx, changes);
  if (input.modelId !== assistant.modelId) await assertModel(ctx, assistant.teamId, input.modelId);
  await assertTools(ctx, assistant.teamId, input.tools ?? [], assistant.tools);
  const chosen = await chosenPicture(ctx, avatar, assistant.avatar);
  const { parameters, tools, starters, ...plain } = input;
  const values: Updateable<AssistantTable> = {
    ...plain,
    ...(chosen.avatar !== undefined && { avatar: chosen.avatar }),
    ...(parameters && { parameters: JSON.stringify(parameters) }),
    ...(tools && { tools: JSON.stringify(tools) }),
    ...(starters && { starters: JSON.stringify(starters) }),
  };
  const row = await transaction(ctx.db, async (tx) => {
    const locked = await lockAssistant(tx, assistant.id);
    if (!locked) throw new AppError('notFound');
    if (Object.values(values).every((value) => value === undefined)) return locked;
    if (chosen.avatar !== undefined) await keepPicture(tx, ctx.actor.userId, locked, chosen.made);
    return updateAssistantRow(tx, locked.id, values);
  });
  if (!row) throw new AppError('notFound');
  return presentAssistant(row, assistant.held);
}

/**
 * Removes an assistant. Its messages keep its name; its channels are answered by their app's default.
 * @throws AppError `lastAssistant` when it is an app's only one, `notFound`
 */
export async function removeAssistant(ctx: UserContext, assistant: LoadedAssistant): Promise<null> {
  await transaction(ctx.db, async (tx) => {
    await holdPlace(tx, assistant.ownerId, assistant);
    if (!(await lockAssistant(tx, assistant.id))) throw new AppError('notFound');
    if (assistant.appId !== null && (await assistantsOfApp(tx, assistant.appId)).length < 2)
      throw new AppError('lastAssistant');
    await emptyAssistant(tx, assistant.id);
  });
  return null;
}

/** Has an assistant answer in those channels of its app that name no other. */
export async function setDefaultAssistant(ctx: UserContext, assistant: LoadedAssistant): Promise<Assistant> {
  const { appId } = assistant;
  const row = await transaction(ctx.db, async (tx) => {
    if (appId === null) throw new AppError('notFound');
    await lockApp(tx, appId);
    await clearDefault(tx, appId);
    return updateAssistantRow(tx, assistant.id, { isDefault: true });
  });
  if (!row) throw new AppError('notFound');
  return presentAssistant(row, assistant.held);
}

/** @throws AppError `notFound` for a model that the team may not use */
async function assertModel(
  { db }: UserContext,
  teamId: string,
  modelId: string | null | undefined,
): Promise<void> {
  if (modelId && !(await offersModel(db, teamId, modelId))) throw new AppError('notFound');
}

interface ChosenPicture {
  /** The value to store; undefined for no change. */
  avatar: string | undefined;
  /** A newly made picture. */
  made: MadeAvatar | null;
}

async function chosenPicture(
  ctx: UserContext,
  chosen: string | undefined,
  held: string,
): Promise<ChosenPicture> {
  if (chosen === undefined || chosen === held) return { avatar: undefined, made: null };
  const fileId = fileIdOf(chosen) ?? (UUID.test(chosen) ? chosen : null);
  if (fileId === null) return { avatar: chosen, made: null };
  const made = await makeAvatar(ctx, fileId);
  return { avatar: fileUrl(made.fileId), made };
}

const UUID = /^[0-9a-f-]{36}$/i;
