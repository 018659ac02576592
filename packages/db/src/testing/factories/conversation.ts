import type { Part } from '@tandem/shared/message/parts';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database.ts';
import type { MessageTable } from '../../tables/message.ts';

/**
 * A message at the end of a channel's path, counted in the channel's head. `text` is short for one text part;
 * without an author it is an assistant's.
 */
export async function makeMessage(
  db: Db,
  values: Pick<Insertable<MessageTable>, 'channelId'> &
    Partial<Omit<Insertable<MessageTable>, 'parts'>> & { text?: string; parts?: Part[] },
): Promise<Selectable<MessageTable>> {
  const { text = 'Hello', parts = [{ type: 'text', text }], ...rest } = values;
  const { teamId } = await db
    .selectFrom('channel')
    .select('teamId')
    .where('id', '=', rest.channelId)
    .executeTakeFirstOrThrow();
  const head = await db
    .updateTable('channel_head')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      lastSeq: eb('lastSeq', '+', 1),
      messageCount: eb('messageCount', '+', 1),
    }))
    .where('channelId', '=', rest.channelId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const previous = await db
    .selectFrom('message')
    .select('id')
    .where('channelId', '=', rest.channelId)
    .where('active', '=', true)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const message = await db
    .insertInto('message')
    .values({
      teamId,
      parentId: previous?.id ?? null,
      seq: head.lastSeq,
      role: rest.authorId ? 'user' : 'assistant',
      revision: head.revision,
      ...rest,
      parts: JSON.stringify(parts),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('channel')
    .set({ activeAt: message.createdAt })
    .where('id', '=', rest.channelId)
    .execute();
  return message;
}
