import { type Db, transaction } from '@tandem/db';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { IncomingFile } from '../../core/rest/row.ts';
import { deleteFile, type FileRow, findOwnWaiting, lockWaiting } from './file.repo.ts';
import { receive } from './receive.ts';
import { withTemporary } from './temporary.ts';
import { store } from './upload.ts';

/** Facts about an upload that is about to be used. */
export type KeptUpload = Pick<FileRow, 'id' | 'name' | 'mediaType'>;

/**
 * Stores a file the server extracted for a person, such as from an archive, as their unattached upload.
 * @throws AppError those of `receive`, `tooMuchWaiting`
 */
export function keepUpload(
  ctx: UserContext,
  incoming: IncomingFile,
  signal: AbortSignal,
): Promise<KeptUpload> {
  const { teamId, userId } = ctx.actor;
  return withTemporary(ctx.platform.settings.dataDir, async (file) => {
    const received = await receive(incoming, file, signal);
    return store(ctx, { ...received, teamId, appId: null, uploaderId: userId }, file);
  });
}

/**
 * Returns a person's own unattached upload.
 * @throws AppError `notFound`
 */
export async function waitingUpload(db: Db, userId: number, fileId: string): Promise<FileRow> {
  const file = await findOwnWaiting(db, userId, fileId);
  if (!file) throw new AppError('notFound');
  return file;
}

/**
 * Deletes those of a person's uploads that are still unattached.
 * @returns their number
 */
export async function dropUploads(db: Db, userId: number, fileIds: readonly string[]): Promise<number> {
  if (fileIds.length === 0) return 0;
  return transaction(db, async (tx) => {
    const waiting = await lockWaiting(tx, userId, fileIds);
    for (const { id } of waiting) await deleteFile(tx, id);
    return waiting.length;
  });
}
