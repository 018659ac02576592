import { randomUUID } from 'node:crypto';
import type { Db } from '@tandem/db';
import { wordsToStore } from '../../content/search/index.ts';
import type { UserContext } from '../../core/context.ts';
import { pacer } from '../../core/timing/yield.ts';
import { insertThreadComments, insertThreadRows, type NewThreadRow } from './import.repo.ts';
import { nextRevision } from './write.ts';

/** A discussion of an imported document, with its comments. */
export interface NewThread extends Omit<NewThreadRow, 'documentId' | 'creatorId' | 'revision'> {
  comments: readonly { text: string; words: readonly string[] }[];
}

/** Assigns discussions the ids that mark words of the document, and computes their search words. */
export async function readyThreads(
  discussions: readonly (Pick<NewThread, 'blockId' | 'quote' | 'isResolved'> & {
    comments: readonly string[];
  })[],
): Promise<NewThread[]> {
  const rest = pacer();
  const threads: NewThread[] = [];
  for (const { blockId, quote, isResolved, comments } of discussions) {
    const said: NewThread['comments'][number][] = [];
    for (const text of comments) {
      said.push({ text, words: await wordsToStore(text) });
      if (rest.isDue()) await rest.taken();
    }
    threads.push({ id: randomUUID(), blockId, quote, isResolved, comments: said });
  }
  return threads;
}

/**
 * Stores discussions in the transaction that creates their document. The importer is their author; nobody is
 * notified, whatever names they contain.
 */
export async function insertThreads(
  { platform, actor }: UserContext,
  tx: Db,
  documentId: string,
  threads: readonly NewThread[],
): Promise<void> {
  if (threads.length === 0) return;
  const revision = await nextRevision(tx, platform, documentId);
  const { userId } = actor;
  await insertThreadRows(
    tx,
    threads.map(({ comments: _comments, ...thread }) => ({
      ...thread,
      documentId,
      creatorId: userId,
      revision,
    })),
  );
  await insertThreadComments(
    tx,
    threads.flatMap(({ id, comments }) =>
      comments.map((comment) => ({ ...comment, discussionId: id, authorId: userId })),
    ),
  );
}
