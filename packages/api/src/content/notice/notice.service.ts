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
 * Tells people something. To be called inside the transaction of what they are told: the notices exist exactly if it
 * does, and are announced after the commit. Nobody is told what they did themselves; word of something shared that
 * was not read yet is replaced, not repeated. What a person may not see when they look is left out then.
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
