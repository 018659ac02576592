import { type Db, onCommit } from '@tandem/db';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { mailLater } from './mail.ts';
import { deleteReplacedShares, insertNotices, type NewNotice } from './notice.repo.ts';

export {
  forgetPerson,
  moveNotices,
  type NewNotice,
  toldAmong,
  toldOfBlocks,
  toldOfComment,
} from './notice.repo.ts';

/**
 * Notifies people. Call it inside the transaction of the cause: both commit together, and the event follows
 * the commit. Nobody is notified of their own actions; an unread notification of a share is replaced, not
 * repeated. Later reads omit what the recipient cannot see.
 * @param ctx its `db` is the transaction
 */
export async function notify(
  { db, platform }: { db: Db; platform: Platform },
  notices: NewNotice[],
): Promise<void> {
  const others = notices.filter(({ userId, actorId }) => userId !== actorId);
  if (others.length === 0) return;
  await deleteReplacedShares(db, others);
  const stored = await insertNotices(db, others);
  await mailLater({ db, platform }, stored);
  onCommit(db, () => {
    for (const { id, userId } of stored)
      platform.bus.publish(topics.user(userId), { type: 'notice', noticeId: id });
  });
}
