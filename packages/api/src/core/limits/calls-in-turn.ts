import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { perProcess } from '../per-process.ts';
import { fairQueue } from '../timing/fair-queue.ts';
import { refusal } from './refusal.ts';
import { weightOf } from './weight.ts';

/**
 * Concurrent calls per process, and of one person: fewer than database connections, so that one person never
 * takes all of them. A call that takes over a second, which is mostly waiting, gives its slot to other
 * people's calls, but not to its own person's.
 */
const AT_ONCE = { atOnce: 16, atOncePerOwner: 6, slow: { afterMs: 1_000, atOnce: 1_000 } };
/** Waiting calls of one person. Their inputs are in memory. */
const WAITING_PER_PERSON = 400;
/** After this many bytes of answers within one request, its other calls are refused. */
const MAX_ANSWERED = 8 * 1024 * 1024;
/** Suggested delay before requesting the rest, in milliseconds. */
const TRY_AFTER_MS = 1_000;

const queueOf = perProcess(() => fairQueue<number>({ ...AT_ONCE, waitingPerOwner: WAITING_PER_PERSON }));
/** Bytes answered so far, by the context that one request's calls share. */
const answered = new WeakMap<Context, number>();

/**
 * Runs a signed-in person's call when their turn comes: people take turns, so that a flood of one delays only
 * itself. Strangers' calls are few and cheap, and do not wait.
 * @param signal skips callers that left while waiting; absent for none
 * @param answerOf returns the part of the outcome that will be sent, where that may be large
 * @throws AppError `unavailable` when too many of theirs wait or the caller has left, `tooManyRequests` when
 * the request already had a long answer, and errors of the work
 */
export async function inTurn<T>(
  ctx: Context,
  work: () => Promise<T>,
  {
    signal,
    answerOf = () => null,
  }: { signal?: AbortSignal | undefined; answerOf?(outcome: T): unknown } = {},
): Promise<T> {
  const { actor, platform, carrier } = ctx;
  if (carrier !== 'http' || actor.kind !== 'user') return work();
  return queueOf(platform).run(actor.userId, async () => {
    if (signal?.aborted) throw new AppError('unavailable', {}, signal.reason);
    const before = answered.get(ctx) ?? 0;
    if (before > MAX_ANSWERED) throw refusal('tooManyRequests', TRY_AFTER_MS);
    const outcome = await work();
    const weight = weightOf(answerOf(outcome), MAX_ANSWERED);
    answered.set(ctx, (answered.get(ctx) ?? 0) + weight);
    return outcome;
  });
}
