import { type Db, onCommit } from '@tandem/db';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { findVersions, raiseVersionRevision, type VersionRow } from './version.repo.ts';

export type { VersionRow } from './version.repo.ts';

/** Tells who follows a document, once it is done, which of its versions a transaction changes. Locks its row. */
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

/** Versions of a document; those that are gone are left out. */
export function readVersions(
  db: Db,
  documentId: string,
  versionIds: readonly string[],
): Promise<VersionRow[]> {
  return findVersions(db, documentId, versionIds);
}
