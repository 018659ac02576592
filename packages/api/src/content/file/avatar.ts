import { createHash } from 'node:crypto';
import type { Db } from '@tandem/db';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import {
  copyPicture,
  deleteAvatarsBut,
  deleteLogosBut,
  deletePicturesBut,
  findAvatar,
  findLogo,
  giveToAssistant,
} from './avatar.repo.ts';
import { deleteOwnWaiting, findOwnWaiting } from './file.repo.ts';
import { RenderError, type RenderSource, render } from './image/render.ts';
import { store } from './upload.ts';
import { canBeRendered, sourceOf } from './variants.ts';

/** Pixels of a portrait's side. */
const SIDE = 256;

/** A portrait that does not count yet, and the upload that it was made of. */
export interface MadeAvatar {
  fileId: string;
  sourceId: string;
}

/**
 * Makes an avatar from a picture the person uploaded: a small re-encoded square, so that only its pixels
 * remain. It takes effect with `keepAvatar`; otherwise the sweep deletes it.
 * @throws AppError `notFound` for a file that is not theirs or in use, `notAnImage`
 */
export async function makeAvatar(ctx: UserContext, fileId: string): Promise<MadeAvatar> {
  return makeSquare(ctx, fileId, { teamId: null, isAvatar: true, name: 'avatar.webp' });
}

/** The same for a team; it counts once `keepLogo` has been called. @throws as `makeAvatar` does */
export async function makeLogo(ctx: UserContext, teamId: string, fileId: string): Promise<MadeAvatar> {
  return makeSquare(ctx, fileId, { teamId, isLogo: true, name: 'logo.webp' });
}

async function makeSquare(
  ctx: UserContext,
  fileId: string,
  whose: { teamId: string | null; isAvatar?: boolean; isLogo?: boolean; name: string },
): Promise<MadeAvatar> {
  const { userId } = ctx.actor;
  const source = await findOwnWaiting(ctx.db, userId, fileId);
  if (!source) throw new AppError('notFound');
  if (!canBeRendered(source)) throw new AppError('notAnImage');
  const picture = await drawn(sourceOf(ctx.platform, source));
  const avatar = await store(
    ctx,
    {
      ...whose,
      appId: null,
      uploaderId: userId,
      mediaType: 'image/webp',
      size: picture.length,
      hash: createHash('sha256').update(picture).digest('hex'),
      width: SIDE,
      height: SIDE,
    },
    picture,
  );
  return { fileId: avatar.id, sourceId: source.id };
}

async function drawn(picture: RenderSource): Promise<Buffer> {
  try {
    return await render(picture, { side: SIDE, square: true });
  } catch (error) {
    throw error instanceof RenderError ? new AppError('notAnImage', {}, error) : error;
  }
}

/**
 * Makes an avatar the person's only one, replacing the uploaded picture, or removes it. The caller has locked
 * the person's row.
 * @throws AppError `conflict` when another was chosen at the same moment
 */
export async function keepAvatar(tx: Db, userId: number, made: MadeAvatar | null): Promise<void> {
  if (made && !(await findAvatar(tx, userId, made.fileId))) throw new AppError('conflict');
  await deleteAvatarsBut(tx, userId, made?.fileId ?? null);
  if (made) await deleteOwnWaiting(tx, userId, made.sourceId);
}

/**
 * `keepAvatar` for an assistant, whose row the caller has locked or just created.
 * @throws AppError `conflict` when the person chose another picture at the same moment
 */
export async function keepPicture(
  tx: Db,
  userId: number,
  assistant: { id: string; teamId: string },
  made: MadeAvatar | null,
): Promise<void> {
  if (made && !(await giveToAssistant(tx, { fileId: made.fileId, userId }, assistant)))
    throw new AppError('conflict');
  await deletePicturesBut(tx, assistant.id, made?.fileId ?? null);
  if (made) await deleteOwnWaiting(tx, userId, made.sourceId);
}

/**
 * Gives a copy of an assistant the same picture.
 * @returns the file's id; null when the picture is gone
 */
export function copyPictureTo(
  tx: Db,
  picture: { fileId: string; from: string },
  to: { id: string; teamId: string; userId: number },
): Promise<string | null> {
  return copyPicture(tx, picture, to);
}

/**
 * Makes a picture the team's only one, replacing the upload, or removes it. The caller has locked the team's
 * row.
 * @throws AppError `conflict` when another was chosen at the same moment
 */
export async function keepLogo(
  tx: Db,
  { teamId, userId }: { teamId: string; userId: number },
  made: MadeAvatar | null,
): Promise<void> {
  if (made && !(await findLogo(tx, teamId, made.fileId))) throw new AppError('conflict');
  await deleteLogosBut(tx, teamId, made?.fileId ?? null);
  if (made) await deleteOwnWaiting(tx, userId, made.sourceId);
}
