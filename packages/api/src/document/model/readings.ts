import { type Db, transaction } from '@tandem/db';
import type { UserContext } from '../../core/context.ts';
import {
  deleteReading,
  findBase,
  findReading,
  hasRead,
  holdUpdates,
  storeReading,
  updatesUpTo,
} from './readings.repo.ts';

/** The state a write is based on: the newest, an older one given by its changes, or an unknown one. */
export type WriterBase =
  | { kind: 'current' | 'unknown' }
  /** In the encoding of Yjs. */
  | { kind: 'older'; updates: readonly Uint8Array[] };

export interface Writer {
  base: WriterBase;
  /** Whether the newest change of the document is the writer's own. */
  wroteLast: boolean;
}

/** Maximum attempts to store a reading when the document is changed and compacted meanwhile. */
const MAX_TRIES = 3;

/**
 * Reads a document for somebody who may edit it, and records the state they know.
 * @param read returns the document's current content
 * @throws AppError those of `read`
 */
export async function readForWriter<Content extends { seq: number; isFrozen: boolean }>(
  { db, actor: { sessionId } }: Pick<UserContext, 'db' | 'actor'>,
  documentId: string,
  read: () => Promise<Content>,
): Promise<Content> {
  for (let tries = 1; ; tries += 1) {
    const content = await read();
    const { seq, isFrozen } = content;
    // Nothing can be written based on this.
    if (isFrozen) return content;
    if (await hasRead(db, documentId, { sessionId, seq })) return content;
    const isNoted = await transaction(
      db,
      async (tx) =>
        (await holdUpdates(tx, documentId)) &&
        storeReading(tx, documentId, { sessionId, seq, isOwn: false, base: null }),
    );
    if (isNoted) return content;
    if (tries < MAX_TRIES) continue;
    // The session's previous reading no longer applies: a text based on this one would be misinterpreted.
    await deleteReading(db, documentId, sessionId);
    return content;
  }
}

/**
 * Finds the state a session's write is based on: the change it names, else its last read or write. Looks for
 * changes before what compaction keeps of them, so that none is missed.
 * @param newest the number of the document's newest change
 * @param ifSeq the change the session names
 */
export async function findWriter(
  tx: Db,
  documentId: string,
  { sessionId, newest, ifSeq }: { sessionId: string; newest: number; ifSeq?: number | undefined },
): Promise<Writer> {
  const known = sessionId === '' ? null : await findReading(tx, documentId, sessionId);
  const wroteLast = known?.isOwn === true && known.seq === newest;
  const seq = ifSeq ?? known?.seq;
  if (seq === undefined) return { wroteLast, base: { kind: 'unknown' } };
  // After its own write, a session knows only its own content, not others' earlier changes.
  const own = known?.seq === seq ? known.base : null;
  if (own) return { wroteLast, base: { kind: 'older', updates: own } };
  if (seq === newest) return { wroteLast, base: { kind: 'current' } };
  const stored = await updatesUpTo(tx, documentId, seq);
  const updates = stored.length > 0 ? stored : await findBase(tx, documentId, seq);
  return { wroteLast, base: updates ? { kind: 'older', updates } : { kind: 'unknown' } };
}

/**
 * Records a session's write as its known state. The document's row must be locked.
 * @param seq the change with its content
 * @param state its content, in the encoding of Yjs; null when the document has nothing else
 */
export async function noteWriting(
  tx: Db,
  documentId: string,
  {
    sessionId,
    seq,
    isOwn,
    state,
  }: { sessionId: string; seq: number; isOwn: boolean; state: Uint8Array | null },
): Promise<void> {
  if (sessionId === '') return;
  const base = state && [Buffer.from(state)];
  await storeReading(tx, documentId, { sessionId, seq, isOwn, base });
}
