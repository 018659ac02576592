import { type Db, transaction } from '@tandem/db';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { deleteChannels, findKept, type KeptChannel } from '../channel/channel.repo.ts';
import { type Erased, hasRunningTurn, holdsForeign, lockLeaves } from './channel.erase.repo.ts';

/** Channels taken at once, so that no transaction grows long. */
const BATCH = 200;

/**
 * Deletes a channel of the bin for good, with what is below it. Nothing happens to one that is not in the bin. What a
 * process that ends leaves behind is still there, and is deleted by the next call or by the nightly job.
 * @returns how many channels went
 * @throws AppError `eraseForeign` when something below it is not the actor's to manage, `eraseTooSoon` while an answer in
 *   it is still ending
 */
export async function eraseChannel(
  ctx: UserContext,
  { id, teamId, appId }: KeptChannel,
): Promise<{ erased: number }> {
  let erased = 0;
  for (let isOver = false; !isOver; ) {
    await transaction(ctx.db, async (tx) => {
      // Restoring takes the same lock.
      await lockApp(tx, appId);
      const kept = await findKept(tx, ctx.actor, id);
      isOver = true;
      // It never was in the bin, or was restored meanwhile.
      if (!kept || kept.deletedAt === null || kept.appId !== appId) return;
      await mayErase(tx, ctx, { channelId: id });
      if (erased === 0)
        await recordAudit(tx, ctx, { teamId, action: 'channel.erase', target: { kind: 'channel', id } });
      const ids = await eraseLeaves(tx, { channelId: id });
      erased += ids.length;
      // With the channel itself the right to go on is gone.
      isOver = ids.length === 0 || ids.includes(id);
    });
  }
  return { erased };
}

/** @throws AppError `eraseForeign` when something of it is not the actor's to manage */
export async function mayErase(tx: Db, { actor }: UserContext, erased: Erased): Promise<void> {
  if (await holdsForeign(tx, actor, erased)) throw new AppError('eraseForeign');
}

/**
 * Deletes some channels that hold no other.
 * @returns which; none when nothing is left
 * @throws AppError `eraseTooSoon` while an answer is still ending anywhere in what goes: with its channel it would go
 *   before what it spent is recorded
 */
export async function eraseLeaves(tx: Db, erased: Erased): Promise<string[]> {
  const ids = await lockLeaves(tx, erased, BATCH);
  // Behind the locks, so that no turn can have begun in what goes now.
  if (await hasRunningTurn(tx, erased)) throw new AppError('eraseTooSoon');
  if (ids.length > 0) await deleteChannels(tx, ids);
  return ids;
}
