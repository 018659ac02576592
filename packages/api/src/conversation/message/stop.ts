import { onCommit, transaction } from '@tandem/db';
import { writeStop } from '../../content/turn/turn.repo.ts';
import type { UserContext } from '../../core/context.ts';

/**
 * Stops the running answer of a channel, in whatever process; does nothing without one.
 * @returns whether there was one
 */
export async function stopTurn(
  { db, platform }: UserContext,
  channelId: string,
): Promise<{ stopping: boolean }> {
  return transaction(db, async (tx) => {
    // The column first: it is found even when the message on the bus is lost.
    const turnIds = await writeStop(tx, [channelId]);
    onCommit(tx, () => {
      for (const turnId of turnIds) platform.turns.requestStop(turnId);
    });
    return { stopping: turnIds.length > 0 };
  });
}
