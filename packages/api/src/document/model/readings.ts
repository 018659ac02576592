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

/** The state from which somebody wrote: the newest, an older one by the changes that make it, or one that nobody knows. */
export type WriterBase =
  | { kind: 'current' | 'unknown' }
  /** In the encoding of Yjs. */
  | { kind: 'older'; updates: readonly Uint8Array[] };

export interface Writer {
  base: WriterBase;
  /** Whether the newest change of the document is the writer's own. */
  wroteLast: boolean;
}

/** Readings that come too late to be noted, because the document was changed and compacted meanwhile, at most. */
const MAX_TRIES = 3;

/**
 * Reads a document for somebody who may write it, and notes the state that they know from then on.
 * @param read answers what the document holds now
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
    // Nothing can be written that is made from this.
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
    // What it knew before is not what it knows now: a text written from this would be taken for something else.
    await deleteReading(db, documentId, sessionId);
    return content;
  }
}

/**
 * Finds the state from which a session writes: that of the change it names, else what it last read or wrote itself.
 * Changes are looked for before what compacting keeps of them, so that none is missed.
 * @param newest the number of the document's newest change
 * @param ifSeq the change that the session names
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
  // Of what a session wrote it knows that alone, not what others wrote until then.
  const own = known?.seq === seq ? known.base : null;
  if (own) return { wroteLast, base: { kind: 'older', updates: own } };
  if (seq === newest) return { wroteLast, base: { kind: 'current' } };
  const stored = await updatesUpTo(tx, documentId, seq);
  const updates = stored.length > 0 ? stored : await findBase(tx, documentId, seq);
  return { wroteLast, base: updates ? { kind: 'older', updates } : { kind: 'unknown' } };
}

/**
 * Notes what a session knows of a document that it wrote. The document's row must be locked.
 * @param seq the change that holds what it wrote
 * @param state what it wrote, in the encoding of Yjs; null when the document holds nothing else
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
