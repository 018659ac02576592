import type { Db } from '@tandem/db';
import { type CompiledQuery, sql } from 'kysely';
import { AppError } from '../../core/errors.ts';

/** Updates the time of a channel's last activity, which orders recents. */
export async function touchChannel(tx: Db, channelId: string): Promise<void> {
  await touching(tx, channelId).execute();
}

/**
 * Completes a statement that adds to a channel by updating its activity. The channel's row serialises it with
 * archiving and deletion: see `assertTouched`.
 * @param statement stores the addition
 */
export function touchingOpenChannel(
  statement: Pick<Db, 'updateTable'>,
  channelId: string,
): CompiledQuery<{ id: string }> {
  return touching(statement, channelId)
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .returning('id')
    .compile();
}

/**
 * Checks the outcome of `touchingOpenChannel`.
 * @throws AppError `archived`, `notFound` when the channel was closed meanwhile
 */
export async function assertTouched(
  tx: Db,
  touched: readonly { id: string }[],
  channelId: string,
): Promise<void> {
  if (touched.length === 0) throw new AppError(await whyClosed(tx, channelId));
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
