import { Readable } from 'node:stream';
import type { LeftOut } from '@tandem/shared/document/import';
import { type KeptUpload, keepUpload } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { PlannedFile } from './plan.ts';
import { unpacking } from './reading.ts';

/** Uploads for the import's documents, by placeholder key. */
export type KeptFiles = Map<string, KeptUpload>;

/**
 * Stores the files of an import as unattached uploads of the person: they are either used or swept
 * afterwards.
 * @param archive path of the file that contains them
 * @param kept filled progressively, so that a caller who cancels knows what exists
 * @returns those that could not be stored
 * @throws AppError those of `unpacking` and `tooMuchWaiting`; the signal's reason
 */
export async function keepFiles(
  ctx: UserContext,
  archive: string,
  files: readonly PlannedFile[],
  kept: KeptFiles,
  signal: AbortSignal,
): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = [];
  const keep = async (wanted: readonly PlannedFile[], bytes: Uint8Array) => {
    for (const { key, name } of wanted) {
      signal.throwIfAborted();
      try {
        const content = Readable.from([bytes], { objectMode: false });
        kept.set(key, await keepUpload(ctx, { name, content, end: async () => {} }, signal));
      } catch (error) {
        const reason = reasonFor(error);
        if (reason === null) throw error;
        leftOut.push({ name, reason });
        return;
      }
    }
  };
  for (const file of files) if (typeof file.source !== 'string') await keep([file], file.source);
  const byPath = Map.groupBy(
    files.filter(({ source }) => typeof source === 'string'),
    ({ source }) => source as string,
  );
  for await (const unpacked of unpacking(archive, [...byPath.keys()], { userId: ctx.actor.userId, signal })) {
    leftOut.push(...unpacked.tooLarge.map((name): LeftOut => ({ name, reason: 'tooLarge' })));
    for (const { path, bytes } of unpacked.files) await keep(byPath.get(path) ?? [], bytes);
  }
  return leftOut;
}

function reasonFor(error: unknown): LeftOut['reason'] | null {
  if (!(error instanceof AppError)) return null;
  if (error.key === 'imageTooLarge') return 'tooLarge';
  return error.key === 'fileEmpty' ? 'unreadable' : null;
}
