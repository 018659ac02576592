import type { Db } from '@tandem/db';
import type { MessageTable } from '@tandem/db/tables/message';
import type { Selectable } from 'kysely';

/** What an export tells of a message. */
export interface ExportedRow
  extends Pick<
    Selectable<MessageTable>,
    'id' | 'seq' | 'role' | 'parts' | 'status' | 'model' | 'createdAt' | 'editedAt'
  > {
  authorName: string | null;
  assistantName: string | null;
}

/** Up to `limit` messages of the active path after `afterSeq`, oldest first. */
export function findPathAfter(
  db: Db,
  channelId: string,
  afterSeq: number,
  limit: number,
): Promise<ExportedRow[]> {
  return db
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.authorId')
    .leftJoin('assistant', 'assistant.id', 'message.assistantId')
    .select([
      'message.id',
      'message.seq',
      'message.role',
      'message.parts',
      'message.status',
      'message.model',
      'message.createdAt',
      'message.editedAt',
      'user.name as authorName',
      'assistant.name as assistantName',
    ])
    .where('message.channelId', '=', channelId)
    .where('message.active', '=', true)
    .where('message.seq', '>', afterSeq)
    .orderBy('message.seq')
    .limit(limit)
    .execute();
}
