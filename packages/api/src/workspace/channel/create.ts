import { type Db, transaction } from '@tandem/db';
import type { Channel, CreateChannel } from '@tandem/shared/channel/schema';
import { lockApp } from '../../access/policy/lock-app.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { assertAnswerer } from '../../models/assistant/assistant.service.ts';
import { channelByClientKey, insertChannel, scopeAt } from './channel.repo.ts';
import { type Place, placeFor } from './channel.rules.ts';
import { readChannel } from './list.ts';
import { assertRoom, lineBelow } from './place.ts';
import { firstChannelSort } from './tree.repo.ts';

/**
 * Makes a channel, first among its siblings. A repeated `clientKey` answers the first.
 * @param fill what a channel of its kind begins with, such as the body of a document
 * @throws AppError `treeTooDeep`, `conflict` when the key was used in another app, `notFound` when its place is
 * gone, or for an assistant that is neither the app's nor their own
 */
export async function createChannel(
  ctx: UserContext,
  place: Place,
  input: CreateChannel,
  fill?: FillChannel,
): Promise<Channel> {
  if (input.assistantId) await assertAnswerer(ctx.db, ctx.actor, place, input.assistantId);
  return makeChannel(ctx, place, input, fill);
}

/** Gives a new channel what it holds, in the transaction that makes it. */
export type FillChannel = (tx: Db, channelId: string) => Promise<void>;

export type NewChannel = Pick<CreateChannel, 'kind' | 'name' | 'assistantId' | 'clientKey'> &
  Partial<Pick<Channel, 'icon' | 'description'>> & {
    /** For callers that have to know it beforehand; made by the database's side otherwise. */
    id?: string;
  };

/**
 * The same, and fills the new channel in the same transaction.
 * @throws AppError those of `createChannel`, and whatever `fill` throws
 */
export async function makeChannel(
  ctx: UserContext,
  place: Place,
  input: NewChannel,
  fill: FillChannel = async () => {},
): Promise<Channel> {
  const { userId } = ctx.actor;
  const { clientKey } = input;
  const first = async () => {
    const found = clientKey ? await channelByClientKey(ctx.db, userId, clientKey) : null;
    if (found && found.appId !== place.appId) throw new AppError('conflict');
    return found?.id ?? null;
  };
  const channelId = (await first()) ?? (await insertNewChannel(ctx, place, input, fill)) ?? (await first());
  if (!channelId) throw new AppError('conflict');
  return readChannel(ctx.db, ctx.actor, channelId);
}

function insertNewChannel(
  ctx: UserContext,
  { teamId, appId, parentId }: Place,
  { id, kind, name = '', icon = '', description = '', assistantId, clientKey }: NewChannel,
  fill: FillChannel,
): Promise<string | null> {
  return transaction(ctx.db, async (tx) => {
    await lockApp(tx, appId);
    assertRoom((await lineBelow(tx, appId, parentId)).length + 1);
    const sort = await firstChannelSort(tx, appId, parentId);
    const scope = await scopeAt(tx, appId, parentId);
    const revision = await nextTreeRevision(tx, teamId);
    // Someone who lost the right while waiting for the locks creates nothing, and so gets no grant.
    await placeFor(tx, ctx.actor, { appId, parentId });
    const creatorId = ctx.actor.userId;
    // People talk in a discussion; an assistant joins in when it is named.
    const answering = kind === 'discussion' ? ('mentioned' as const) : ('always' as const);
    const values = {
      ...{ teamId, appId, parentId, kind, name, icon, description, answering, creatorId, sort, revision },
      assistantId: assistantId ?? null,
      clientKey: clientKey ?? null,
      ...(id !== undefined && { id }),
    };
    const channelId = await insertChannel(tx, scope, values);
    if (channelId === null) return null;
    await fill(tx, channelId);
    announceTree(ctx.platform, tx, teamId, { revision, channelIds: [channelId] });
    return channelId;
  });
}
