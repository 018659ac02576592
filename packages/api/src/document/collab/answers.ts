import { randomUUID } from 'node:crypto';
import { collabReasons } from '@tandem/shared/document/schema';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import type { Suspicions } from '../edit/suspicion.ts';
import { loadsQuickly } from '../edit/validate.ts';
import { bytesOf, updatesAfter } from '../model/document.repo.ts';
import { type FrozenState, readFrozen } from '../model/frozen.ts';
import { compactChanges, storeChange } from '../model/open.ts';
import { freezeDocument } from '../version/freeze.ts';
import { admit } from './auth.ts';
import type { DocumentHub } from './hub.ts';
import type { FromThread, RequestName, Requests, ToThread } from './thread/messages.ts';

type Request = Extract<FromThread, { type: 'request' }>;
type Answers = {
  [Name in RequestName]: (hub: DocumentHub, ask: Requests[Name]['ask']) => Promise<Requests[Name]['answer']>;
};

/** Requests the document thread may make here. */
const answers: Answers = {
  async admit(hub, { socket: id, documentId }) {
    const socket = hub.socket(id);
    if (!socket) return { refused: collabReasons.notFound };
    const admission = await admit(socket.ctx, socket, documentId);
    if (typeof admission === 'string') return { refused: collabReasons[admission] };
    const { session, person } = admission;
    const number = hub.nextNumber();
    socket.sessions.set(number, session);
    const { userId, mayWrite: canEdit } = session;
    const tries = hub.suspicions.triesOf(documentId, userId);
    return { session: number, userId, person, canEdit, tries };
  },
  measure: ({ platform }, { documentId }) => bytesOf(platform.database.db, documentId),
  load: ({ platform, suspicions }, { documentId }) => readDocument(platform, suspicions, documentId),
  changesAfter: ({ platform }, { documentId, seq }) => updatesAfter(platform.database.db, documentId, seq),
  append: ({ platform }, { documentId, ...change }) =>
    storeChange(platform, documentId, change).catch((err: unknown) => {
      if (err instanceof AppError && err.key === 'documentFrozen') return 'frozen';
      return refusedOr(err);
    }),
  compact: ({ platform }, { documentId, ...whole }) =>
    compactChanges(platform, documentId, whole).catch(refusedOr),
  // The thread already takes turns between writers.
  try: (_hub, { state, update }) => loadsQuickly([state, update], randomUUID()),
};

/** @throws the given error, unless a writer lost the right to write */
function refusedOr(err: unknown): 'refused' {
  if (err instanceof AppError && err.key === 'forbidden') return 'refused';
  throw err;
}

/** Loads a document; one that took too long before is tried in a child first. */
async function readDocument(
  platform: Platform,
  suspicions: Suspicions,
  documentId: string,
): Promise<Requests['load']['answer']> {
  const shown = (frozen: FrozenState) => ({
    changes: [{ seq: frozen.seq, update: frozen.state }],
    frozen: { versionId: frozen.versionId },
  });
  const { db } = platform.database;
  const known = await readFrozen(db, documentId);
  if (known) return shown(known);
  const changes = await updatesAfter(db, documentId, 0);
  if (!suspicions.isLoadTried(documentId)) return { changes, frozen: null };
  const updates = changes.map(({ update }) => update);
  if (await loadsQuickly(updates, documentId)) return { changes, frozen: null };
  await freezeDocument(platform, documentId);
  const frozen = await readFrozen(db, documentId);
  if (frozen) return shown(frozen);
  throw new Error('the document changed while it was looked at');
}

/**
 * Runs a request of the thread.
 * @returns its answer
 */
export async function answerThread(hub: DocumentHub, { id, name, ask }: Request): Promise<ToThread> {
  try {
    const answer = answers[name] as (hub: DocumentHub, ask: unknown) => Promise<unknown>;
    return { type: 'answer', id, value: await answer(hub, ask) };
  } catch (err) {
    return { type: 'failure', id, message: err instanceof Error ? err.message : String(err) };
  }
}
