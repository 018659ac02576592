import { textOfTask, type WritingTask } from './document.writing.ts';

process.once('message', async (task: WritingTask) => {
  process.send?.(await textOfTask(task));
});
