import type { Db } from '@tandem/db';
import type { Mention } from '@tandem/shared/message/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { notify, toldOfComment } from '../../content/notice/notice.service.ts';
import type { UserContext } from '../../core/context.ts';
import { findParticipants } from './discussion.repo.ts';

interface ToldComment {
  id: string;
  mentions: readonly Mention[];
  /** The discussion it replies in: its participants are notified too. */
  answerIn?: string;
  /** People notified of an earlier wording are not notified again. */
  isEdited?: boolean;
}

/** Notifies people of a stored comment, once each: those it mentions, and participants of its discussion. */
export async function notifyOfComment(
  { platform, actor }: UserContext,
  tx: Db,
  channel: LoadedChannel,
  { id, mentions, answerIn, isEdited = false }: ToldComment,
): Promise<void> {
  const named = mentions.flatMap((each) => (each.type === 'user' ? each.userId : []));
  const people = new Set([...named, ...(answerIn ? await findParticipants(tx, answerIn) : [])]);
  const told = new Set(isEdited && people.size > 0 ? await toldOfComment(tx, id) : []);
  const notices = [...people]
    .filter((userId) => !told.has(userId))
    .map((userId) => ({
      userId,
      teamId: channel.teamId,
      kind: 'comment' as const,
      actorId: actor.userId,
      appId: channel.appId,
      channelId: channel.id,
      commentId: id,
    }));
  await notify({ db: tx, platform }, notices);
}
