import { type Db, onCommit } from '@tandem/db';
import type { Device, SessionEnd } from '@tandem/shared/session/schema';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readAgent } from './agent.ts';
import { revokeSessionsOf, sessionsOf } from './session.repo.ts';
import { announceEnd } from './session.service.ts';

/** Lists the actor's sessions, the last used first. */
export async function listDevices({ db, actor }: UserContext): Promise<Device[]> {
  const sessions = await sessionsOf(db, actor.userId);
  return sessions.map(({ id, userAgent, ...rest }) => ({
    ...rest,
    sessionId: id,
    ...readAgent(userAgent),
    current: id === actor.sessionId,
  }));
}

/**
 * Signs out one of the actor's devices.
 * @throws AppError `notFound` when it is not theirs, or has ended
 */
export async function endDevice(ctx: UserContext, sessionId: string): Promise<null> {
  const ended = await endSessionsOf(ctx, ctx.db, { only: sessionId });
  if (ended.length === 0) throw new AppError('notFound');
  return null;
}

/** Signs every other device of the actor's out. */
export async function endOtherDevices(ctx: UserContext): Promise<{ ended: number }> {
  const ended = await endSessionsOf(ctx, ctx.db, { except: ctx.actor.sessionId });
  return { ended: ended.length };
}

/**
 * Ends sessions of the actor, everywhere once the transaction has committed; returns their ids. Streams of
 * the current session end a little later, by comparison with the database, since one of them carries the
 * answer.
 */
export async function endSessionsOf(
  { platform, actor }: UserContext,
  db: Db,
  which: { only: string } | { except: string | null },
  endedBy: SessionEnd = 'elsewhere',
): Promise<string[]> {
  const ended = await revokeSessionsOf(db, actor.userId, which, endedBy);
  const others = ended.filter((id) => id !== actor.sessionId);
  if (others.length > 0) onCommit(db, () => announceEnd(platform, actor.userId, others));
  return ended;
}
