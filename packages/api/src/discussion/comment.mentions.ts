import type { Db } from '@tandem/db';
import type { Mention } from '@tandem/shared/message/schema';
import type { LoadedChannel } from '../access/access.rules.ts';
import type { UserContext } from '../core/context.ts';
import { notify, toldOfComment } from '../notice/notice.service.ts';

/** Tells those whom a stored comment names, but for those who were told of an earlier wording of it. */
export async function notifyNamed(
  { platform, actor }: UserContext,
  tx: Db,
  channel: LoadedChannel,
  comment: { id: string; mentions: readonly Mention[]; isEdited?: boolean },
): Promise<void> {
  const named = comment.mentions.flatMap((each) => (each.type === 'user' ? each.userId : []));
  if (named.length === 0) return;
  const told = new Set(comment.isEdited ? await toldOfComment(tx, comment.id) : []);
  const notices = named
    .filter((userId) => !told.has(userId))
    .map((userId) => ({
      userId,
      teamId: channel.teamId,
      kind: 'comment' as const,
      actorId: actor.userId,
      appId: channel.appId,
      channelId: channel.id,
      commentId: comment.id,
    }));
  await notify({ db: tx, platform }, notices);
}
