import type { Source } from '@tandem/shared/dataset/source';
import type { SourceRow } from './source.repo.ts';

/** Returns a source as its readers see it. */
export function presentSource(row: SourceRow): Source {
  const { id, datasetId, parentId, kind, name, status, hash, url, refreshHours, fetchedAt } = row;
  const { documentId, creatorId, createdAt, changedAt, revision, fileId, mediaType, size } = row;
  const file = fileId === null || mediaType === null ? null : { id: fileId, mediaType, size: size ?? 0 };
  return {
    ...{ id, datasetId, parentId, kind, name, status, file, hash, url, refreshHours, fetchedAt, documentId },
    ...{ creatorId, createdAt, changedAt, revision },
    problem: row.problem ?? (status === 'failed' ? row.readingProblem : null),
    pages: row.pages,
    done: row.done ?? 0,
    scans: row.scans ?? 0,
    recognised: row.recognised ?? 0,
  };
}
