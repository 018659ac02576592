import type { ImportReport } from '@tandem/shared/document/import';
import type { ImportPlace } from '../../entities/exchange/store.ts';
import { api } from '../../lib/trpc.ts';
import { describeUpload, uploadFile } from '../../lib/upload.ts';

/**
 * Progress of an import. `share`, from 0 to 1, is the uploaded part of a file; null while the server reads
 * it.
 */
export interface ImportProgress {
  name: string;
  share: number | null;
}

/** The outcome of several files, one after the other. */
export interface ImportOutcome extends ImportReport {
  /** Files of which nothing came. */
  failed: { name: string; problem: string }[];
}

/**
 * Imports files one by one: one that cannot be read does not affect the others.
 * @throws the signal's reason when aborted
 */
export async function importFiles(
  files: readonly File[],
  place: ImportPlace,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: ImportProgress): void },
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { documents: [], leftOut: [], leftOutCount: 0, failed: [] };
  for (const file of files) {
    const { name } = file;
    try {
      onProgress({ name, share: 0 });
      const { id: fileId } = await uploadFile(file, name, {
        signal,
        onProgress: (share) => onProgress({ name, share: share < 1 ? share : null }),
      });
      onProgress({ name, share: null });
      const report = await api.document.import.mutate(
        { ...place, fileId },
        { signal, context: { silent: true } },
      );
      outcome.documents.push(...report.documents);
      outcome.leftOut.push(...report.leftOut);
      outcome.leftOutCount += report.leftOutCount;
    } catch (error) {
      signal.throwIfAborted();
      outcome.failed.push({ name, problem: describeUpload(error) });
    }
  }
  return outcome;
}
