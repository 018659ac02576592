import { transaction } from '@tandem/db';
import type { Block, Inline } from '@tandem/shared/document/blocks';
import { notify, toldOfBlocks } from '../../content/notice/notice.service.ts';
import type { Platform } from '../../core/platform.ts';
import { readersAmong } from '../../workspace/mention/mention.ts';
import { readContent } from './content.ts';
import { type DocumentMention, lockMentions, storeMentions, writersAfter } from './mentions.repo.ts';

/** Maximum mentions tracked per document; nobody is notified of further ones. */
const MAX_MENTIONS = 1000;

/**
 * Notifies people newly mentioned in a document who may read it, once per mention: one that moves to another
 * block is not new. Does nothing if the document has changed by the time it is locked, since that change
 * triggers another run.
 * @throws AppError those of `readContent`
 */
export async function tellMentions(platform: Platform, documentId: string): Promise<void> {
  const { seq, blocksJson, isFrozen } = await readContent(platform.database.db, documentId);
  if (isFrozen) return;
  const found = mentionsOf(blocksJson);
  await transaction(platform.database.db, async (tx) => {
    const document = await lockMentions(tx, documentId);
    if (document?.seq !== seq) return;
    const { mentions: before, teamId, appId } = document;
    await storeMentions(tx, documentId, { seq, list: found });
    const fresh = before ? newOnes(before.list, found) : [];
    if (!before || fresh.length === 0) return;
    const userIds = fresh.map(({ userId }) => userId);
    const readers = new Set((await readersAmong(tx, documentId, userIds)).map(({ id }) => id));
    const told = new Set((await toldOfBlocks(tx, documentId, userIds)).map(keyOf));
    const writers = await writersAfter(tx, documentId, before.seq);
    const notices = fresh
      .filter((mention) => readers.has(mention.userId) && !told.has(keyOf(mention)))
      .flatMap(({ userId, blockId }) => {
        // Which of several writers added the mention is unknown; people who mention only themselves are not
        // notified.
        const actorId = writers.find((writer) => writer !== userId);
        const notice = { userId, teamId, kind: 'mention' as const, appId, channelId: documentId, blockId };
        return actorId === undefined ? [] : { ...notice, actorId };
      });
    await notify({ db: tx, platform }, notices);
  });
}

const keyOf = ({ userId, blockId }: DocumentMention) => `${userId} ${blockId}`;

/** Returns added mentions minus as many removed ones, which have only moved; each person and block once. */
export function newOnes(
  before: readonly DocumentMention[],
  now: readonly DocumentMention[],
): DocumentMention[] {
  const known = new Set(before.map(keyOf));
  const here = new Set(now.map(keyOf));
  const gone = Map.groupBy(
    before.filter((mention) => !here.has(keyOf(mention))),
    ({ userId }) => userId,
  );
  const came = Map.groupBy(
    now.filter((mention) => !known.has(keyOf(mention))),
    ({ userId }) => userId,
  );
  return [...came].flatMap(([userId, mentions]) => mentions.slice(gone.get(userId)?.length ?? 0));
}

/** Returns people mentioned in blocks, once per block. */
function mentionsOf(blocksJson: string): DocumentMention[] {
  // Most documents mention nobody, and need not be parsed.
  if (!/"kind": ?"user"/u.test(blocksJson)) return [];
  const found = new Map<string, DocumentMention>();
  const waiting = (JSON.parse(blocksJson) as Block[]).reverse();
  for (let block = waiting.pop(); block && found.size < MAX_MENTIONS; block = waiting.pop()) {
    for (const inline of inlinesOf(block)) {
      if (inline.type !== 'mention' || inline.props.kind !== 'user') continue;
      const mention = { userId: Number(inline.props.id), blockId: block.id };
      if (Number.isSafeInteger(mention.userId)) found.set(keyOf(mention), mention);
    }
    waiting.push(...(block.children ?? []).toReversed());
  }
  return [...found.values()];
}

function inlinesOf({ content }: Block): Inline[] {
  if (Array.isArray(content)) return content;
  return content ? content.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.content)) : [];
}
