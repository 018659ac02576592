import type { Block } from '@tandem/shared/document/blocks';
import { type CitedBlock, marksOf } from './citation.ts';
import { markdownOf } from './markdown.ts';
import { plainText } from './plain.ts';

/** Maximum characters of a block's text in a citation without own words. */
const MAX_WORDS = 60;

/** The beginning of a document as a model reads it. */
export interface ToldDocument {
  /** Blocks as Markdown, each behind its mark. */
  told: string;
  cited: CitedBlock[];
  /** Whether it is complete. */
  isWhole: boolean;
}

/**
 * Writes blocks with their marks until the limit.
 * @param room maximum characters
 */
export function tellBlocks(blocks: readonly Block[], room: number): ToldDocument {
  const told: string[] = [];
  const cited: CitedBlock[] = [];
  const marks = marksOf(idsOf(blocks));
  let length = 0;
  const tell = (list: readonly Block[], indent: string): boolean =>
    list.every((block) => {
      const markdown = markdownOf([{ ...block, children: [] }]).trim();
      const mark = marks.get(block.id) ?? '';
      if (markdown !== '') {
        const text = `${indent}[#${mark}] ${markdown.replaceAll('\n', `\n${indent}`)}`;
        if (length + text.length > room) return false;
        length += text.length + 1;
        told.push(text);
        cited.push({ id: block.id, mark, words: beginningOf(block) });
      }
      return tell(block.children, `${indent}  `);
    });
  const isWhole = tell(blocks, '');
  return { told: told.join('\n'), cited, isWhole };
}

function idsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ id, children }) => [id, ...idsOf(children)]);
}

/** Returns the first words of a block for a link. */
function beginningOf(block: Block): string {
  const words = plainText([{ ...block, children: [] }])
    .replaceAll(/[\s[\]\\]+/gu, ' ')
    .trim();
  if (words === '') return '¶';
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS - 1).toWellFormed()}…` : words;
}
