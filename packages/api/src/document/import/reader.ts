import { unpack } from './files.ts';
import { planImport } from './plan.ts';
import { ImportProblem } from './problem.ts';
import type { ReaderAnswer, ReaderTask } from './reading.ts';

process.once('message', (task: ReaderTask) => {
  void answerTo(task).then(
    (answer) => process.send?.(answer),
    // Ending without an answer says that it could not be read.
    () => process.exit(1),
  );
});

async function answerTo(task: ReaderTask): Promise<ReaderAnswer> {
  try {
    if (task.kind === 'plan')
      return { kind: 'plan', plan: await planImport(task.path, task.name, task.format) };
    return { kind: 'unpacked', unpacked: unpack(task.path, task.paths, task) };
  } catch (error) {
    if (error instanceof ImportProblem) return { kind: 'problem', key: error.key };
    throw error;
  }
}
