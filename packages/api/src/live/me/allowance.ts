import type { UserContext } from '../../core/context.ts';
import { refusal } from '../../core/limits/refusal.ts';
import { perProcess } from '../../core/per-process.ts';

/** Maximum streams of one person in one process, over all their tabs and programs. */
export const STREAMS_PER_PERSON = 200;
/** Suggested delay of a retry, in milliseconds. */
const TRY_AFTER_MS = 10_000;

/** Streams that are read, by person. */
const openStreamsOf = perProcess(() => new Map<number, number>());

/**
 * Counts a stream among its reader's while it is read: each costs memory and queries.
 * @throws AppError `tooManyRequests` when they have too many already
 */
export async function* allowed<Event>(
  { actor, platform }: UserContext,
  stream: AsyncGenerator<Event, void, undefined>,
): AsyncGenerator<Event, void, undefined> {
  const { userId } = actor;
  const counts = openStreamsOf(platform);
  const count = counts.get(userId) ?? 0;
  if (count >= STREAMS_PER_PERSON) throw refusal('tooManyRequests', TRY_AFTER_MS);
  counts.set(userId, count + 1);
  try {
    yield* stream;
  } finally {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  }
}
