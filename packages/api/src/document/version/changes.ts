import { type Db, onCommit } from '@tandem/db';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { findVersions, raiseVersionRevision, type VersionRow } from './version.repo.ts';

export type { VersionRow } from './version.repo.ts';

/**
 * Announces the versions a transaction changes to the document's watchers after the commit. Locks its row.
 */
export async function tellVersions(
  tx: Db,
  platform: Platform,
  documentId: string,
  versionIds: readonly string[],
): Promise<void> {
  const revision = await raiseVersionRevision(tx, documentId);
  if (revision === null) return;
  onCommit(tx, () =>
    platform.bus.publish(topics.document(documentId), { type: 'versions', revision, versionIds }),
  );
}

/** Returns existing versions of a document by id. */
export function readVersions(
  db: Db,
  documentId: string,
  versionIds: readonly string[],
): Promise<VersionRow[]> {
  return findVersions(db, documentId, versionIds);
}
