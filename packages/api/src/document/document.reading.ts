import { fileURLToPath } from 'node:url';
import { type BlockInput, MAX_BLOCKS, MAX_DOCUMENT_TEXT } from '@tandem/shared/document/blocks';
import { AppError } from '../core/errors.ts';
import { fairQueue } from '../core/fair-queue.ts';
import { runIsolated } from '../core/isolated.ts';
import { countBlocks } from './document.plain.ts';

/** A text in a form that documents are written in. */
export interface WrittenText {
  format: 'markdown' | 'html';
  text: string;
}

/** Texts above this are read elsewhere, in characters: there are short ones that take long. */
const READ_HERE = 16 * 1024;
const TIME_MS = 15_000;
const MEMORY_MB = 512;
const READER = fileURLToPath(new URL('./document.reader.ts', import.meta.url));

/** Each is a Node of its own: few at once, the others wait, one person after the other. */
const readers = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 20 });

/**
 * The blocks of a text that somebody wrote.
 * @param userId whose turn is waited for
 * @throws AppError `documentTooLarge`, `documentUnreadable` when it is too complicated to be read, or `unavailable` when
 *   too much of theirs waits
 */
export async function readText(written: WrittenText, userId: number): Promise<BlockInput[]> {
  const text = written.text.replaceAll('\0', '').toWellFormed();
  if (text.length > MAX_DOCUMENT_TEXT) throw new AppError('documentTooLarge');
  const clean = { ...written, text };
  const blocks =
    text.length > READ_HERE ? await readers.run(userId, () => readElsewhere(clean)) : await readHere(clean);
  if (countBlocks(blocks) > MAX_BLOCKS) throw new AppError('documentTooLarge');
  return blocks;
}

function readElsewhere(written: WrittenText): Promise<BlockInput[]> {
  return runIsolated<BlockInput[]>(READER, written, {
    timeMs: TIME_MS,
    memoryMb: MEMORY_MB,
    tooMuch: () => new AppError('documentUnreadable'),
  });
}

async function readHere(written: WrittenText): Promise<BlockInput[]> {
  try {
    return await blocksOfText(written);
  } catch {
    // Deeper than there is room for.
    throw new AppError('documentUnreadable');
  }
}

/** The same without bounds. */
export async function blocksOfText({ format, text }: WrittenText): Promise<BlockInput[]> {
  if (format === 'html') return (await import('./document.html.ts')).blocksOfHtml(text);
  return (await import('./document.markdown.ts')).blocksOfMarkdown(text);
}
