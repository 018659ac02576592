import { type Db, transaction } from '@tandem/db';
import {
  type AttachDataset,
  type AttachedDataset,
  type DatasetUser,
  MAX_ATTACHED,
  type QuoteReaders,
} from '@tandem/shared/dataset/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { countLinks, deleteLink, findLinks, findQuoteReaders, insertLink } from './link.repo.ts';

/** Names told of people who would read quotes. */
const MAX_NAMES = 5;

/**
 * Lets an assistant or a channel use a dataset; nothing happens when it does already.
 * @throws AppError `tooManyDatasets`
 */
export async function attachDataset(
  ctx: UserContext,
  { id: datasetId, teamId }: LoadedChannel,
  { to }: AttachDataset,
): Promise<AttachedDataset[]> {
  await transaction(ctx.db, async (tx) => {
    const before = await countLinks(tx, to);
    if (!(await insertLink(tx, { teamId, datasetId, to, creatorId: ctx.actor.userId }))) return;
    if (before >= MAX_ATTACHED) throw new AppError('tooManyDatasets', { count: MAX_ATTACHED });
    await recordAudit(tx, ctx, {
      ...{ teamId, action: 'dataset.attach' },
      target: { kind: 'channel', id: datasetId },
      detail: { ...to },
    });
  });
  return attachedDatasets(ctx.db, ctx.actor, to);
}

/** Ends that; quotes in earlier answers stay. */
export async function detachDataset(
  ctx: UserContext,
  { datasetId, to }: AttachDataset,
): Promise<AttachedDataset[]> {
  await transaction(ctx.db, (tx) => deleteLink(tx, datasetId, to));
  return attachedDatasets(ctx.db, ctx.actor, to);
}

/** The datasets that an assistant or a channel uses; those that the reader does not see have no name. */
export async function attachedDatasets(db: Db, reader: Reader, to: DatasetUser): Promise<AttachedDataset[]> {
  const links = await findLinks(db, reader, to);
  return links.map(({ datasetId, creatorId, name, icon, isSeen }) =>
    isSeen ? { datasetId, creatorId, name, icon } : { datasetId, creatorId, name: null, icon: '' },
  );
}

/** The people who would read quotes of a dataset that they may not open, once it is attached. */
export function quoteReaders(db: Db, { datasetId, to }: AttachDataset): Promise<QuoteReaders> {
  return findQuoteReaders(db, datasetId, to, MAX_NAMES);
}
