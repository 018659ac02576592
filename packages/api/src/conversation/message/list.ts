import type { Db } from '@tandem/db';
import type { listMessagesSchema, Message, MessagePage } from '@tandem/shared/message/schema';
import type { Page, PageRequest } from '@tandem/shared/pagination/schema';
import type * as z from 'zod';
import { headOf, pageOf } from '../../content/message/changes.ts';
import {
  type MessageReader,
  presentMessage,
  presentQueued,
} from '../../content/message/message.presenter.ts';
import { findPath } from '../../content/message/message.repo.ts';
import { isCutShort } from '../../content/message/page.repo.ts';
import { AppError } from '../../core/errors.ts';

/**
 * Returns a page of the active path, newest last. A running answer is as last saved; `live.channel` from this
 * page's revision brings it up to date.
 */
export async function listMessages(
  db: Db,
  reader: MessageReader,
  { channelId, before, limit }: z.output<typeof listMessagesSchema>,
): Promise<MessagePage> {
  const asked = { limit, userId: reader.userId, ...(before !== undefined && { before }) };
  const page = await pageOf(db, channelId, asked);
  return {
    list: page.rows.map((row) => presentMessage(row, reader)),
    hasMore: page.hasMore,
    lastReadSeq: page.lastReadSeq,
    revision: page.revision,
    queue: page.queue.map(presentQueued),
  };
}

/** Maximum bytes of a numbered page. It cannot end early, so clients must request fewer long messages. */
const NUMBERED_PAGE_BYTES = 16 * 1024 * 1024;

/**
 * A numbered page of the active path: the newest page first, oldest first within it.
 * @throws AppError `pageTooLarge` when several messages are too much together; one alone never is
 */
export async function messageHistory(
  db: Db,
  reader: MessageReader,
  channelId: string,
  { currentPage, pageSize }: PageRequest,
): Promise<Page<Message>> {
  const { messageCount: total } = await headOf(db, channelId);
  const offset = (currentPage - 1) * pageSize;
  const page = { limit: pageSize, offset };
  const isPast = offset >= total;
  if (!isPast && (await isCutShort(db, channelId, { ...page, bytes: NUMBERED_PAGE_BYTES })))
    throw new AppError('pageTooLarge');
  const rows = isPast ? [] : await findPath(db, channelId, page);
  return {
    list: rows.map((row) => presentMessage(row, reader)),
    pagination: { currentPage, pageSize, total },
  };
}
