import type { Db } from '@tandem/db';
import * as Y from 'yjs';

/** A document as the database holds it. */
export async function storedDocument(db: Db, documentId: string): Promise<{ seq: number; doc: Y.Doc }> {
  const rows = await db
    .selectFrom('document_update')
    .select(['seq', 'update'])
    .where('documentId', '=', documentId)
    .orderBy('seq')
    .execute();
  const doc = new Y.Doc();
  for (const { update } of rows) Y.applyUpdate(doc, update);
  return { seq: rows.at(-1)?.seq ?? 0, doc };
}

/** Changes what the database holds of a document directly, as no call would. Nobody is told. */
export async function changeStored(
  db: Db,
  documentId: string,
  change: (doc: Y.Doc) => void,
): Promise<number> {
  const { seq, doc } = await storedDocument(db, documentId);
  const before = Y.encodeStateVector(doc);
  doc.transact(() => change(doc));
  const next = seq + 1;
  const update = Buffer.from(Y.encodeStateAsUpdate(doc, before));
  await db.updateTable('document').set({ seq: next }).where('channelId', '=', documentId).execute();
  await db.insertInto('document_update').values({ documentId, seq: next, update, userId: null }).execute();
  return next;
}
