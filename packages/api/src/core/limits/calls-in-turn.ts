import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { perProcess } from '../per-process.ts';
import { fairQueue } from '../timing/fair-queue.ts';
import { refusal } from './refusal.ts';
import { weightOf } from './weight.ts';

/**
 * Calls that are worked on at once in one process, and of these one person's: fewer than there are connections to the
 * database, so that one person's calls never take all of them. What takes longer than a second, since it mostly waits
 * for something else, gives its place to others' calls, though not to those of its own person.
 */
const AT_ONCE = { atOnce: 16, atOncePerOwner: 6, slow: { afterMs: 1_000, atOnce: 1_000 } };
/** Calls of one person that may wait. Their inputs are in memory. */
const WAITING_PER_PERSON = 400;
/** Once so much was answered within one request, its other calls are refused, in bytes. */
const MAX_ANSWERED = 8 * 1024 * 1024;
/** When to ask for the rest, in milliseconds. */
const TRY_AFTER_MS = 1_000;

const queueOf = perProcess(() => fairQueue<number>({ ...AT_ONCE, waitingPerOwner: WAITING_PER_PERSON }));
/** What was answered so far, by the context that the calls of one request share. */
const answered = new WeakMap<Context, number>();

/**
 * Does what a signed-in person asks for when their turn comes: people take turns, so whoever asks for a thousand things
 * at once waits for themselves. Strangers' calls are few and cheap; they do not wait.
 * @param signal those who left while they waited are not served any more; absent: they are
 * @param answerOf what will be sent of the outcome, where that may be much
 * @throws AppError `unavailable` when too many of theirs wait or nobody waits for this any more, `tooManyRequests` when
 *   the request had a long answer already, and what the work throws
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
