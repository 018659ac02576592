import type { Db } from '@tandem/db';
import { type Reader, visibleTo } from '../access/access.fragments.ts';

export interface DocumentRow {
  id: string;
  cover: string;
  isWide: boolean;
  seq: number;
  wordCount: number | null;
  editedAt: Date;
  updaterId: number | null;
  updaterName: string | null;
  updaterAvatar: string | null;
}

/** What is known of documents, in one query. */
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
      'document.isWide',
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

/** Ids of the documents of a team that the reader may see, the last written first. */
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

/** Changes what a document looks like; nothing when nothing is given. */
export async function updateDocument(
  tx: Db,
  documentId: string,
  values: { cover?: string | undefined; isWide?: boolean | undefined },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await tx.updateTable('document').set(given).where('channelId', '=', documentId).execute();
}

/** Whether a file belongs to a document. */
export async function ownsFile(db: Db, documentId: string, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', fileId)
    .where('channelId', '=', documentId)
    .executeTakeFirst();
  return row !== undefined;
}
