import { AppError } from '../../core/errors.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';

/** Milliseconds without writes before a document is derived again, and the maximum delay. */
const PAUSE_MS = 2_000;
const PATIENCE_MS = 15_000;

interface Waiting {
  timer: NodeJS.Timeout;
  since: number;
}

/** Documents whose content waits to be derived, by id. */
const waitingOf = perProcess(() => new Map<string, Waiting>());
/** The last one to be derived. They are derived one after the other, because a long document keeps a process busy. */
const lastOf = perProcess(() => ({ done: Promise.resolve() }));

/**
 * Derives a document's content, and notifies people it mentions, once its writers pause, in the process that
 * stored their change. Nothing depends on it: an earlier reader derives it immediately, and work lost with a
 * process is done on demand.
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
    const last = lastOf(platform);
    last.done = last.done.then(() => derive(platform, documentId));
  }, delay).unref();
  documents.set(documentId, { timer, since });
}

/** Never rejects. */
async function derive(platform: Platform, documentId: string): Promise<void> {
  try {
    // Imported dynamically: that module is above this one.
    const { readContent } = await import('./content.ts');
    await readContent(platform.database.db, documentId);
    const { tellMentions } = await import('./mentions.ts');
    await tellMentions(platform, documentId);
  } catch (err) {
    // Permanently deleted meanwhile.
    if (err instanceof AppError && err.key === 'notFound') return;
    platform.log.warn({ err, documentId }, 'a document could not be read for searching');
  }
}
