import type { Db } from '@tandem/db';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { ChannelAction } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { type Place, placeFor } from '../../workspace/channel/channel.rules.ts';

/**
 * Loads a document's channel for a person who wants to do `action`.
 * @param appId the app it must be in; absent for any
 * @throws AppError as `channelFor`; `notFound` also for a chat or another app
 */
export async function documentFor(
  db: Db,
  reader: Reader,
  { documentId, appId }: { documentId: string; appId?: string | undefined },
  action: ChannelAction,
): Promise<LoadedChannel> {
  const channel = await channelFor(db, reader, documentId, 'channel.view');
  if (channel.kind !== 'document' || (appId !== undefined && channel.appId !== appId))
    throw new AppError('notFound');
  return action === 'channel.view' ? channel : channelFor(db, reader, documentId, action);
}

/** Guards operations on a document; the operation receives `ctx.document`, its channel. */
export function documentRule<Input extends { documentId: string; appId?: string | undefined }>(
  action: ChannelAction,
): AccessRule<Input, { document: LoadedChannel }> {
  return {
    action,
    check: async ({ db, actor }, input) => ({ document: await documentFor(db, actor, input, action) }),
  };
}

/** The same for the paths of REST, which name app and document. */
export function documentPathRule(
  action: ChannelAction,
): AccessRule<{ id: string; docId: string }, { document: LoadedChannel }> {
  const rule = documentRule(action);
  return { action, check: (ctx, { id, docId }) => rule.check(ctx, { documentId: docId, appId: id }) };
}

/** Guards copying a document beside it; the operation receives `ctx.document` and `ctx.place`. */
export function copyRule<Input extends { documentId: string }>(): AccessRule<
  Input,
  { document: LoadedChannel; place: Place }
> {
  return {
    action: 'channel.createChild',
    check: async ({ db, actor }, input) => {
      const document = await documentFor(db, actor, input, 'channel.view');
      return { document, place: await placeFor(db, actor, document) };
    },
  };
}
