import type { Source } from '@tandem/shared/dataset/source';
import { READING_VERSION } from '../../content/file/extraction/version.ts';
import type { SourceRow } from './source.repo.ts';

/** Returns a source as its readers see it. */
export function presentSource(row: SourceRow): Source {
  const { id, datasetId, parentId, kind, name, sortKey, status, hash, url, refreshHours, fetchedAt } = row;
  const { documentId, creatorId, createdAt, changedAt, revision, fileId, mediaType, size } = row;
  const file = fileId === null || mediaType === null ? null : { id: fileId, mediaType, size: size ?? 0 };
  return {
    ...{
      id,
      datasetId,
      parentId,
      kind,
      name,
      sortKey,
      status,
      file,
      hash,
      url,
      refreshHours,
      fetchedAt,
      documentId,
    },
    ...{ creatorId, createdAt, changedAt, revision },
    problem: row.problem ?? (status === 'failed' ? row.readingProblem : null),
    pages: row.pages,
    done: row.done ?? 0,
    scans: row.scans ?? 0,
    recognised: row.recognised ?? 0,
    isOutdated: isOver(row) && row.version !== null && row.version < READING_VERSION,
  };
}

const isOver = ({ status }: SourceRow) => status === 'ready' || status === 'failed';
