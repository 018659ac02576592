import { randomUUID } from 'node:crypto';
import { type Cover, type DocumentAppearance, isCoverFile } from '@tandem/shared/document/appearance';
import { idsInChannel } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { readAppearance } from '../model/appearance.ts';
import { readContent } from '../model/content.ts';
import { filesOf } from './writing.ts';

/** Content for a copy of a document. */
export interface CopiedContent {
  /** Its blocks, unchanged. */
  blocksJson: string;
  appearance: Omit<DocumentAppearance, 'attributeRevision'>;
  /** The id that the copy of each of its files gets. */
  fileIds: ReadonlyMap<string, string>;
  /** Memory of its blocks, in characters. */
  size: number;
}

/**
 * Reads the content for a copy of a document. Its files get new ids: readers of the copy may not see the
 * original.
 * @throws AppError `notFound` when it is gone, and those of `runDocumentOperation`
 */
export async function contentForCopy(ctx: UserContext, documentId: string): Promise<CopiedContent> {
  const { blocksJson } = await readContent(ctx.db, documentId);
  const { cover, coverY, isWide } = await readAppearance(ctx.db, documentId);
  const named = new Set<string>(isCoverFile(cover) ? [cover] : []);
  for (const id of await filesOf({ blocksJson }, ctx.actor.userId)) named.add(id);
  const own = await idsInChannel(ctx.db, documentId, [...named]);
  const fileIds = new Map(own.map((id) => [id, randomUUID() as string]));
  return {
    blocksJson,
    appearance: { cover: (fileIds.get(cover) ?? cover) as Cover, coverY, isWide },
    fileIds,
    size: blocksJson.length,
  };
}
