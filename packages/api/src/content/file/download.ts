import { isShownImage } from '@tandem/shared/file/schema';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { contentDisposition } from '../../core/rest/disposition.ts';
import { isHeld } from '../../core/rest/entity-tag.ts';
import { Download, type HttpExchange } from '../../core/rest/row.ts';
import type { ByteRange } from '../../core/storage/storage.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { type FileRow, findFile } from './file.repo.ts';
import { RenderError } from './image/render.ts';
import { endingOf } from './name.ts';
import { canBeRendered, keyOfVariant } from './variants.ts';

/** Guards reading the file that `pick` names; the operation receives `ctx.file`. */
export function fileRule<Input>(pick: (input: Input) => string): AccessRule<Input, { file: FileRow }> {
  return {
    action: 'file.view',
    async check({ db, actor }, input) {
      const file = await findFile(db, actor, pick(input));
      if (!file) throw new AppError('notFound');
      return { file };
    },
  };
}

type Headers = Pick<HttpExchange, 'header'>;

/** What is downloaded: content under a name. */
type Named = Pick<FileRow, 'name' | 'mediaType' | 'hash' | 'size'>;

/** Serves a file's content: inline only for pictures that cannot execute anything, else as a download. */
export async function download(
  { platform }: Pick<UserContext, 'platform'>,
  file: Named,
  http: Headers,
  { asAttachment }: { asAttachment: boolean },
): Promise<Download> {
  const etag = `"${file.hash}"`;
  const headers = {
    ...common(etag),
    'content-type': typeFor(file.mediaType),
    'content-disposition': dispositionOf(file, asAttachment),
    'accept-ranges': 'bytes',
  };
  if (isHeld(http.header('if-none-match'), etag)) return new Download(304, headers, null);
  const range = rangeOf(http, file.size, etag);
  if (range === 'none')
    return new Download(416, { ...headers, 'content-range': `bytes */${file.size}` }, null);
  if (!range) {
    const content = file.size === 0 ? new Uint8Array() : await platform.storage.read(file.hash);
    return new Download(200, { ...headers, 'content-length': String(file.size) }, content);
  }
  const { start, end } = range;
  return new Download(
    206,
    {
      ...headers,
      'content-range': `bytes ${start}-${end}/${file.size}`,
      'content-length': String(end - start + 1),
    },
    await platform.storage.read(file.hash, range),
  );
}

/**
 * Returns a thumbnail of a picture, made on first request.
 * @throws AppError `notFound` for other files, or an unreadable picture
 */
export async function thumbnail(
  ctx: Pick<UserContext, 'platform'>,
  file: FileRow,
  http: Headers,
): Promise<Download> {
  if (!canBeRendered(file)) {
    if (!isShownImage(file.mediaType)) throw new AppError('notFound');
    return download(ctx, file, http, { asAttachment: false });
  }
  const etag = `"${file.hash}.thumb"`;
  const headers = { ...common(etag), 'content-type': 'image/webp', 'content-disposition': 'inline' };
  if (isHeld(http.header('if-none-match'), etag)) return new Download(304, headers, null);
  try {
    const key = await keyOfVariant(ctx.platform, file, 'thumb');
    return new Download(200, headers, await ctx.platform.storage.read(key));
  } catch (error) {
    throw error instanceof RenderError ? new AppError('notFound', {}, error) : error;
  }
}

/**
 * Only the reader's own cache may keep it, and must revalidate: their access may have ended. Opened as a
 * page, it executes and loads nothing.
 */
function common(etag: string): Record<string, string> {
  return {
    etag,
    'cache-control': 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
}

function typeFor(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

function dispositionOf(file: Named, asAttachment: boolean): string {
  const kind = !asAttachment && isShownImage(file.mediaType) ? 'inline' : 'attachment';
  return contentDisposition(kind, savedName(file));
}

/** The endings of pictures; saved under another, one could be opened as a page. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/png': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
};

function savedName({ name, mediaType }: Named): string {
  const endings = ENDINGS[mediaType];
  return !endings || endings.includes(endingOf(name)) ? name : `${name}.${endings[0]}`;
}

/** Returns the single requested range; `none` when it lies outside. Several ranges get the whole file. */
function rangeOf(http: Headers, size: number, etag: string): ByteRange | 'none' | null {
  const asked = http.header('range');
  const condition = http.header('if-range');
  if (!asked || (condition !== undefined && condition !== etag)) return null;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.trim());
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || end < start ? 'none' : { start, end };
}
