import { fileURLToPath } from 'node:url';
import type { Block } from '@tandem/shared/document/blocks';
import { AppError } from '../core/errors.ts';
import { fairQueue } from '../core/fair-queue.ts';
import { runIsolated } from '../core/isolated.ts';
import type { DocumentContent } from './document.content.ts';
import { countBlocks } from './document.plain.ts';
import type { FileForm } from './export/text.ts';

/** What is written of blocks: bare HTML, or the text of a file. */
export interface WritingTask {
  blocks: readonly Block[];
  /** Null: bare HTML. */
  file: FileForm | null;
}

/** Documents above this are written elsewhere, in characters and blocks. */
const WRITE_HERE = 16 * 1024;
const TIME_MS = 30_000;
const MEMORY_MB = 768;
const WRITER = fileURLToPath(new URL('./document.writer.ts', import.meta.url));

/** Each is a Node of its own: few at once, the others wait, one person after the other. */
const writers = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 20 });

/**
 * A document as a text for who reads it, however large it is, without keeping others waiting.
 * @param userId whose turn is waited for
 * @param file absent: bare HTML
 * @throws AppError `documentUnreadable` when that takes too long or too much memory, or `unavailable` when too much of
 *   theirs waits
 */
export async function writeText(
  { blocks, markdown }: Pick<DocumentContent, 'blocks' | 'markdown'>,
  userId: number,
  file: FileForm | null = null,
): Promise<string> {
  const task: WritingTask = { blocks, file };
  if (markdown.length + countBlocks(blocks) <= WRITE_HERE) return textOfTask(task);
  return writers.run(userId, () =>
    runIsolated<string>(WRITER, task, {
      timeMs: TIME_MS,
      memoryMb: MEMORY_MB,
      tooMuch: () => new AppError('documentUnreadable'),
    }),
  );
}

/** The same without bounds. */
export async function textOfTask({ blocks, file }: WritingTask): Promise<string> {
  if (file) return (await import('./export/text.ts')).textOf(blocks, file);
  return (await import('./document.html.ts')).htmlOf(blocks);
}
