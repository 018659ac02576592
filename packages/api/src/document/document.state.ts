import { type Db, onCommit, transaction } from '@tandem/db';
import type { DocumentChanges } from '@tandem/shared/document/requests';
import * as Y from 'yjs';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { Platform } from '../core/platform.ts';
import { isLong } from './document.length.ts';
import { announceStored } from './document.open.ts';
import { appendUpdate, lockDocument, replaceUpdates, updatesAfter } from './document.repo.ts';

/** A document as it is stored, apart from those that are open: whatever is done to it touches nobody. */
export interface StoredDocument {
  /** Number of the newest change in it. */
  seq: number;
  doc: Y.Doc;
  /** Changes that it was read from, and bytes of all but the first. */
  stored: { rows: number; bytes: number };
}

/**
 * Reads a document from its changes.
 * @throws AppError `notFound` when it is gone
 */
export async function readStored(db: Db, documentId: string): Promise<StoredDocument> {
  const rows = await updatesAfter(db, documentId, 0);
  const seq = rows.at(-1)?.seq;
  if (seq === undefined) throw new AppError('notFound');
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const { update } of rows) Y.applyUpdate(doc, update);
  });
  const bytes = rows.slice(1).reduce((sum, { update }) => sum + update.byteLength, 0);
  return { seq, doc, stored: { rows: rows.length, bytes } };
}

/** Readings of changes by one person in a minute, in one process: who follows a document so asks twelve times. */
const READINGS = 240;

/**
 * Reads what was stored after a change, as one change, for who cannot be sent it as it happens.
 * @param after number of the newest change that is known; 0 when none is
 * @throws AppError `tooManyRequests`
 */
export async function readChanges(
  { db, actor, platform }: UserContext,
  { documentId, after }: { documentId: string; after: number },
): Promise<DocumentChanges> {
  platform.limiter.admit(`document.changes:${actor.userId}`, READINGS);
  const rows = await updatesAfter(db, documentId, after);
  if (rows.length === 0) return { seq: after, update: null };
  const update = Y.mergeUpdates(rows.map((row) => row.update));
  return { seq: rows.at(-1)?.seq ?? after, update: Buffer.from(update).toString('base64') };
}

export interface DocumentChange {
  userId: number | null;
  /** Refuse when the document is at another change than this one. */
  ifSeq?: number | undefined;
  /**
   * Changes the document that it is given, a copy; what it changed is stored, and reaches everyone who has it open.
   * Runs under the lock of the document, so it waits for nothing but the database.
   */
  change(stored: StoredDocument, tx: Db): void | Promise<void>;
}

/**
 * Changes a document on the server. It is stored first and reaches the open editors as what others stored does, so no
 * process needs to have it open, and who types meanwhile loses nothing.
 * @returns the number of the change; that of the newest when nothing changed
 * @throws AppError `notFound` when it is gone, `documentChanged` when `ifSeq` does not hold any more
 */
export function changeDocument(
  platform: Platform,
  documentId: string,
  { userId, ifSeq, change }: DocumentChange,
): Promise<number> {
  return transaction(platform.database.db, async (tx) => {
    const seq = await lockDocument(tx, documentId);
    if (seq === null) throw new AppError('notFound');
    if (ifSeq !== undefined && ifSeq !== seq) throw new AppError('documentChanged');
    const stored = await readStored(tx, documentId);
    const before = Y.encodeStateVector(stored.doc);
    let changed = false;
    stored.doc.on('update', () => {
      changed = true;
    });
    await change(stored, tx);
    if (!changed) return seq;
    const update = Y.encodeStateAsUpdate(stored.doc, before);
    const next = await appendUpdate(tx, documentId, { update, userId });
    if (next === null) throw new AppError('notFound');
    // Nobody may ever open it in an editor, which would do this too.
    const { rows, bytes } = stored.stored;
    if (isLong({ rows: rows + 1, bytes: bytes + update.byteLength }))
      await replaceUpdates(tx, documentId, { seq: next, update: Y.encodeStateAsUpdate(stored.doc) });
    onCommit(tx, () => announceStored(platform, documentId, next));
    return next;
  });
}
