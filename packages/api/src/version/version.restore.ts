import type { RestoredVersion } from '@tandem/shared/version/schema';
import type { LoadedChannel } from '../access/access.rules.ts';
import type { UserContext } from '../core/context.ts';
import { limitByActor } from '../core/limits/limit-calls.ts';
import type { Limit } from '../core/limits/limiter.ts';
import { assertSize } from '../document/document.content.ts';
import { changeDocument } from '../document/document.state.ts';
import { versionBlocks } from './version.compare.ts';
import { keepVersion } from './version.keep.ts';
import type { VersionRow } from './version.repo.ts';
import { keptStateOf } from './version.state.ts';
import { readVersion } from './version.write.ts';

const restorations: Limit = { name: 'version.restore', max: 20, windowSeconds: 60 };

/**
 * Makes the document what a version holds, as one more change: who has it open sees it, what they write afterwards
 * stays, and discussions stay on their words. What was there before is kept in the same transaction.
 * @throws AppError those of `versionBlocks`, `notFound` when the document is gone, `documentTooLarge` when it would grow
 *   too much
 */
export async function restoreVersion(
  ctx: UserContext,
  document: LoadedChannel,
  version: VersionRow,
): Promise<RestoredVersion> {
  await limitByActor(ctx, restorations);
  const blocks = await versionBlocks(ctx, version);
  const { writeBlocks } = await import('../document/document.editor.ts');
  const { userId } = ctx.actor;
  let beforeId: string | null = null;
  await changeDocument(ctx.platform, document.id, {
    userId,
    async change(stored, tx) {
      const kept = keptStateOf(stored);
      let changed = false;
      stored.doc.once('update', () => {
        changed = true;
      });
      writeBlocks(stored.doc, blocks);
      assertSize(stored.doc);
      if (changed)
        beforeId = await keepVersion(tx, ctx.platform, {
          documentId: document.id,
          kept,
          cause: 'restore',
          userId,
        });
    },
  });
  return { before: beforeId === null ? null : await readVersion(ctx, document, beforeId) };
}
