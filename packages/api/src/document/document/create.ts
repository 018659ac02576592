import type { Db } from '@tandem/db';
import type { Channel, ChannelKind } from '@tandem/shared/channel/schema';
import type { UserContext } from '../../core/context.ts';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import { type FillChannel, makeChannel, type NewChannel } from '../../workspace/channel/create.ts';
import { firstUpdate } from '../edit/seed.ts';
import { insertDocument } from '../model/document.repo.ts';

/** Returns the initial body of a new channel: only documents have one. */
export function bodyOf(
  { actor }: Pick<UserContext, 'actor'>,
  { teamId }: Pick<Place, 'teamId'>,
  kind: ChannelKind,
): FillChannel | undefined {
  if (kind !== 'document') return undefined;
  return (tx: Db, documentId) =>
    insertDocument(tx, { documentId, teamId, userId: actor.userId, update: firstUpdate() });
}

/**
 * Makes a channel that is a document, and fills it in the same transaction.
 * @throws AppError those of `makeChannel`, and whatever `fill` throws
 */
export function makeDocument(
  ctx: UserContext,
  place: Place,
  input: Omit<NewChannel, 'kind'>,
  fill?: FillChannel,
): Promise<Channel> {
  return makeChannel(ctx, place, { ...input, kind: 'document' }, async (tx, documentId) => {
    await bodyOf(ctx, place, 'document')?.(tx, documentId);
    await fill?.(tx, documentId);
  });
}
