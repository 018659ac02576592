import type { Db } from '@tandem/db';
import type { ChannelAction } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { type FoundComment, type FoundDiscussion, findComment, findDiscussion } from './discussion.repo.ts';

/**
 * Loads a document's channel for a person who wants to do `action`.
 * @throws AppError as `channelFor`; `notFound` also for a chat
 */
async function documentFor(ctx: UserContext, id: string, action: ChannelAction): Promise<LoadedChannel> {
  const channel = await channelFor(ctx.db, ctx.actor, id, action);
  if (channel.kind !== 'document') throw new AppError('notFound');
  return channel;
}

/** Guards a procedure by an action on the document that `pick` names; the operation receives `ctx.channel`. */
export function documentRule<Input>(
  action: ChannelAction,
  pick: (input: Input) => string,
): AccessRule<Input, { channel: LoadedChannel }> {
  return {
    action,
    check: async (ctx, input) => ({ channel: await documentFor(ctx, pick(input), action) }),
  };
}

/** Guards by a discussion and its document. */
export function discussionRule<Input>(
  action: ChannelAction,
  pick: (input: Input) => string,
): AccessRule<Input, { channel: LoadedChannel; discussion: FoundDiscussion }> {
  return {
    action,
    async check(ctx, input) {
      const discussion = await found(findDiscussion, ctx.db, pick(input));
      return { channel: await documentFor(ctx, discussion.documentId, action), discussion };
    },
  };
}

/** The same by a comment. */
export function commentRule<Input>(
  action: ChannelAction,
  pick: (input: Input) => string,
): AccessRule<Input, { channel: LoadedChannel; comment: FoundComment }> {
  return {
    action,
    async check(ctx, input) {
      const comment = await found(findComment, ctx.db, pick(input));
      return { channel: await documentFor(ctx, comment.documentId, action), comment };
    },
  };
}

async function found<Row>(find: (db: Db, id: string) => Promise<Row | undefined>, db: Db, id: string) {
  const row = await find(db, id);
  if (!row) throw new AppError('notFound');
  return row;
}
