import { randomUUID } from 'node:crypto';
import type { Db } from '@tandem/db';
import type { BlockInput } from '@tandem/shared/document/blocks';
import { type Cover, type DocumentLooks, isCoverFile } from '@tandem/shared/document/looks';
import { fileIdOf } from '@tandem/shared/file/schema';
import { idsInChannel } from '../file/file.service.ts';
import { readContent } from './document.content.ts';
import { readLooks } from './document.looks.ts';

/** What a copy of a document is to hold. */
export interface CopiedContent {
  /** Without ids, naming the copies of the document's files. */
  blocks: BlockInput[];
  looks: Omit<DocumentLooks, 'attributeRevision'>;
  /** The id that the copy of each of its files gets. */
  fileIds: ReadonlyMap<string, string>;
  /** What its blocks take in memory, in characters. */
  size: number;
}

/**
 * Reads what a copy of a document is to hold. Its files get new ids: who sees the copy need not see the original.
 * @throws AppError `notFound` when it is gone
 */
export async function contentForCopy(db: Db, documentId: string): Promise<CopiedContent> {
  const { blocks } = await readContent(db, documentId);
  const { cover, coverY, isWide } = await readLooks(db, documentId);
  const named = new Set<string>(isCoverFile(cover) ? [cover] : []);
  const plain = JSON.stringify(blocks, (key, value) => {
    const id = addressOf(key, value);
    if (id !== null) named.add(id);
    return value;
  });
  const own = await idsInChannel(db, documentId, [...named]);
  const fileIds = new Map(own.map((id) => [id, randomUUID() as string]));
  const renamed: BlockInput[] = JSON.parse(plain, (key, value) => {
    const id = addressOf(key, value);
    const copy = id === null ? undefined : fileIds.get(id);
    return copy === undefined ? value : String(value).replace(String(id), copy);
  });
  return {
    blocks: withoutIds(renamed),
    looks: { cover: (fileIds.get(cover) ?? cover) as Cover, coverY, isWide },
    fileIds,
    size: plain.length,
  };
}

/** The file that a picture, file or link of a block leads to. */
function addressOf(key: string, value: unknown): string | null {
  return (key === 'url' || key === 'href') && typeof value === 'string' ? fileIdOf(value) : null;
}

function withoutIds(blocks: readonly BlockInput[]): BlockInput[] {
  return blocks.map(({ id: _, children = [], ...block }) => ({ ...block, children: withoutIds(children) }));
}
