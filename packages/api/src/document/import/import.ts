import type { ImportDocuments, ImportReport } from '@tandem/shared/document/import';
import { dropUploads, waitingUpload, withContent } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { fairQueue } from '../../core/timing/fair-queue.ts';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import { formatOf } from './format.ts';
import { type KeptFiles, keepFiles } from './keep.ts';
import { makeDocuments, readyDocuments } from './make.ts';
import { readPlan } from './reading.ts';

const imports: Limit = { name: 'document.import', max: 60, windowSeconds: 60 * 60 };
/** Each uses a database connection and locks rows of its app: few at once, one person after the other. */
const makers = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 20 });
/** Maximum reported omissions. */
const TOLD = 100;

/**
 * Creates documents from an uploaded file: one of a text, a tree of an archive. All or nothing; the upload is
 * consumed only on success.
 * @param signal cancels it
 * @throws AppError `notFound` when the upload is another's, used, or gone, `importFormat`, `archiveBroken`,
 * `archiveEmpty`, `archiveTooLarge`, `archiveUnsafe`, `documentUnreadable`, `documentTooLarge`,
 * `treeTooDeep`, `tooManyRequests`, `tooMuchWaiting`
 */
export async function importDocuments(
  ctx: UserContext,
  place: Place,
  { fileId }: ImportDocuments,
  signal: AbortSignal = AbortSignal.any([]),
): Promise<ImportReport> {
  await limitByActor(ctx, imports);
  const { userId } = ctx.actor;
  const upload = await waitingUpload(ctx.db, userId, fileId);
  const format = formatOf(upload.name);
  if (format === null) throw new AppError('importFormat');
  const kept: KeptFiles = new Map();
  try {
    return await withContent(ctx.platform, upload.hash, async (path) => {
      const plan = await readPlan({ path, name: upload.name, format }, { userId, signal });
      const leftOut = [...plan.leftOut, ...(await keepFiles(ctx, path, plan.files, kept, signal))];
      const ready = await readyDocuments(ctx, place, { plan, kept }, signal);
      const documents = await makers.run(userId, () =>
        makeDocuments(ctx, place, { documents: ready, plan, kept, source: fileId }, signal),
      );
      return { documents, leftOut: leftOut.slice(0, TOLD), leftOutCount: leftOut.length };
    });
  } catch (error) {
    await dropUploads(
      ctx.db,
      userId,
      [...kept.values()].map(({ id }) => id),
    );
    throw signal.aborted ? new AppError('badRequest', {}, error) : error;
  }
}
