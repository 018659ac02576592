import { type Db, transaction } from '@tandem/db';
import type { Channel, CreateChannel } from '@tandem/shared/channel/schema';
import { lockApp } from '../app/app.service.ts';
import { assertAnswerer } from '../assistant/assistant.service.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { beginDocument } from '../document/document.create.ts';
import { announceTree, nextTreeRevision } from '../team/team.tree.ts';
import { readChannel } from './channel.list.ts';
import { assertRoom, lineBelow } from './channel.place.ts';
import { channelByClientKey, insertChannel, scopeAt } from './channel.repo.ts';
import { type Place, placeFor } from './channel.rules.ts';
import { firstChannelSort } from './channel.tree.repo.ts';

/**
 * Makes a channel, first among its siblings. A repeated `clientKey` answers the first.
 * @throws AppError `treeTooDeep`, `conflict` when the key was used in another app, `notFound` when its place is
 * gone, or for an assistant that is neither the app's nor their own
 */
export async function createChannel(ctx: UserContext, place: Place, input: CreateChannel): Promise<Channel> {
  if (input.assistantId) await assertAnswerer(ctx.db, ctx.actor, place, input.assistantId);
  return makeChannel(ctx, place, input);
}

type NewChannel = Pick<CreateChannel, 'kind' | 'name' | 'assistantId' | 'clientKey'> &
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
  fill: (tx: Db, channelId: string) => Promise<void> = async () => {},
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
  fill: (tx: Db, channelId: string) => Promise<void>,
): Promise<string | null> {
  return transaction(ctx.db, async (tx) => {
    await lockApp(tx, appId);
    assertRoom((await lineBelow(tx, appId, parentId)).length + 1);
    const sort = await firstChannelSort(tx, appId, parentId);
    const scope = await scopeAt(tx, appId, parentId);
    const revision = await nextTreeRevision(tx, teamId);
    // Who lost the right while waiting for the locks puts nothing there, and so gets no grant by it.
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
    if (kind === 'document') await beginDocument(tx, { documentId: channelId, teamId, userId: creatorId });
    await fill(tx, channelId);
    announceTree(ctx.platform, tx, teamId, { revision, channelIds: [channelId] });
    return channelId;
  });
}
