import type { Db } from '@tandem/db';
import type { DocumentAppearance } from '@tandem/shared/document/appearance';
import { AppError } from '../../core/errors.ts';
import { findAppearance } from './info.repo.ts';

export { type DocumentRevisions, documentRevisions } from './info.repo.ts';

/**
 * Returns a document's appearance.
 * @throws AppError `notFound` when it is gone
 */
export async function readAppearance(db: Db, documentId: string): Promise<DocumentAppearance> {
  const appearance = await findAppearance(db, documentId);
  if (!appearance) throw new AppError('notFound');
  return appearance;
}
