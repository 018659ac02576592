import { transaction } from '@tandem/db';
import type { FilePart } from '@tandem/shared/message/parts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { attachFiles } from './file.service.ts';

/**
 * Attaches a file that a person uploaded to a document they may edit; from then on readers of the document
 * can read the file.
 * @throws AppError `badRequest` when the channel is not a document, `notFound` when the file is another's,
 * attached already, or gone
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
