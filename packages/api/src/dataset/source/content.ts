import { createHash } from 'node:crypto';
import type { FileRow } from '../../content/file/file.service.ts';
import { kindOf } from '../../content/file/kind.ts';
import { cleanFileName } from '../../content/file/name.ts';
import { store } from '../../content/file/upload.ts';
import type { UserContext } from '../../core/context.ts';

/** Bytes that a source has for its content without being an upload: a pasted text, a fetched page, a document. */
export interface MadeContent {
  /** Its ending says how it is read. */
  name: string;
  bytes: Uint8Array;
  isText: boolean;
}

/**
 * Stores content of a source as a file of a channel: of the dataset's, or, for a document, of the document's own, so
 * that the file is seen by those who see that.
 */
export async function storeContent(
  ctx: Pick<UserContext, 'db' | 'platform'>,
  channel: { id: string; teamId: string },
  uploaderId: number,
  { name, bytes, isText }: MadeContent,
): Promise<FileRow> {
  const cleanName = cleanFileName(name);
  const kind = await kindOf(Buffer.from(bytes.subarray(0, 4_100)), isText, cleanName);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const facts = { name: cleanName, size: bytes.byteLength, hash, ...kind };
  return store(
    ctx,
    { ...facts, uploaderId, teamId: channel.teamId, appId: null, channelId: channel.id },
    bytes,
  );
}
