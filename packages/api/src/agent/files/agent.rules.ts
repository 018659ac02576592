import type { Db } from '@tandem/db';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { ChannelAction } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';

/**
 * Loads an agent's channel for a person who wants to do `action`.
 * @throws AppError as `channelFor`; `notFound` also for a channel of another kind
 */
export async function agentFor(
  db: Db,
  reader: Reader,
  channelId: string,
  action: ChannelAction,
): Promise<LoadedChannel> {
  const channel = await channelFor(db, reader, channelId, 'channel.view');
  if (channel.kind !== 'agent') throw new AppError('notFound');
  return action === 'channel.view' ? channel : channelFor(db, reader, channelId, action);
}

/** Guards operations in an agent's channel; the operation receives `ctx.channel`. */
export function agentRule<Input extends { channelId: string }>(
  action: ChannelAction,
): AccessRule<Input, { channel: LoadedChannel }> {
  return {
    action,
    check: async ({ db, actor }, { channelId }) => ({
      channel: await agentFor(db, actor, channelId, action),
    }),
  };
}

/** The same for the paths of REST. */
export function agentPathRule(action: ChannelAction): AccessRule<{ id: string }, { channel: LoadedChannel }> {
  const rule = agentRule(action);
  return { action, check: (ctx, { id }) => rule.check(ctx, { channelId: id }) };
}
