import type { Db } from '@tandem/db';
import { plainAt } from '@tandem/shared/message/at';
import type { Mention, MentionInput } from '@tandem/shared/message/schema';
import { mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { notify, toldAmong } from '../../content/notice/notice.service.ts';
import type { Context } from '../../core/context.ts';
import { assistantsIn } from '../../models/assistant/assistant.service.ts';
import { readersAmong, wordingsOf } from './mention.repo.ts';

export { readersAmong } from './mention.repo.ts';

/**
 * Returns the valid mentions of a text: people who can view the channel and assistants that can answer there,
 * whose name appears as `@name`. Others are dropped silently, so that nobody can probe who exists.
 */
export async function mentionsIn(
  db: Db,
  channel: LoadedChannel,
  text: string,
  wanted: readonly MentionInput[] = [],
): Promise<Mention[]> {
  const plain = plainAt(text);
  if (wanted.length === 0 || !plain.includes('@')) return [];
  const userIds = wanted.flatMap((each) => (each.type === 'user' ? each.userId : []));
  const assistantIds = new Set(wanted.flatMap((each) => (each.type === 'assistant' ? each.assistantId : [])));
  const people = userIds.length > 0 ? await readersAmong(db, channel.id, userIds) : [];
  const assistants = assistantIds.size > 0 ? await assistantsIn({ db }, channel) : [];
  const mentions: Mention[] = [
    ...assistants
      .filter(({ id }) => assistantIds.has(id))
      .map(({ id, name }) => ({ type: 'assistant' as const, assistantId: id, name })),
    ...people.map(({ id, name }) => ({ type: 'user' as const, userId: id, name })),
  ];
  return mentions
    .map((mention) => ({ mention, at: plain.indexOf(`@${mention.name}`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ mention }) => mention);
}

/**
 * Returns the assistant a message addresses: the first one mentioned, else the channel's where it always
 * answers.
 * @returns null when there is none, or its writer may not ask; an id of null means the app's first assistant
 */
export function assistantAsked(
  channel: LoadedChannel,
  mentions: readonly Mention[],
): { assistantId: string | null } | null {
  if (!mayOnChannel(channel.held, 'channel.ask', channel.kind)) return null;
  const named = mentions.find((mention) => mention.type === 'assistant');
  if (named) return { assistantId: named.assistantId };
  return channel.answering === 'always' ? { assistantId: channel.assistantId } : null;
}

/**
 * Notifies people mentioned in a stored message, except those already mentioned in the previous wording, or
 * notified of any.
 */
export async function notifyMentioned(
  ctx: Pick<Context, 'platform'>,
  tx: Db,
  channel: Pick<LoadedChannel, 'id' | 'teamId' | 'appId'>,
  message: { id: string; authorId: number; mentions: readonly Mention[]; before?: readonly Mention[] },
): Promise<void> {
  const told = new Set(message.before?.flatMap((each) => (each.type === 'user' ? each.userId : [])));
  const named = message.mentions.flatMap((each) =>
    each.type === 'user' && !told.has(each.userId) ? each.userId : [],
  );
  if (named.length === 0) return;
  if (message.before)
    for (const userId of await toldAmong(tx, 'mention', await wordingsOf(tx, message.id), named))
      told.add(userId);
  const notices = named
    .filter((userId) => !told.has(userId))
    .map((userId) => ({
      userId,
      teamId: channel.teamId,
      kind: 'mention' as const,
      actorId: message.authorId,
      appId: channel.appId,
      channelId: channel.id,
      messageId: message.id,
    }));
  if (notices.length > 0) await notify({ db: tx, platform: ctx.platform }, notices);
}
