import { type Db, onCommit, transaction } from '@tandem/db';
import type { Channel } from '@tandem/shared/channel/schema';
import { type Cover, isCoverFile } from '@tandem/shared/document/appearance';
import type { DocumentAttributes, DocumentInfo } from '@tandem/shared/document/requests';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import { listChannels, readChannel, readChannels } from '../../workspace/channel/list.ts';
import { updateChannel } from '../../workspace/channel/update.ts';
import {
  type DocumentRow,
  documentRows,
  ownsPicture,
  recentDocumentIds,
  updateAppearance,
} from './info.repo.ts';

/**
 * Returns a document's metadata.
 * @throws AppError `notFound`
 */
export async function readInfo(db: Db, reader: Reader, documentId: string): Promise<DocumentInfo> {
  const [info] = await withRows(db, [await readChannel(db, reader, documentId)]);
  if (!info) throw new AppError('notFound');
  return info;
}

/** Lists an app's documents the reader may see, in tree order. */
export async function listDocuments(db: Db, reader: Reader, appId: string): Promise<DocumentInfo[]> {
  const channels = await listChannels(db, reader, appId);
  return withRows(
    db,
    channels.filter(({ kind }) => kind === 'document'),
  );
}

/** Lists a team's documents the reader may see, the last edited first. */
export async function recentDocuments(
  db: Db,
  reader: Reader,
  teamId: string,
  limit: number,
): Promise<DocumentInfo[]> {
  const ids = await recentDocumentIds(db, reader, teamId, limit);
  const channels = new Map((await readChannels(db, reader, ids)).map((channel) => [channel.id, channel]));
  return withRows(
    db,
    ids.flatMap((id) => channels.get(id) ?? []),
  );
}

/**
 * Changes title, icon, cover or width.
 * @throws AppError `notFound` for a cover that is no picture of the document
 */
export async function setAttributes(
  ctx: UserContext,
  document: LoadedChannel,
  { title, icon, cover, coverY, isWide }: DocumentAttributes,
): Promise<DocumentInfo> {
  await transaction(ctx.db, async (tx) => {
    if (cover && isCoverFile(cover) && !(await ownsPicture(tx, document.id, cover)))
      throw new AppError('notFound');
    // Locks the tree before the document, as every writer of a document does after checking rights.
    const named = { ...(title !== undefined && { name: title }), ...(icon !== undefined && { icon }) };
    await updateChannel({ ...ctx, db: tx }, document, { channelId: document.id, ...named });
    const revision = await updateAppearance(tx, document.id, { cover, coverY, isWide });
    if (revision !== null)
      onCommit(tx, () =>
        ctx.platform.bus.publish(topics.document(document.id), { type: 'appearance', revision }),
      );
  });
  return readInfo(ctx.db, ctx.actor, document.id);
}

async function withRows(db: Db, channels: readonly Channel[]): Promise<DocumentInfo[]> {
  if (channels.length === 0) return [];
  const ids = channels.map(({ id }) => id);
  const rows = new Map((await documentRows(db, ids)).map((row) => [row.id, row]));
  return channels.flatMap((channel) => {
    const row = rows.get(channel.id);
    return row ? [present(channel, row)] : [];
  });
}

function present(channel: Channel, row: DocumentRow): DocumentInfo {
  const { id, appId, parentId, icon, createdAt, archivedAt, level, abilities } = channel;
  const { coverY, isWide, attributeRevision, seq, wordCount, editedAt } = row;
  const { updaterId, updaterName, updaterAvatar } = row;
  return {
    ...{ id, appId, parentId, title: channel.name, icon, seq, wordCount, createdAt, editedAt },
    ...{ cover: row.cover as Cover, coverY, isWide, attributeRevision },
    updater:
      updaterId === null ? null : { id: updaterId, name: updaterName ?? '', avatar: updaterAvatar ?? '' },
    ...{ archivedAt, level, abilities },
  };
}
