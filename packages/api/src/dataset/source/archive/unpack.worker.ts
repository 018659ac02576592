import { serveWorker } from '../../../core/worker/serve.ts';
import { ArchiveProblem, readDirectory } from './directory.ts';
import { unpackEntries } from './entry.ts';
import type { ArchiveAnswer, ArchiveTask } from './reading.ts';

serveWorker<ArchiveTask, ArchiveAnswer>((task) => {
  try {
    if (task.kind === 'list') return { kind: 'listed', entries: readDirectory(task.file) };
    return { kind: 'unpacked', files: unpackEntries(task.file, task.entries) };
  } catch (error) {
    if (error instanceof ArchiveProblem) return { kind: 'problem', problem: error.problem };
    throw error;
  }
});
