import { transaction } from '@tandem/db';
import type { FilePart } from '@tandem/shared/message/parts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { attachFiles } from './file.service.ts';

/**
 * Gives a file that a person uploaded to a document that they may edit: from then on whoever sees the one sees the
 * other.
 * @throws AppError `badRequest` when the channel is no document, `notFound` when the file is another's, given already,
 *   or gone
 */
export async function attachToDocument(
  ctx: UserContext,
  channel: LoadedChannel,
  fileId: string,
): Promise<FilePart> {
  if (channel.kind !== 'document') throw new AppError('badRequest');
  const [part] = await transaction(ctx.db, (tx) =>
    attachFiles(tx, { userId: ctx.actor.userId, channel, fileIds: [fileId] }),
  );
  if (!part) throw new AppError('notFound');
  return part;
}
