import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import type { GivenContent } from '../edit/operations.ts';
import { findWriter, noteWriting, type Writer } from '../model/readings.ts';
import { changeDocument, type DocumentChange } from '../model/state.ts';
import { keepVersion } from '../version/keep.ts';
import { isWorthKeeping } from '../version/overwritten.ts';

export interface Replacement {
  userId: number | null;
  /** The session whose last reading the content was made from; absent: none. */
  sessionId?: string;
  content: GivenContent;
  /** The change from which the content was made: refuse when somebody changed the same blocks since. */
  ifSeq?: number | undefined;
  /** Judges rights again in the transaction that stores the change. */
  judge?: DocumentChange<'replace'>['judge'];
}

export interface Replaced {
  /** Number of the change; that of the newest when nothing changed. */
  seq: number;
  /** Whether the document holds what was written and nothing else. */
  isExact: boolean;
}

/**
 * Makes a document hold this content. It is put together with what others wrote since the state from which it was made;
 * blocks that are the same stay untouched, others become what they should be by small changes: whoever types meanwhile
 * loses nothing, and discussions stay on their words. What is overwritten is kept as a version.
 * @throws AppError `notFound`; `documentChanged` when somebody changed the same blocks after `ifSeq`, or that state is
 *   not kept any more; `documentTooLarge` when the document would grow beyond what it may; those of `changeDocument`
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
          // A text tells nothing of what its writer could not see in it.
          keepsUnseen: 'text' in content && base.kind !== 'unknown',
          keepBefore: await isWorthKeeping(db, { documentId, userId, writer }),
        };
      },
    },
    async store(tx, { touched, before }, at) {
      if (ifSeq !== undefined && touched.length > 0) throw new AppError('documentChanged');
      // There is nothing to go back to in an empty one.
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
