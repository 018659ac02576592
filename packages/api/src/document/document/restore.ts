import type { RestoredVersion } from '@tandem/shared/version/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { stateOf } from '../model/frozen.repo.ts';
import { changeDocument } from '../model/state.ts';
import { thawDocument } from '../version/freeze.ts';
import { keepVersion } from '../version/keep.ts';
import type { VersionRow } from '../version/version.repo.ts';
import { readVersion } from '../version/write.ts';
import { editsStill } from './write.ts';

const restorations: Limit = { name: 'version.restore', max: 20, windowSeconds: 60 };

/**
 * Restores a version as one more change: open editors see it, later edits are kept, and discussions stay on
 * their words. Keeps a version of the former state in the same transaction. A document that cannot be read is
 * replaced by the version instead.
 * @throws AppError those of `changeDocument` and `thawDocument`, `notFound` when the version is gone,
 * `documentTooLarge` when it would grow too much
 */
export async function restoreVersion(
  ctx: UserContext,
  document: LoadedChannel,
  version: VersionRow,
): Promise<RestoredVersion> {
  await limitByActor(ctx, restorations);
  const thawed = await thawDocument(ctx, document, version);
  if (thawed) return thawed;
  const { userId } = ctx.actor;
  const state = await stateOf(ctx.db, version.id);
  if (!state) throw new AppError('notFound');
  let beforeId: string | null = null;
  await changeDocument(ctx.platform, document.id, {
    userId,
    operation: { name: 'restore', input: { state } },
    judge: editsStill(ctx, document),
    async store(tx, { before }, seq) {
      beforeId =
        before &&
        (await keepVersion(tx, ctx.platform, {
          documentId: document.id,
          kept: { seq, ...before },
          cause: 'restore',
          userId,
        }));
    },
  });
  return { before: beforeId === null ? null : await readVersion(ctx, document, beforeId) };
}
