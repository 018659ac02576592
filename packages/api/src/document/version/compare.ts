import type { CompareVersions, Comparison } from '@tandem/shared/version/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { runDocumentOperation } from '../edit/operations.ts';
import { stateOf } from '../model/frozen.repo.ts';
import { readStored } from '../model/state.ts';
import { presentVersion } from './version.presenter.ts';
import { findVersion, type VersionRow, versionsPage } from './version.repo.ts';

const comparisons: Limit = { name: 'version.compare', max: 60, windowSeconds: 60 };

/**
 * Compares a version with another state of its document.
 * @throws AppError `notFound` when the other is gone, or of another document; `comparisonTooLarge`;
 * `unavailable` when too much of theirs waits
 */
export async function compareVersion(
  ctx: UserContext,
  document: LoadedChannel,
  version: VersionRow,
  other: CompareVersions['with'],
): Promise<Comparison> {
  await limitByActor(ctx, comparisons);
  const sides = await sidesOf(ctx, version, other);
  const states = async () => ({
    before: await updatesAt(ctx, document.id, sides.from),
    after: await updatesAt(ctx, document.id, sides.to),
  });
  const present = (row: VersionRow | null | 'now') =>
    row === null || row === 'now' ? null : presentVersion(row, document, ctx.actor.userId);
  return {
    from: present(sides.from),
    to: present(sides.to),
    difference: await runDocumentOperation('compare', states, { owner: ctx.actor.userId }),
  };
}

/** Null for an empty document. */
type Side = VersionRow | 'now' | null;

async function sidesOf(
  { db }: UserContext,
  version: VersionRow,
  other: CompareVersions['with'],
): Promise<{ from: Side; to: Side }> {
  if (other === 'now') return { from: version, to: 'now' };
  if (other === 'before') {
    const [previous = null] = await versionsPage(db, version.documentId, { before: version, limit: 1 });
    return { from: previous, to: version };
  }
  const found = await findVersion(db, other);
  if (!found || found.documentId !== version.documentId) throw new AppError('notFound');
  return { from: version, to: found };
}

/** Returns the changes that make up a side. */
async function updatesAt({ db }: UserContext, documentId: string, side: Side): Promise<Uint8Array[]> {
  if (side === null) return [];
  if (side === 'now') return (await readStored(db, documentId)).updates;
  const state = await stateOf(db, side.id);
  if (!state) throw new AppError('notFound');
  return [state];
}
