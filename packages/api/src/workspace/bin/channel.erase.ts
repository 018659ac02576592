import { type Db, transaction } from '@tandem/db';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { deleteChannels, findKept, type KeptChannel } from '../channel/channel.repo.ts';
import { type Erased, hasRunningTurn, holdsForeign, lockLeaves } from './channel.erase.repo.ts';

/** Channels per transaction. */
const BATCH = 200;

/**
 * Permanently deletes a channel in the bin, with its children; does nothing to others. If the process ends
 * meanwhile, the next call or the nightly job deletes the rest.
 * @returns the number of channels
 * @throws AppError `eraseForeign` when the actor does not manage something below it, `eraseTooSoon` while an
 * answer in it is still ending
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
      // It was never in the bin, or was restored meanwhile.
      if (!kept || kept.deletedAt === null || kept.appId !== appId) return;
      await mayErase(tx, ctx, { channelId: id });
      if (erased === 0)
        await recordAudit(tx, ctx, { teamId, action: 'channel.erase', target: { kind: 'channel', id } });
      const ids = await eraseLeaves(tx, { channelId: id });
      erased += ids.length;
      // The right to continue ends with the channel itself.
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
 * Deletes some channels without children.
 * @returns their ids; none when nothing is left
 * @throws AppError `eraseTooSoon` while an answer is ending in any of them: its usage must be recorded first
 */
export async function eraseLeaves(tx: Db, erased: Erased): Promise<string[]> {
  const ids = await lockLeaves(tx, erased, BATCH);
  // Checked after locking, so that no turn can have started meanwhile.
  if (await hasRunningTurn(tx, erased)) throw new AppError('eraseTooSoon');
  if (ids.length > 0) await deleteChannels(tx, ids);
  return ids;
}
