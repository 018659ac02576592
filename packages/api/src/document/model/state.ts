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

/** A stored document, not merged: only child processes do that. */
export interface StoredDocument {
  /** Number of the newest change in it. */
  seq: number;
  updates: Uint8Array[];
  /** Whether this is its last readable version, because the newest state cannot be read. */
  isFrozen: boolean;
}

/**
 * Returns a document's changes, or its last readable version where it is frozen.
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
 * Returns the changes of a document to be changed.
 * @throws AppError `notFound` when it is gone, `documentFrozen` when its newest state cannot be read
 */
export async function readToChange(db: Db, documentId: string): Promise<StoredDocument> {
  const stored = await readStored(db, documentId);
  if (stored.isFrozen) throw new AppError('documentFrozen');
  return stored;
}

/** Reads of changes by one person per minute in one process; a follower makes twelve. */
const READINGS = 240;
/** A single change up to this many bytes is answered immediately; others wait for their reader's turn. */
const ANSWERED_AT_ONCE = 256 * 1024;

/**
 * Returns the changes after one as a single change, for clients that cannot receive them live.
 * @param after number of the newest known change; 0 for none
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
  /** Its writer; null for changes without one, such as a discussion mark. */
  userId: number | null;
  /**
   * The operation that computes the change, with its input apart from the stored updates, or how to load it.
   */
  operation: {
    name: Name;
    input: GivenInput<Name> | ((db: Db, stored: StoredDocument) => Promise<GivenInput<Name>>);
  };
  /** For scheduling: the writer, else the document. */
  owner?: string | number;
  /** Ends the work early. */
  signal?: AbortSignal;
  /** Judges rights again, in the transaction that stores the change and before it locks the document. */
  judge?(tx: Db): Promise<unknown>;
  /**
   * Stores what belongs to the change, in its transaction. The document is locked, at change `seq`.
   * @returns false to leave the document unchanged
   */
  store?(tx: Db, result: OperationOutput<Name>, seq: number): Promise<unknown>;
  /** Stores consequences of the change, in its transaction. The document is at change `newest`. */
  storeAfter?(tx: Db, result: OperationOutput<Name>, newest: number): Promise<unknown>;
}

/** Attempts to compute a change before the document is locked for it. */
const ATTEMPTS = 3;
/** Maximum milliseconds of a lock during computation. */
const LOCKED_MS = 3_000;

/**
 * Changes a document on the server. A child process computes the change from the stored state without a
 * transaction; then a transaction checks rights again, locks the document and appends the change, unless the
 * document changed meanwhile: then it is computed again, so that two writers do not insert the same. The
 * change is stored first and reaches open editors like others' changes, so that nobody typing loses anything.
 * @returns the number of the change; the newest when nothing changed
 * @throws AppError `notFound` when it is gone, `documentFrozen`, those of `runDocumentOperation`, and errors
 * of the change's functions
 */
export async function changeDocument<Name extends ChangingName>(
  platform: Platform,
  documentId: string,
  change: DocumentChange<Name>,
): Promise<number> {
  const { db } = platform.database;
  // Fails before waiting for a turn.
  if (await isFrozen(db, documentId)) throw new AppError('documentFrozen');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { result, stored } = await computed(db, documentId, change);
    const seq = await transaction(db, async (tx) => {
      const now = await lockFor(tx, documentId, change);
      return now === stored.seq ? append(tx, platform, documentId, { change, result, seq: now }) : null;
    });
    if (seq !== null) return seq;
  }
  // Somebody writes constantly. Nobody else can during this computation, so it is strictly bounded.
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
    // Every changing operation takes the stored updates in addition to its input.
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
