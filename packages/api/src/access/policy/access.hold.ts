import { beforeCommit, type Db } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import type { Reader } from './access.fragments.ts';
import type { ChannelAction } from './access.policy.ts';
import { channelFor, type LoadedChannel, mayAll } from './access.rules.ts';

/**
 * Loads a channel inside the transaction that acts on it on a person's behalf, and re-checks the same right
 * as the last step before the commit, when no right can end any more. For code without a rule: tools,
 * sockets, jobs. Guarded mutations, and rows that `admit` their caller, re-check their own rule.
 * @param tx opened by `transaction`
 * @throws AppError as `channelFor`, from here or from the transaction's end
 */
export async function holdRight(
  tx: Db,
  reader: Reader,
  channelId: string,
  action: ChannelAction,
): Promise<LoadedChannel> {
  const channel = await channelFor(tx, reader, channelId, action);
  beforeCommit(tx, () => channelFor(tx, reader, channelId, action));
  return channel;
}

/**
 * Re-checks the right of several people as the last step before the commit: all must have it.
 * @throws AppError `forbidden` from the transaction's end, when one of them has lost it
 */
export function holdRights(
  tx: Db,
  userIds: readonly number[],
  channelId: string,
  action: ChannelAction,
): void {
  beforeCommit(tx, async () => {
    if (!(await mayAll(tx, userIds, channelId, action))) throw new AppError('forbidden');
  });
}
