import type { ListedVersion, Version } from '@tandem/shared/version/schema';
import { heldByArchive } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { mayOnVersion, type VersionAction } from './version.policy.ts';
import type { VersionRow } from './version.repo.ts';

/** The reader's level on a version's document, and whether that is archived. */
type ReadDocument = Pick<LoadedChannel, 'held' | 'archivedAt'>;

/** A version as its reader sees it. */
export function presentVersion(row: VersionRow, document: ReadDocument, userId: number): Version {
  const { id, documentId, cause, name, creatorId, authorName, authorAvatar, wordCount, createdAt } = row;
  const isHeld = heldByArchive(document, 'channel.edit');
  const may = (action: VersionAction) =>
    !isHeld && mayOnVersion(row, { userId, held: document.held }, action);
  return {
    ...{ id, documentId, cause, name, wordCount, createdAt },
    author:
      creatorId === null || authorName === null
        ? null
        : { id: creatorId, name: authorName, avatar: authorAvatar ?? '' },
    abilities: {
      rename: may('version.rename'),
      restore: may('version.restore'),
      remove: may('version.remove'),
    },
  };
}

/** A version of a list, with the one before it. */
export function presentListed(
  row: VersionRow,
  before: VersionRow | undefined,
  document: ReadDocument,
  userId: number,
): ListedVersion {
  return { ...presentVersion(row, document, userId), wordsBefore: before?.wordCount ?? null };
}
