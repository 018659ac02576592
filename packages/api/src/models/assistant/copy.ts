import { type Db, transaction } from '@tandem/db';
import { readAvatar } from '@tandem/shared/assistant/avatar';
import type { Assistant } from '@tandem/shared/assistant/schema';
import { fileIdOf, fileUrl } from '@tandem/shared/file/schema';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { copyPictureTo } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { presentAssistant } from './assistant.presenter.ts';
import { type AssistantRow, assistantById, updateAssistantRow } from './assistant.repo.ts';
import type { LoadedAssistant } from './assistant.rules.ts';
import { type AssistantPlace, insertIn } from './write.ts';

const copies: Limit = { name: 'assistant.copy', max: 60, windowSeconds: 60 };

/**
 * Copies an assistant beside it.
 * @throws AppError `tooManyAssistants`, `notFound`
 */
export function duplicateAssistant(ctx: UserContext, assistant: LoadedAssistant): Promise<Assistant> {
  const name = [...say(ctx.language, 'common:copy.name', { name: assistant.name })]
    .slice(0, MAX_NAME)
    .join('');
  return copyTo(ctx, assistant, assistant, name.trimEnd());
}

/**
 * Copies an assistant to an app; the copy is independent.
 * @throws AppError `tooManyAssistants`, `notFound`
 */
export function shareToApp(
  ctx: UserContext,
  assistant: LoadedAssistant,
  app: { id: string; teamId: string },
): Promise<Assistant> {
  return copyTo(ctx, assistant, { teamId: app.teamId, appId: app.id }, assistant.name);
}

async function copyTo(
  ctx: UserContext,
  { id: from }: LoadedAssistant,
  place: AssistantPlace,
  name: string,
): Promise<Assistant> {
  await limitByActor(ctx, copies);
  const { userId } = ctx.actor;
  const row = await transaction(ctx.db, async (tx) => {
    const source = await assistantById(tx, from);
    if (!source) throw new AppError('notFound');
    const { avatar, description, instructions, modelId, parameters, tools, starters } = source;
    const values = { name, avatar, description, instructions, modelId, parameters, tools, starters };
    const copy = await insertIn(tx, userId, place, values);
    return withPicture(tx, source, copy, userId);
  });
  return presentAssistant(row, 'manage');
}

/** A picture belongs to one assistant: the copy gets its own row for it. */
async function withPicture(
  tx: Db,
  source: AssistantRow,
  copy: AssistantRow,
  userId: number,
): Promise<AssistantRow> {
  if (readAvatar(source.avatar).kind !== 'picture') return copy;
  const fileId = fileIdOf(source.avatar);
  const copied = fileId && (await copyPictureTo(tx, { fileId, from: source.id }, { ...copy, userId }));
  const avatar = copied ? fileUrl(copied) : '';
  return (await updateAssistantRow(tx, copy.id, { avatar })) ?? copy;
}
