import type { BlockInput } from '@tandem/shared/document/blocks';
import { fileIdOf } from '@tandem/shared/file/schema';

/**
 * Blocks of a copy: without ids, and naming the copies of the document's files.
 * @param fileIds the id that the copy of each file has
 */
export function copiedBlocks(blocksJson: string, fileIds: ReadonlyMap<string, string>): BlockInput[] {
  const renamed: BlockInput[] = JSON.parse(blocksJson, (key, value) => {
    if ((key !== 'url' && key !== 'href') || typeof value !== 'string') return value;
    const id = fileIdOf(value);
    const copy = id === null ? undefined : fileIds.get(id);
    return copy === undefined ? value : value.replace(String(id), copy);
  });
  return withoutIds(renamed);
}

function withoutIds(blocks: readonly BlockInput[]): BlockInput[] {
  return blocks.map(({ id: _, children = [], ...block }) => ({ ...block, children: withoutIds(children) }));
}
