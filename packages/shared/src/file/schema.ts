import * as z from 'zod';
import { readAddress } from '../address/address.ts';

/** Largest file that can be uploaded. */
export const MAX_FILE_MEGABYTES = 50;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024;
/** Maximum files of a message. */
export const MAX_FILES = 10;
/** Pictures beyond either are refused: a small file can unpack to more than a machine has. */
export const MAX_MEGAPIXELS = 40;
export const MAX_IMAGE_SIDE = 20_000;
export const MAX_FILE_NAME = 200;

/** A file as its uploader gets it. */
export interface UploadedFile {
  id: string;
  /** The uploader's name for it, without misleading characters. */
  name: string;
  /** Detected from its content. */
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Pixels as displayed, so that layouts can reserve space; null unless it is a picture. */
  width: number | null;
  height: number | null;
  /** Path of its content. */
  url: string;
}

/** Pictures every browser shows that cannot execute anything. */
export const SHOWN_IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;

/** Whether a browser may display a file of this type. */
export function isShownImage(mediaType: string): boolean {
  return (SHOWN_IMAGES as readonly string[]).includes(mediaType);
}

/** Path of a file's content. */
export function fileUrl(fileId: string): string {
  return `/api/files/${fileId}/content`;
}

/** Returns the file whose content, thumbnail or download a path names; null for any other address. */
export function fileIdOf(url: string): string | null {
  const address = readAddress(url);
  return address?.kind === 'file' ? address.fileId : null;
}

/** Ids of uploaded files to send along with a message. */
export const fileIdsSchema = z
  .array(z.uuid())
  .max(MAX_FILES)
  .refine((ids) => new Set(ids).size === ids.length);

/** Attaches an uploaded file to a document. */
export const attachFileSchema = z.strictObject({ channelId: z.uuid(), fileId: z.uuid() });

/** A file that one sees, to be used again. */
export const copyFileSchema = z.strictObject({ fileId: z.uuid() });
