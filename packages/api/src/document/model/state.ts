import { type Db, onCommit, transaction } from '@tandem/db';
import type { DocumentChanges } from '@tandem/shared/document/requests';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import {
  type ChangeResult,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  runDocumentOperation,
} from '../edit/operations.ts';
import {
  appendUpdate,
  lockDocument,
  loneUpdateAfter,
  replaceUpdates,
  updatesAfter,
} from './document.repo.ts';
import { isFrozen, readFrozen } from './frozen.ts';
import { announceStored } from './open.ts';

/** A document as it is stored, not yet put together: only child processes do that. */
export interface StoredDocument {
  /** Number of the newest change in it. */
  seq: number;
  updates: Uint8Array[];
  /** Whether these are its last good version, because the newest state cannot be read. */
  isFrozen: boolean;
}

/**
 * Reads the changes of a document, or its last good version where it is frozen.
 * @throws AppError `notFound` when it is gone
 */
export async function readStored(db: Db, documentId: string): Promise<StoredDocument> {
  const frozen = await readFrozen(db, documentId);
  if (frozen) return { seq: frozen.seq, updates: [frozen.state], isFrozen: true };
  const rows = await updatesAfter(db, documentId, 0);
  const seq = rows.at(-1)?.seq;
  if (seq === undefined) throw new AppError('notFound');
  return { seq, updates: rows.map(({ update }) => update), isFrozen: false };
}

/**
 * Reads the changes of a document that is to be changed.
 * @throws AppError `notFound` when it is gone, `documentFrozen` when its newest state cannot be read
 */
export async function readToChange(db: Db, documentId: string): Promise<StoredDocument> {
  const stored = await readStored(db, documentId);
  if (stored.isFrozen) throw new AppError('documentFrozen');
  return stored;
}

/** Readings of changes by one person in a minute, in one process: who follows a document so asks twelve times. */
const READINGS = 240;
/** A single change up to this is answered at once, in bytes; all else waits for its reader's turn. */
const ANSWERED_AT_ONCE = 256 * 1024;

/**
 * Reads what was stored after a change, as one change, for who cannot be sent it as it happens.
 * @param after number of the newest change that is known; 0 when none is
 * @throws AppError `tooManyRequests`, and those of `runDocumentOperation`
 */
export async function readChanges(
  { db, actor, platform }: UserContext,
  { documentId, after }: { documentId: string; after: number },
): Promise<DocumentChanges> {
  platform.limiter.admit(`document.changes:${actor.userId}`, READINGS);
  const frozen = await readFrozen(db, documentId);
  if (frozen)
    return {
      seq: frozen.seq,
      update: frozen.seq > after ? Buffer.from(frozen.state).toString('base64') : null,
    };
  const found = await loneUpdateAfter(db, documentId, after, ANSWERED_AT_ONCE);
  if (found !== 'several')
    return { seq: found?.seq ?? after, update: found?.update.toString('base64') ?? null };
  let seq = after;
  const update = await runDocumentOperation(
    'merge',
    async () => {
      const rows = await updatesAfter(db, documentId, after);
      seq = rows.at(-1)?.seq ?? after;
      return { updates: rows.map((row) => row.update) };
    },
    { owner: actor.userId },
  );
  return { seq, update };
}

/** A change that document operations make. */
export type ChangingName = {
  [Name in OperationName]: OperationOutput<Name> extends ChangeResult ? Name : never;
}[OperationName];

type GivenInput<Name extends OperationName> = Omit<OperationInput<Name>, 'updates'>;

export interface DocumentChange<Name extends ChangingName> {
  /** Its writer; null when nobody wrote, as with a mark of a discussion. */
  userId: number | null;
  /** What makes the change, without the stored updates, or how that is read for the stored document. */
  operation: {
    name: Name;
    input: GivenInput<Name> | ((db: Db, stored: StoredDocument) => Promise<GivenInput<Name>>);
  };
  /** The owner whose turn the work waits for: the writer, else the document. */
  owner?: string | number;
  /** Ends the work early. */
  signal?: AbortSignal;
  /** Judges rights again, in the transaction that stores the change and before it locks the document. */
  judge?(tx: Db): Promise<unknown>;
  /**
   * Stores what belongs to the change, in its transaction. The document is locked and at change `seq`.
   * @returns false when the document is to stay as it is
   */
  store?(tx: Db, result: OperationOutput<Name>, seq: number): Promise<unknown>;
  /** Stores what follows from the change, in its transaction. The document is at change `newest`. */
  storeAfter?(tx: Db, result: OperationOutput<Name>, newest: number): Promise<unknown>;
}

/** Times that a change is computed again because the document changed meanwhile, before it is locked. */
const ATTEMPTS = 3;
/** How long a document may be locked while its change is computed, in milliseconds. */
const LOCKED_MS = 3_000;

/**
 * Changes a document on the server. A child process computes the change from what is stored while no transaction is
 * open; then a transaction judges rights again, locks the document and appends the change, unless the document changed
 * meanwhile: then it is computed anew, so that two writers do not insert the same. The change is stored first and
 * reaches the open editors as what others stored does, so whoever types meanwhile loses nothing.
 * @returns the number of the change; that of the newest when nothing changed
 * @throws AppError `notFound` when it is gone, `documentFrozen`, those of `runDocumentOperation`, and what the functions
 *   of the change throw
 */
export async function changeDocument<Name extends ChangingName>(
  platform: Platform,
  documentId: string,
  change: DocumentChange<Name>,
): Promise<number> {
  const { db } = platform.database;
  // Said before anybody's turn is waited for.
  if (await isFrozen(db, documentId)) throw new AppError('documentFrozen');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { result, stored } = await computed(db, documentId, change);
    const seq = await transaction(db, async (tx) => {
      const now = await lockFor(tx, documentId, change);
      return now === stored.seq ? append(tx, platform, documentId, { change, result, seq: now }) : null;
    });
    if (seq !== null) return seq;
  }
  // Somebody writes all the time. Nobody else can while this is computed, so it must not take long.
  return transaction(db, async (tx) => {
    const seq = await lockFor(tx, documentId, change);
    const { result } = await computed(tx, documentId, {
      ...change,
      owner: `locked ${documentId}`,
      signal: AbortSignal.any([AbortSignal.timeout(LOCKED_MS), ...(change.signal ? [change.signal] : [])]),
    }).catch((error: unknown) => {
      throw error instanceof DOMException ? new AppError('unavailable', {}, error) : error;
    });
    return append(tx, platform, documentId, { change, result, seq });
  });
}

async function computed<Name extends ChangingName>(
  db: Db,
  documentId: string,
  { operation, owner, userId, signal }: DocumentChange<Name>,
): Promise<{ result: OperationOutput<Name>; stored: StoredDocument }> {
  let stored: StoredDocument | null = null;
  const input = async () => {
    stored = await readToChange(db, documentId);
    const given = typeof operation.input === 'function' ? await operation.input(db, stored) : operation.input;
    // Every changing operation takes the stored updates beside the rest of its input.
    return { ...given, updates: stored.updates } as unknown as OperationInput<Name>;
  };
  const call = { owner: owner ?? userId ?? documentId, signal };
  const result = await runDocumentOperation(operation.name, input, call);
  if (stored === null) throw new AppError('internal');
  return { result, stored };
}

/** Judges, then locks the document. @returns the number of its newest change */
async function lockFor<Name extends ChangingName>(
  tx: Db,
  documentId: string,
  { judge }: DocumentChange<Name>,
): Promise<number> {
  await judge?.(tx);
  const seq = await lockDocument(tx, documentId);
  if (seq === null) throw new AppError('notFound');
  return seq;
}

async function append<Name extends ChangingName>(
  tx: Db,
  platform: Platform,
  documentId: string,
  { change, result, seq }: { change: DocumentChange<Name>; result: OperationOutput<Name>; seq: number },
): Promise<number> {
  const isLeft = (await change.store?.(tx, result, seq)) === false;
  const { update, whole } = result as ChangeResult;
  if (update === null || isLeft) {
    await change.storeAfter?.(tx, result, seq);
    return seq;
  }
  const next = await appendUpdate(tx, documentId, { update, userId: change.userId });
  if (next === null) throw new AppError('notFound');
  if (whole) await replaceUpdates(tx, documentId, { seq: next, update: whole });
  await change.storeAfter?.(tx, result, next);
  onCommit(tx, () => announceStored(platform, documentId, next));
  return next;
}
