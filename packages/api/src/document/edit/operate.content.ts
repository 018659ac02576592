import { type BlockInput, MAX_BLOCKS } from '@tandem/shared/document/blocks';
import { MAX_DOCUMENT_BYTES } from '@tandem/shared/document/schema';
import { WorkerRefusal } from '../../core/worker/refusal.ts';
import { countBlocks } from '../convert/plain.ts';
import type { WrittenText } from '../document/reading.ts';
import type { LinkTargetData } from './resolve-links.ts';

// Runs in a child process only: it parses untrusted input of people, models and files.

/** Content that is written into a document. JSON stays text until it is used, so that no other thread reads it. */
export type GivenContent =
  | { blocks: readonly BlockInput[] }
  | (WrittenText & {
      /** A model wrote it: pictures from elsewhere become links. */
      isFromModel?: boolean;
    })
  /** Blocks of another document, and the ids that its files have in the copy. */
  | { json: string; fileIds: readonly (readonly [string, string])[] }
  /** Blocks of an import, with the targets of its addresses. */
  | { json: string; links: LinkTargetData };

/**
 * Parses given content into blocks.
 * @throws WorkerRefusal `documentTooLarge`, `documentUnreadable`
 */
export async function givenBlocks(content: GivenContent): Promise<readonly BlockInput[]> {
  const blocks = await blocksOfContent(content);
  // Known before they are laid out, which takes longer than everything else.
  if (countCells(blocks) > MAX_DOCUMENT_BYTES / CELL_BYTES) throw new WorkerRefusal('documentTooLarge');
  return blocks;
}

/** Minimum bytes of an empty cell in a document. */
const CELL_BYTES = 190;

function countCells(blocks: readonly BlockInput[]): number {
  return blocks.reduce((sum, { content, children = [] }) => {
    const rows = content && !Array.isArray(content) ? content.rows : [];
    return sum + rows.reduce((cells, row) => cells + row.cells.length, 0) + countCells(children);
  }, 0);
}

async function blocksOfContent(content: GivenContent): Promise<readonly BlockInput[]> {
  if ('blocks' in content) return content.blocks;
  if ('text' in content) return blocksOfWritten(content);
  if ('links' in content) {
    const { resolveLinks, linkTargets } = await import('./resolve-links.ts');
    return resolveLinks(JSON.parse(content.json) as BlockInput[], linkTargets(content.links));
  }
  const { copiedBlocks } = await import('../convert/copy.ts');
  return copiedBlocks(content.json, new Map(content.fileIds));
}

async function blocksOfWritten({
  isFromModel = false,
  ...written
}: WrittenText & { isFromModel?: boolean }): Promise<readonly BlockInput[]> {
  const blocks = await blocksOfText(written);
  if (countBlocks(blocks) > MAX_BLOCKS) throw new WorkerRefusal('documentTooLarge');
  if (!isFromModel) return blocks;
  return (await import('../convert/remote.ts')).withoutRemoteFiles(blocks);
}

async function blocksOfText({ format, text }: WrittenText): Promise<BlockInput[]> {
  if (format === 'html') return (await import('../convert/html.ts')).blocksOfHtml(text);
  return (await import('../convert/markdown.ts')).blocksOfMarkdown(text);
}
