import type { ConsentFacts, OneToolCall } from '@tandem/shared/message/schema';
import { findChannel, seenByAudience } from '../../access/policy/access.audience.ts';
import { mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { Touched } from '../../ai/tools/types.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { judgeApproval } from '../../document/document/consent.ts';
import { touchedIn, waitingCall } from './decide.ts';

/**
 * Returns the resources a waiting call would touch, as far as its reader may see them, and whether they may
 * approve it; null when it no longer waits.
 * @throws AppError `notFound`
 */
export async function consentFacts(
  ctx: UserContext,
  channel: LoadedChannel,
  call: OneToolCall,
): Promise<ConsentFacts | null> {
  const waiting = await waitingCall(ctx, channel, call);
  if (!waiting) return null;
  const { toolName, input, asker } = waiting;
  const touched = touchedIn(toolName, input);
  const ids = touched.map(({ id }) => id);
  const [seen, documents] = await Promise.all([
    seenByAudience(ctx.db, channel.id, ids),
    Promise.all(touched.map((each) => shown(ctx, each))),
  ]);
  return {
    asker,
    isAsker: asker.id === ctx.actor.userId,
    room: channel.name,
    documents,
    seenByAll: ids.every((id) => seen.has(id)),
    mayApprove:
      mayOnChannel(channel.held, 'channel.edit') && (await mayApprove(ctx, channel, asker.id, touched)),
  };
}

/** A call names at most a few. */
async function shown(
  { db, actor }: UserContext,
  { id, action }: Touched,
): Promise<ConsentFacts['documents'][number]> {
  const channel = await findChannel(db, actor, id);
  return {
    action,
    document: channel && { id, appId: channel.appId, appType: channel.appType, name: channel.name },
  };
}

async function mayApprove(
  { db, actor }: UserContext,
  { id: channelId, teamId }: LoadedChannel,
  userId: number,
  touched: readonly Touched[],
): Promise<boolean> {
  try {
    await judgeApproval(db, { userId, teamId, channelId }, actor.userId, touched, { isEdited: false });
    return true;
  } catch (err) {
    if (err instanceof AppError) return false;
    throw err;
  }
}
