import type { Block } from '@tandem/shared/document/blocks';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { runDocumentOperation } from '../edit/operations.ts';
import { stateOf } from '../model/frozen.repo.ts';
import type { VersionRow } from './version.repo.ts';

/**
 * Returns the blocks of a version.
 * @throws AppError `notFound` when it is gone, and those of `runDocumentOperation`
 */
export async function versionBlocks(
  { db, actor }: UserContext,
  { id }: Pick<VersionRow, 'id'>,
): Promise<Block[]> {
  const read = async () => {
    const state = await stateOf(db, id);
    if (!state) throw new AppError('notFound');
    return { updates: [state] };
  };
  const { blocksJson } = await runDocumentOperation('derive', read, { owner: actor.userId });
  return JSON.parse(blocksJson) as Block[];
}
