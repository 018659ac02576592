import { transaction } from '@tandem/db';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { lockKeptApp } from '../app/app.repo.ts';
import { deleteApp, type KeptApp } from '../app/bin.repo.ts';
import { eraseLeaves, mayErase } from './channel.erase.ts';

/**
 * Permanently deletes an app in the bin, with its channels; does nothing to others.
 * @returns the number of channels
 * @throws AppError `eraseForeign` when the actor does not manage one of its channels, `eraseTooSoon` while an
 * answer in it is still ending
 */
export async function eraseApp(ctx: UserContext, { id, teamId }: KeptApp): Promise<{ erased: number }> {
  let erased = 0;
  for (let isOver = false; !isOver; ) {
    await transaction(ctx.db, async (tx) => {
      const app = await lockKeptApp(tx, id);
      isOver = true;
      // It was never in the bin, or was restored meanwhile.
      if (!app || app.deletedAt === null) return;
      await mayErase(tx, ctx, { appId: id });
      if (erased === 0)
        await recordAudit(tx, ctx, { teamId, action: 'app.erase', target: { kind: 'app', id } });
      const ids = await eraseLeaves(tx, { appId: id });
      erased += ids.length;
      if (ids.length > 0) isOver = false;
      else await deleteApp(tx, id);
    });
  }
  return { erased };
}
