import fastq from 'fastq';
import { AppError } from '../../core/errors.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';

/** How long nothing may be written until a document is read anew, and how long that is put off, in milliseconds. */
const PAUSE_MS = 2_000;
const PATIENCE_MS = 15_000;

interface Waiting {
  timer: NodeJS.Timeout;
  since: number;
}

/** Documents whose content waits to be derived, by id. */
const waitingOf = perProcess(() => new Map<string, Waiting>());
/** One after the other: reading a long document keeps a process busy. */
const readers = fastq.promise(derive, 1);

/**
 * Makes what is read of a document, and tells whom it names, once its writers pause, in the process that stored their change. Nothing depends on
 * it: who asks before gets it made at once, and what is lost with a process is made when somebody asks.
 */
export function deriveSoon(platform: Platform, documentId: string): void {
  const documents = waitingOf(platform);
  const now = steadyMs();
  const before = documents.get(documentId);
  const since = before?.since ?? now;
  if (before) clearTimeout(before.timer);
  const delay = Math.max(0, Math.min(PAUSE_MS, since + PATIENCE_MS - now));
  const timer = setTimeout(() => {
    documents.delete(documentId);
    void readers.push({ platform, documentId });
  }, delay).unref();
  documents.set(documentId, { timer, since });
}

async function derive({ platform, documentId }: { platform: Platform; documentId: string }): Promise<void> {
  try {
    // It stands above what changes documents.
    const { readContent } = await import('./content.ts');
    await readContent(platform.database.db, documentId);
    const { tellMentions } = await import('./mentions.ts');
    await tellMentions(platform, documentId);
  } catch (err) {
    // Deleted for good meanwhile.
    if (err instanceof AppError && err.key === 'notFound') return;
    platform.log.warn({ err, documentId }, 'a document could not be read for searching');
  }
}
