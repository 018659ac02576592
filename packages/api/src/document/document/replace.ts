import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import type { GivenContent } from '../edit/operations.ts';
import { findWriter, noteWriting, type Writer } from '../model/readings.ts';
import { changeDocument, type DocumentChange } from '../model/state.ts';
import { keepVersion } from '../version/keep.ts';
import { isWorthKeeping } from '../version/overwritten.ts';

export interface Replacement {
  userId: number | null;
  /** The session whose last read the content is based on; absent for none. */
  sessionId?: string;
  content: GivenContent;
  /** The change the content is based on: refuse when somebody changed the same blocks since. */
  ifSeq?: number | undefined;
  /** Judges rights again in the transaction that stores the change. */
  judge?: DocumentChange<'replace'>['judge'];
}

export interface Replaced {
  /** Number of the change; the newest one when nothing changed. */
  seq: number;
  /** Whether the document has exactly the written content. */
  isExact: boolean;
}

/**
 * Replaces a document's content. Merges it with others' changes since the state it is based on: equal blocks
 * stay untouched, others change by small edits, so that people typing lose nothing, and discussions stay on
 * their words. Keeps a version of what is overwritten.
 * @throws AppError `notFound`; `documentChanged` when somebody changed the same blocks after `ifSeq`, or that
 * state is no longer stored; `documentTooLarge` when the document would exceed its limit; those of
 * `changeDocument`
 */
export async function replaceContent(
  platform: Platform,
  documentId: string,
  { userId, sessionId = '', content, ifSeq, judge }: Replacement,
): Promise<Replaced> {
  let writer: Writer | undefined;
  const seq = await changeDocument(platform, documentId, {
    userId,
    ...(judge && { judge }),
    operation: {
      name: 'replace',
      async input(db, { seq: newest }) {
        writer = await findWriter(db, documentId, { sessionId, newest, ifSeq });
        const { base } = writer;
        if (ifSeq !== undefined && base.kind === 'unknown') throw new AppError('documentChanged');
        return {
          content,
          base: base.kind === 'older' ? base.updates : null,
          // A text omits what its writer could not see.
          keepsUnseen: 'text' in content && base.kind !== 'unknown',
          keepBefore: await isWorthKeeping(db, { documentId, userId, writer }),
        };
      },
    },
    async store(tx, { touched, before }, at) {
      if (ifSeq !== undefined && touched.length > 0) throw new AppError('documentChanged');
      // An empty document needs no version.
      if (!before || before.wordCount === 0) return;
      const kept = { seq: at, ...before };
      await keepVersion(tx, platform, { documentId, kept, cause: 'overwrite', userId });
    },
    async storeAfter(tx, { update, known }, newest) {
      const isOwn = update !== null || writer?.wroteLast === true;
      await noteWriting(tx, documentId, { sessionId, seq: newest, isOwn, state: known });
    },
  });
  return { seq, isExact: writer?.base.kind !== 'older' };
}
