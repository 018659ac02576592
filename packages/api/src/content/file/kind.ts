import { isShownImage, MAX_IMAGE_SIDE, MAX_MEGAPIXELS } from '@tandem/shared/file/schema';
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { AppError } from '../../core/errors.ts';
import { endingOf } from './name.ts';

/** Bytes at the beginning that tell a type. */
const TYPE_BYTES = 4_100;
/** Bytes within which a picture states its size: cameras put a thumbnail first. */
export const HEAD_BYTES = 512 * 1024;

const UNKNOWN = 'application/octet-stream';

/** Extensions of text whose type may be stated; any other text, including pages and drawings, is plain. */
const TEXT_TYPES: Record<string, string> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
};

/** Types detected by words in the content: text of such a type is treated as plain text. */
const TEXTUAL = /^text\/|\+xml$|^application\/(xml|rtf|postscript|json)$/;

/** Facts detected from a file's bytes. */
export interface FileKind {
  mediaType: string;
  /** Pixels as displayed; null unless it is a picture. */
  width: number | null;
  height: number | null;
}

/**
 * Detects a file's type by its bytes. Ignores the claimed type, and uses the name only between kinds of text.
 * @param head its first bytes, up to `HEAD_BYTES`
 * @param isText whether all of it is UTF-8 without NUL
 * @throws AppError `imageTooLarge`
 */
export async function kindOf(head: Uint8Array, isText: boolean, name: string): Promise<FileKind> {
  const found = (await fileTypeFromBuffer(head.subarray(0, TYPE_BYTES)).catch(() => undefined))?.mime;
  const none = { width: null, height: null };
  if (isText && (found === undefined || TEXTUAL.test(found)))
    return { mediaType: TEXT_TYPES[endingOf(name)] ?? 'text/plain', ...none };
  const mediaType = found ?? UNKNOWN;
  if (mediaType === 'image/apng') return sized('image/png', head);
  return isShownImage(mediaType) ? sized(mediaType, head) : { mediaType, ...none };
}

/** A picture with its size, which its header tells in little work; one that does not is bytes, and never shown. */
function sized(mediaType: string, head: Uint8Array): FileKind {
  const size = sizeOf(head);
  if (!size) return { mediaType: UNKNOWN, width: null, height: null };
  const { width, height } = size;
  if (Math.max(width, height) > MAX_IMAGE_SIDE || width * height > MAX_MEGAPIXELS * 1_000_000)
    throw new AppError('imageTooLarge', { megapixels: MAX_MEGAPIXELS, side: MAX_IMAGE_SIDE });
  return { mediaType, width, height };
}

function sizeOf(head: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (!(width > 0 && height > 0)) return null;
    // EXIF orientations from 5 on swap width and height.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}
