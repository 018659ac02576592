import { transaction } from '@tandem/db';
import type { RestoredVersion } from '@tandem/shared/version/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import type { KeptState } from '../compare/state.ts';
import { runDocumentOperation } from '../edit/operations.ts';
import { loadsQuickly } from '../edit/validate.ts';
import { findFrozen, noteFrozen, noteThawed, stateOf } from '../model/frozen.repo.ts';
import { overwriteChanges, showFrozen, storedChanges } from '../model/open.ts';
import { tellVersions } from './changes.ts';
import { insertVersion, type VersionRow, versionAt, versionsPage } from './version.repo.ts';
import { readVersion } from './write.ts';

/** Versions that are looked at for one that can be read, newest first. */
const MAX_LOOKED_AT = 10;

/**
 * Freezes a document that cannot be assembled in bounded time: it is shown as its last readable version. If a
 * prefix of its changes is readable, that becomes this version. Nothing is parsed in this process.
 */
export async function freezeDocument(platform: Platform, documentId: string): Promise<void> {
  const { db } = platform.database;
  const changes = await storedChanges(db, documentId);
  const seq = changes.at(-1)?.seq;
  if (seq === undefined) return;
  const good = await goodOf(
    documentId,
    changes.map(({ update }) => update),
  );
  const kept = good === 0 ? null : await rescue(documentId, changes.slice(0, good));
  const known = kept ? null : await lastGoodVersion(platform, documentId);
  await transaction(db, async (tx) => {
    if (!(await noteFrozen(tx, documentId, { seq, versionId: known }))) return;
    await showFrozen(tx, platform, documentId);
    if (!kept) return;
    const versionId = await keep(platform, tx, documentId, kept);
    await noteFrozen(tx, documentId, { seq, versionId });
  });
  platform.log.error({ documentId, seq }, 'a document cannot be read and is shown as an older version');
}

/**
 * Restores a version of an unreadable document by overwriting it, which discards the unreadable content.
 * @returns null when the document is readable, so that the usual restore applies
 * @throws AppError `documentUnreadable` when the version is unreadable as well
 */
export async function thawDocument(
  ctx: UserContext,
  document: LoadedChannel,
  version: VersionRow,
): Promise<RestoredVersion | null> {
  const frozen = await findFrozen(ctx.db, document.id);
  if (!frozen) return null;
  const state = await stateOf(ctx.db, version.id);
  if (!state) throw new AppError('notFound');
  if (!(await loadsQuickly([state], document.id))) throw new AppError('documentUnreadable');
  const { userId } = ctx.actor;
  const isDone = await transaction(ctx.db, async (tx) => {
    if (!(await noteThawed(tx, document.id))) return false;
    await overwriteChanges(tx, ctx.platform, document.id, { update: state, userId });
    return true;
  });
  if (!isDone) return null;
  return { before: frozen.versionId === null ? null : await readVersion(ctx, document, frozen.versionId) };
}

/** Returns how many of a document's first changes are readable together. */
async function goodOf(documentId: string, updates: readonly Uint8Array[]): Promise<number> {
  let good = 0;
  let bad = updates.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (await loadsQuickly(updates.slice(0, middle), documentId)) good = middle;
    else bad = middle;
  }
  return good;
}

async function rescue(
  documentId: string,
  changes: readonly { seq: number; update: Uint8Array }[],
): Promise<KeptState> {
  const updates = changes.map(({ update }) => update);
  const kept = await runDocumentOperation('keep', { updates }, { owner: documentId });
  return { seq: changes.at(-1)?.seq ?? 0, ...kept };
}

async function keep(
  platform: Platform,
  tx: Platform['database']['db'],
  documentId: string,
  kept: KeptState,
): Promise<string | null> {
  const known = await versionAt(tx, documentId, kept.seq);
  if (known !== null) return known;
  const values = { documentId, cause: 'automatic' as const, creatorId: null, ...kept };
  const versionId = await insertVersion(tx, values);
  if (versionId !== null) await tellVersions(tx, platform, documentId, [versionId]);
  return versionId;
}

async function lastGoodVersion({ database: { db } }: Platform, documentId: string): Promise<string | null> {
  for (const { id } of await versionsPage(db, documentId, { limit: MAX_LOOKED_AT })) {
    const state = await stateOf(db, id);
    if (state && (await loadsQuickly([state], documentId))) return id;
  }
  return null;
}
