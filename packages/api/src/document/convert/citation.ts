import { blockHash } from '@tandem/shared/document/citation';

/** Shortest mark: of random ids, so few letters tell as many blocks apart as documents have. */
const MIN_MARK = 8;

/** Returns short names of blocks: the shortest unique prefix of each id. */
export function marksOf(ids: readonly string[]): Map<string, string> {
  const sorted = [...new Set(ids)].sort();
  return new Map(
    sorted.map((id, i) => {
      const shared = Math.max(sharedWith(id, sorted[i - 1]), sharedWith(id, sorted[i + 1]));
      return [id, id.slice(0, Math.max(MIN_MARK, shared + 1))];
    }),
  );
}

function sharedWith(id: string, other = ''): number {
  let length = 0;
  while (length < id.length && id[length] === other[length]) length += 1;
  return length;
}

/** A block an answer may cite. */
export interface CitedBlock {
  id: string;
  mark: string;
  /** Its first words, for a citation without own words. */
  words: string;
}

/**
 * Converts citation marks in an answer to links to their blocks. Models write `[words](#mark)` as instructed,
 * or `[#mark]` as in the text. A mark of an unknown block stays unchanged, without a link.
 */
export function citationsAsLinks(text: string, blocks: readonly CitedBlock[]): string {
  const byKey = new Map(
    blocks.flatMap((block) => [[block.mark, block] as const, [block.id, block] as const]),
  );
  return text
    .replaceAll(/\]\(#(?:block=)?([\w-]{1,64})\)/gu, (match, key: string) => {
      const block = byKey.get(key);
      return block ? `](${blockHash(block.id)})` : match;
    })
    .replaceAll(/\[#([\w-]{1,64})\](\(#block=[\w-]{1,64}\))?/gu, (match, key: string, link?: string) => {
      const block = byKey.get(key);
      return block ? `[${block.words}]${link ?? `(${blockHash(block.id)})`}` : match;
    });
}

/** Links to blocks as their model knows them. */
export function citationsAsMarks(text: string, blocks: readonly CitedBlock[]): string {
  const marks = new Map(blocks.map(({ id, mark }) => [id, mark]));
  return text.replaceAll(/\]\(#block=([\w-]{1,64})\)/gu, (match, id: string) => {
    const mark = marks.get(id);
    return mark === undefined ? match : `](#${mark})`;
  });
}
