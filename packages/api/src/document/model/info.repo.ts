import type { Db } from '@tandem/db';
import type { Cover, DocumentAppearance } from '@tandem/shared/document/appearance';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';

export interface DocumentRow {
  id: string;
  cover: string;
  coverY: number;
  isWide: boolean;
  attributeRevision: number;
  seq: number;
  wordCount: number | null;
  editedAt: Date;
  updaterId: number | null;
  updaterName: string | null;
  updaterAvatar: string | null;
}

/** Returns metadata of documents in one query. */
export function documentRows(db: Db, documentIds: readonly string[]): Promise<DocumentRow[]> {
  return db
    .selectFrom('document')
    .leftJoin('document_content', 'document_content.documentId', 'document.channelId')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'document.updaterId').on('user.deletedAt', 'is', null),
    )
    .select([
      'document.channelId as id',
      'document.cover',
      'document.coverY',
      'document.isWide',
      'document.attributeRevision',
      'document.seq',
      'document_content.wordCount',
      'document.editedAt',
      'user.id as updaterId',
      'user.name as updaterName',
      'user.avatar as updaterAvatar',
    ])
    .where('document.channelId', 'in', documentIds)
    .execute();
}

/** Returns ids of a team's documents the reader may see, the last edited first. */
export async function recentDocumentIds(
  db: Db,
  reader: Reader,
  teamId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .innerJoin('channel', 'channel.id', 'document.channelId')
    .select('channel.id')
    .where('document.teamId', '=', teamId)
    .where('channel.deletedAt', 'is', null)
    .where('channel.archivedAt', 'is', null)
    .where(visibleTo(reader))
    .orderBy('document.editedAt', 'desc')
    .orderBy('document.channelId')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a document's appearance; null when it is gone. */
export async function findAppearance(db: Db, documentId: string): Promise<DocumentAppearance | null> {
  const row = await db
    .selectFrom('document')
    .select(['cover', 'coverY', 'isWide', 'attributeRevision'])
    .where('channelId', '=', documentId)
    .executeTakeFirst();
  // Only valid values are ever written.
  return row ? { ...row, cover: row.cover as Cover } : null;
}

/**
 * Changes a document's appearance.
 * @returns the revision of the change; null when nothing is given
 */
export async function updateAppearance(
  tx: Db,
  documentId: string,
  values: Partial<Record<'cover' | 'coverY' | 'isWide', unknown>>,
): Promise<number | null> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return null;
  const row = await tx
    .updateTable('document')
    .set({ ...given, attributeRevision: sql`"attributeRevision" + 1` })
    .where('channelId', '=', documentId)
    .returning('attributeRevision')
    .executeTakeFirst();
  return row?.attributeRevision ?? null;
}

/** Revisions of a document's discussions, appearance and versions. */
export interface DocumentRevisions {
  documentId: string;
  discussions: number;
  appearance: number;
  versions: number;
}

/** Returns these revisions of existing documents, in one query. */
export function documentRevisions(db: Db, documentIds: readonly string[]): Promise<DocumentRevisions[]> {
  return db
    .selectFrom('document')
    .select([
      'channelId as documentId',
      'discussionRevision as discussions',
      'attributeRevision as appearance',
      'versionRevision as versions',
    ])
    .where('channelId', 'in', documentIds)
    .execute();
}

/** Whether a file is a picture that belongs to a document. */
export async function ownsPicture(db: Db, documentId: string, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', fileId)
    .where('channelId', '=', documentId)
    .where('width', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
