import * as Y from 'yjs';
import { serveWorker } from '../../core/worker/serve.ts';
import type { Trial } from './validate.ts';

/**
 * Loads a document.
 * @returns milliseconds of processor time
 */
serveWorker(({ updates }: Trial): number => {
  const before = process.threadCpuUsage();
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
});
