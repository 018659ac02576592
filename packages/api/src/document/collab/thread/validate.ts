import { fairQueue } from '../../../core/timing/fair-queue.ts';
import { RefusedUpdate } from '../../edit/check.ts';
import type { Link } from './link.ts';
import type { Requests } from './messages.ts';

/** Nothing can be tried now; it may be in a moment. */
export class Busy extends Error {}

/** Each is a process of its own: few at once, the others wait, one person after the other. */
const trials = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 4 });

/**
 * Has a change put together with its document where that can be ended.
 * @param userId who made the change
 * @param trial asked when their turn comes, so that what waits holds no document
 * @throws RefusedUpdate `tooCostly` when that takes too long or too much memory; Busy when too much of theirs waits
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
