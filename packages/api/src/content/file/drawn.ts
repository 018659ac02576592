import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FilePart } from '@tandem/shared/message/parts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { partOf } from './file.presenter.ts';
import { RenderError, render } from './image/render.ts';
import { HEAD_BYTES, kindOf } from './kind.ts';
import { cleanFileName } from './name.ts';
import { store } from './upload.ts';
import { canBeRendered } from './variants.ts';

/** Maximum pixels of a stored picture's longer side. */
const MAX_SIDE = 4_096;
/** Up to this many pixels a lossless picture stays lossless. */
const MAX_PNG_PIXELS = 4_200_000;
const FINE = 92;
/** Letters of the prompt in a picture's name. */
const NAME_LETTERS = 60;

/** The content is not a picture, or too large to be stored. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';
  readonly isTooLarge: boolean;
  constructor(isTooLarge: boolean, cause?: unknown) {
    super('this is no picture that can be kept', { cause });
    this.isTooLarge = isTooLarge;
  }
}

export interface DrawnFile {
  data: Uint8Array;
  /** The prompt it was drawn from. */
  prompt: string;
  channel: { id: string; teamId: string };
  /** The asker. */
  userId: number;
}

/**
 * Stores a picture drawn by a model as a file of the channel. The sandboxed decoder detects its type and
 * re-encodes it, so that only its pixels remain.
 * @throws UnusablePicture, AppError `unavailable`
 */
export async function keepDrawn(
  ctx: Pick<Context, 'db' | 'platform'>,
  { data, prompt, channel, userId }: DrawnFile,
): Promise<FilePart> {
  const picture = await redrawn(data, userId);
  const { mediaType, width, height } = await kindOf(picture.subarray(0, HEAD_BYTES), false, '');
  const row = await store(
    ctx,
    {
      teamId: channel.teamId,
      appId: null,
      channelId: channel.id,
      uploaderId: userId,
      name: nameOf(prompt, mediaType),
      mediaType,
      size: picture.length,
      hash: createHash('sha256').update(picture).digest('hex'),
      width,
      height,
    },
    picture,
  );
  return partOf(row);
}

async function redrawn(data: Uint8Array, userId: number): Promise<Buffer> {
  const kind = await kindOf(data.subarray(0, HEAD_BYTES), false, '').catch((error: unknown) => {
    throw error instanceof AppError ? new UnusablePicture(true, error) : error;
  });
  if (!canBeRendered(kind)) throw new UnusablePicture(false);
  const isPng = kind.mediaType === 'image/png' && (kind.width ?? 0) * (kind.height ?? 0) <= MAX_PNG_PIXELS;
  const source = {
    hash: createHash('sha256').update(data).digest('hex'),
    uploaderId: userId,
    open: async () => Readable.from([data], { objectMode: false }),
  };
  try {
    return await render(source, { side: MAX_SIDE, as: isPng ? 'png' : { quality: FINE } });
  } catch (error) {
    throw error instanceof RenderError ? new UnusablePicture(false, error) : error;
  }
}

/** The first words of the prompt. */
function nameOf(prompt: string, mediaType: string): string {
  const words = [...prompt.replace(/[\s/\\.]+/g, ' ').trim()].slice(0, NAME_LETTERS).join('').trim();
  return cleanFileName(`${words || 'picture'}.${mediaType === 'image/png' ? 'png' : 'webp'}`);
}
