import { fileUrl, type UploadedFile } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import type { FileRow } from './file.repo.ts';

/** A file as its uploader gets it. */
export function presentFile({ id, name, mediaType, size, width, height }: FileRow): UploadedFile {
  return { id, name, mediaType, size, width, height, url: fileUrl(id) };
}

/** A file as a part of a message. */
export function partOf({
  id,
  name,
  mediaType,
  size,
  width,
  height,
}: Pick<FileRow, 'id' | 'name' | 'mediaType' | 'size' | 'width' | 'height'>): FilePart {
  return {
    type: 'file',
    mediaType,
    url: fileUrl(id),
    filename: name,
    size,
    ...(width !== null && height !== null && { width, height }),
  };
}
