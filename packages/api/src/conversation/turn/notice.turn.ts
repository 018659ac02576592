import { transaction } from '@tandem/db';
import type { MessageStatus } from '@tandem/shared/message/schema';
import { hasTakenLong } from '../../content/notice/notice.repo.ts';
import { notify } from '../../content/notice/notice.service.ts';
import type { Platform } from '../../core/platform.ts';
import { isFollowing } from '../../workspace/watch/following.ts';

/** Seconds after which the asker is no longer expected to be waiting. */
const LONG_SECONDS = 30;

/** Notifies the asker of an ended answer, if it took long and they are not watching. Never throws. */
export async function noticeLongAnswer(
  platform: Platform,
  turn: { id: string; userId: number; teamId: string; channelId: string; messageId: string },
  status: MessageStatus,
): Promise<void> {
  if (status !== 'done' && status !== 'failed') return;
  const { userId, teamId, channelId, messageId } = turn;
  const { db } = platform.database;
  try {
    if (!(await hasTakenLong(db, turn.id, LONG_SECONDS))) return;
    if (await isFollowing(platform, { userId, channelId })) return;
    await transaction(db, (tx) =>
      notify({ db: tx, platform }, [{ userId, teamId, kind: 'turn', channelId, messageId }]),
    );
  } catch (err) {
    // The channel may be gone.
    platform.log.warn({ err, turn: turn.id }, 'the end of an answer could not be told');
  }
}
