import { readAddress } from '@tandem/shared/address/address';
import { fileIdOf, fileUrl } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';

/** A picture with fewer bytes is loaded as it is. */
const SMALL_BYTES = 60_000;

/** Only our own files and inline pictures are loaded; another host would learn who reads. */
export function isOwnFile(url: string): boolean {
  if (/^data:image\/(png|jpeg|gif|webp|avif);/.test(url)) return true;
  return readAddress(url, location.origin)?.kind === 'file';
}

/** Address of a small copy of a picture, where there is one. */
export function thumbnailOf({ url, size }: FilePart): string {
  const id = fileIdOf(url);
  return id === null || (size !== undefined && size < SMALL_BYTES) ? url : `/api/files/${id}/thumbnail`;
}

/** Address under which a file is saved rather than shown. */
export function downloadOf({ url }: FilePart): string {
  const id = fileIdOf(url);
  return id === null ? url : `${fileUrl(id)}?download=1`;
}

/** Address of a file on another host that a click may open; null if there is none. */
export function outsideOf({ url }: FilePart): string | null {
  const address = readAddress(url, location.origin);
  return address?.kind === 'elsewhere' ? address.url : null;
}
