import { serveWorker } from '../../core/worker/serve.ts';
import { unpack } from './files.ts';
import { planImport } from './plan.ts';
import { ImportProblem } from './problem.ts';
import type { ReaderAnswer, ReaderTask } from './reading.ts';

serveWorker<ReaderTask, ReaderAnswer>(async (task) => {
  try {
    if (task.kind === 'unpack') return { kind: 'unpacked', unpacked: unpack(task.path, task.paths, task) };
    const { documents, ...plan } = await planImport(task.path, task.name, task.format);
    return {
      kind: 'plan',
      plan: {
        ...plan,
        documents: documents.map(({ blocks, ...document }) => ({
          ...document,
          blocksJson: JSON.stringify(blocks),
        })),
      },
    };
  } catch (error) {
    if (error instanceof ImportProblem) return { kind: 'problem', key: error.key };
    throw error;
  }
});
