import type { Db } from '@tandem/db';
import type { DocumentLooks } from '@tandem/shared/document/looks';
import { AppError } from '../../core/errors.ts';
import { findLooks } from './info.repo.ts';

export { type DocumentRevisions, documentRevisions } from './info.repo.ts';

/** What a document looks like. @throws AppError `notFound` when it is gone */
export async function readLooks(db: Db, documentId: string): Promise<DocumentLooks> {
  const looks = await findLooks(db, documentId);
  if (!looks) throw new AppError('notFound');
  return looks;
}
