import { transaction } from '@tandem/db';
import type { UploadedFile } from '@tandem/shared/file/schema';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import { presentFile } from './file.presenter.ts';
import { type FileRow, insertFile, isContentInUse, lockContent, lockUploads } from './file.repo.ts';
import { refuseHoard, uploads } from './upload.ts';

/**
 * Copies a readable file as an unattached upload of the person. The content is stored once; the rows are
 * independent.
 * @throws AppError `notFound` when the content is gone, `tooManyRequests`, `tooMuchWaiting`
 */
export async function copyFile(ctx: UserContext, file: FileRow): Promise<UploadedFile> {
  await limitByActor(ctx, uploads);
  const { userId, teamId } = ctx.actor;
  const { name, mediaType, size, hash, width, height } = file;
  const copy = await transaction(ctx.db, async (tx) => {
    await lockContent(tx, hash);
    if (!(await isContentInUse(tx, hash))) throw new AppError('notFound');
    const values = { teamId, uploaderId: userId, appId: null, name, mediaType, size, hash, width, height };
    const inserted = await insertFile(tx, values);
    await lockUploads(tx, userId);
    await refuseHoard(tx, userId);
    return inserted;
  });
  return presentFile(copy);
}
