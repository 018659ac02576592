import { fairQueue } from '../../../core/timing/fair-queue.ts';
import { RefusedUpdate } from '../../edit/check.ts';
import type { Link } from './link.ts';
import type { Requests } from './messages.ts';

/** A trial is not possible now; it may be shortly. */
export class Busy extends Error {}

/** Each is a separate process: few at once, one person after the other. */
const trials = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 4 });

/**
 * Applies a change to its document in a child that can be killed.
 * @param userId who made the change
 * @param trial called when their turn comes, so that waiting trials hold no document
 * @throws RefusedUpdate `tooCostly` when that exceeds time or memory; Busy when too much of theirs waits
 */
export async function tryChange(
  link: Link,
  userId: number,
  trial: () => Requests['try']['ask'],
): Promise<void> {
  const fits = await trials
    .run(userId, () => link.ask('try', trial()))
    .catch(() => {
      throw new Busy();
    });
  if (!fits) throw new RefusedUpdate('tooCostly');
}
