import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';

/** A conversation was taken up: recents order by it. */
export async function touchChannel(tx: Db, channelId: string): Promise<void> {
  await touching(tx, channelId).execute();
}

/**
 * Ends a statement that adds to a channel by bringing the channel to the front of recents. Its row is where the archive
 * and the bin meet what comes in: one of the two waits for the other.
 * @param statement what is stored with it
 * @throws AppError `archived`, `notFound` when the channel was closed a moment ago
 */
export async function touchOpenChannel(
  tx: Db,
  statement: Pick<Db, 'updateTable'>,
  channelId: string,
): Promise<void> {
  const { numUpdatedRows } = await touching(statement, channelId)
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError(await whyClosed(tx, channelId));
}

const touching = (statement: Pick<Db, 'updateTable'>, channelId: string) =>
  statement.updateTable('channel').set({ activeAt: sql`now()` }).where('id', '=', channelId);

async function whyClosed(tx: Db, channelId: string): Promise<'archived' | 'notFound'> {
  const channel = await tx
    .selectFrom('channel')
    .select('deletedAt')
    .where('id', '=', channelId)
    .executeTakeFirst();
  return channel?.deletedAt === null ? 'archived' : 'notFound';
}
