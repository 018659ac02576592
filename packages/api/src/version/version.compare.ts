import { fileURLToPath } from 'node:url';
import type { Block } from '@tandem/shared/document/blocks';
import type { Difference } from '@tandem/shared/version/difference';
import type { CompareVersions, Comparison } from '@tandem/shared/version/schema';
import * as Y from 'yjs';
import type { LoadedChannel } from '../access/access.rules.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { fairQueue } from '../core/fair-queue.ts';
import { runIsolated } from '../core/isolated.ts';
import { limitByActor } from '../core/limits/limit-calls.ts';
import type { Limit } from '../core/limits/limiter.ts';
import type { Derivation } from '../document/document.derivation.ts';
import { deriveDocument } from '../document/document.deriver.ts';
import { readStored } from '../document/document.state.ts';
import { type States, statesDifference } from './version.comparer.ts';
import { presentVersion } from './version.presenter.ts';
import { findVersion, stateOf, type VersionRow, versionsPage } from './version.repo.ts';

const comparisons: Limit = { name: 'version.compare', max: 60, windowSeconds: 60 };

/** States above this, in bytes, are compared in a process of their own: they take long to be read. */
const ELSEWHERE_ABOVE_BYTES = 128 * 1024;
const TIME_MS = 15_000;
const MEMORY_MB = 768;
const COMPARER = fileURLToPath(new URL('./version.comparer.child.ts', import.meta.url));

/** Each is a Node of its own: few at once, the others wait, one person after the other. */
const elsewhere = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 8 });

/**
 * Compares a version with another state of its document.
 * @throws AppError `notFound` when the other is gone, or of another document; `comparisonTooLarge`; `unavailable`
 *   when too much of theirs waits
 */
export async function compareVersion(
  ctx: UserContext,
  document: LoadedChannel,
  version: VersionRow,
  other: CompareVersions['with'],
): Promise<Comparison> {
  await limitByActor(ctx, comparisons);
  const sides = await sidesOf(ctx, version, other);
  const [before, after] = await Promise.all([
    stateAt(ctx, document.id, sides.from),
    stateAt(ctx, document.id, sides.to),
  ]);
  const states = { before, after };
  const isLarge = before.byteLength + after.byteLength > ELSEWHERE_ABOVE_BYTES;
  const present = (row: VersionRow | null | 'now') =>
    row === null || row === 'now' ? null : presentVersion(row, document, ctx.actor.userId);
  return {
    from: present(sides.from),
    to: present(sides.to),
    difference: isLarge
      ? await elsewhere.run(ctx.actor.userId, () => compareElsewhere(states))
      : await statesDifference(states),
  };
}

function compareElsewhere(states: States): Promise<Difference> {
  return runIsolated<Difference>(COMPARER, states, {
    timeMs: TIME_MS,
    memoryMb: MEMORY_MB,
    tooMuch: () => new AppError('comparisonTooLarge'),
  });
}

/** Null: nothing yet. */
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

async function stateAt({ db }: UserContext, documentId: string, side: Side): Promise<Uint8Array> {
  if (side === null) return Y.encodeStateAsUpdate(new Y.Doc());
  if (side === 'now') return Y.encodeStateAsUpdate((await readStored(db, documentId)).doc);
  const state = await stateOf(db, side.id);
  if (!state) throw new AppError('notFound');
  return state;
}

/** The blocks of a version. @throws AppError `notFound` when it is gone, and those of `deriveDocument` */
export async function versionBlocks({ db }: UserContext, { id }: VersionRow): Promise<Block[]> {
  const state = await stateOf(db, id);
  if (!state) throw new AppError('notFound');
  const unknown = async (): Promise<Derivation | null> => null;
  const { blocks } = await deriveDocument({ documentId: id, seq: 0, updates: [state] }, unknown);
  return blocks;
}
