import { type Db, transaction } from '@tandem/db';
import type { UploadedFile } from '@tandem/shared/file/schema';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import type { HttpExchange } from '../../core/rest/row.ts';
import { childrenOf } from './extraction/children.ts';
import { presentFile } from './file.presenter.ts';
import { deleteFile, type FileRow, insertFile, lockContent, lockUploads, sizeWaiting } from './file.repo.ts';
import { endingOf } from './name.ts';
import { type Received, receive } from './receive.ts';
import { withTemporary } from './temporary.ts';

export const uploads: Limit = { name: 'file.upload', max: 300, windowSeconds: 60 * 60 };

/** Maximum megabytes of one person's unattached uploads. */
const MAX_WAITING_MEGABYTES = 2_048;

/** Owner of an upload from the start: an app, or nothing yet. */
export interface UploadOwner {
  teamId: string | null;
  appId: string | null;
}

/**
 * Receives the single file of a request. It belongs to its uploader until it is attached.
 * @throws AppError `tooManyRequests`, `tooMuchWaiting`, and those of `receive`
 */
export async function upload(
  ctx: UserContext,
  owner: UploadOwner,
  http: Pick<HttpExchange, 'file' | 'signal'>,
): Promise<UploadedFile> {
  await limitByActor(ctx, uploads);
  // Refuses early, before receiving in vain; the final check happens when it is stored.
  if (owner.appId === null) await refuseHoard(ctx.db, ctx.actor.userId);
  const incoming = await http.file();
  // Reading it begins as soon as it is stored and added.
  if (endingOf(incoming.name) === 'pdf') childrenOf(ctx.platform).expect('pdf');
  return withTemporary(ctx.platform.settings.dataDir, async (file) => {
    const received = await receive(incoming, file, http.signal);
    if (http.signal.aborted) throw new AppError('badRequest');
    return presentFile(await store(ctx, { ...owner, ...received, uploaderId: ctx.actor.userId }, file));
  });
}

/** @throws AppError `tooMuchWaiting` */
export async function refuseHoard(db: Db, userId: number): Promise<void> {
  if ((await sizeWaiting(db, userId)) > MAX_WAITING_MEGABYTES * 1024 * 1024)
    throw new AppError('tooMuchWaiting', { megabytes: MAX_WAITING_MEGABYTES });
}

/**
 * Stores a file's row and then its content: the row protects the content from the sweep.
 * @param source a finished file, which is moved, or bytes
 */
export async function store(
  ctx: Pick<UserContext, 'db' | 'platform'>,
  values: Received &
    UploadOwner & { uploaderId: number; channelId?: string; isAvatar?: boolean; isLogo?: boolean },
  source: string | Uint8Array,
): Promise<FileRow> {
  const row = await transaction(ctx.db, async (tx) => {
    await lockContent(tx, values.hash);
    const inserted = await insertFile(tx, values);
    if (values.appId === null && values.channelId === undefined && !values.isAvatar && !values.isLogo) {
      await lockUploads(tx, values.uploaderId);
      await refuseHoard(tx, values.uploaderId);
    }
    return inserted;
  });
  try {
    await ctx.platform.storage.put(
      values.hash,
      typeof source === 'string' ? { file: source, size: values.size } : source,
    );
  } catch (error) {
    await deleteFile(ctx.db, row.id);
    throw error;
  }
  return row;
}
