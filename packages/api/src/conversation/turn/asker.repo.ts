import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import { levelOfMember } from '../../access/policy/access.fragments.ts';
import { channelActions } from '../../access/policy/access.policy.ts';

/**
 * Returns those of these running turns whose asker may no longer ask in the channel. The bin and the archive
 * stop their turns themselves.
 */
export async function turnsWithoutRight(db: Db, turnIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('turn')
    .select('turn.id')
    .where('turn.id', 'in', turnIds)
    .where('turn.status', '=', 'running')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('channel')
            .innerJoin('member', 'member.teamId', 'channel.teamId')
            .select('channel.id')
            .whereRef('channel.id', '=', 'turn.channelId')
            .whereRef('member.userId', '=', 'turn.userId')
            .where('member.suspendedAt', 'is', null)
            .where(levelOfMember(), '>=', levelRank[channelActions['channel.ask']]),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
