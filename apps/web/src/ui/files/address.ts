import { fileIdOf } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';

/** A picture with fewer bytes is loaded as it is. */
const SMALL_BYTES = 60_000;

/** Only our own files and inline pictures are loaded; another host would learn who reads. */
export function isOwnFile(url: string): boolean {
  return (
    /^(\/(?![/\\])|data:image\/(png|jpeg|gif|webp|avif);|blob:)/.test(url) ||
    url.startsWith(`${location.origin}/`)
  );
}

/** Address of a small copy of a picture, where there is one. */
export function thumbnailOf({ url, size }: FilePart): string {
  const id = fileIdOf(url);
  return id === null || (size !== undefined && size < SMALL_BYTES) ? url : `/api/files/${id}/thumbnail`;
}

/** Address under which a file is saved rather than shown. */
export function downloadOf({ url }: FilePart): string {
  return fileIdOf(url) === null ? url : `${url}?download=1`;
}
