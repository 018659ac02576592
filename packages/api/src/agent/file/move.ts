import type { AgentFileState, MoveAgentFile, RemoveAgentFile } from '@tandem/shared/agent/file';
import type { UserContext } from '../../core/context.ts';
import { type Channel, type Edit, editFiles } from '../files/workspace.ts';
import { readState } from './states.ts';

/**
 * Moves or renames a file or folder.
 * @throws AppError `invalidInput` for what is no path, or is taken; `notFound`; `conflict`
 */
export function moveFile(
  ctx: UserContext,
  channel: Channel,
  { path, to }: MoveAgentFile,
): Promise<AgentFileState> {
  return edited(ctx, channel, { do: 'rename', path, to });
}

/** Deletes a file or folder; earlier states keep it. @throws AppError `invalidInput`, `notFound`, `conflict` */
export function removeFile(
  ctx: UserContext,
  channel: Channel,
  { path }: RemoveAgentFile,
): Promise<AgentFileState> {
  return edited(ctx, channel, { do: 'delete', path });
}

async function edited(ctx: UserContext, channel: Channel, edit: Edit): Promise<AgentFileState> {
  const { id } = await editFiles(ctx, channel, [edit], { authorId: ctx.actor.userId });
  return readState(ctx.db, channel.id, id);
}
