import type { MeLiveEvent } from '@tandem/shared/live/events';
import type { Notice } from '@tandem/shared/notice/schema';
import { create } from 'zustand';
import { useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';

/** One page; a person with more unread notices finds them under the bell. */
const MOST = 50;

/** Channels in which the person was named and has not looked, by notice. */
export const useMentions = create<{ waiting: ReadonlyMap<string, string> }>()(() => ({ waiting: new Map() }));

/** Rises with every word from the server, so that an answer that was overtaken is dropped. */
let epoch = 0;

useSession.subscribe(({ user }, { user: before }) => {
  if (user.id !== before.id) show(new Map());
});

/** Applies what `live.me` says. */
export function applyMentionEvent(event: MeLiveEvent): void {
  if (event.type === 'notice') show(withMention(useMentions.getState().waiting, event.notice));
  else if (event.type === 'noticesRead') show(withoutRead(useMentions.getState().waiting, event.ids));
  else if (event.type === 'notices') void load(event.unread);
}

async function load(unread: number): Promise<void> {
  if (unread === 0) return show(new Map());
  const own = ++epoch;
  try {
    const page = await api.notice.list.query(
      { unreadOnly: true, limit: MOST },
      { context: { silent: true } },
    );
    if (own === epoch) show(page.list.reduce(withMention, new Map()));
  } catch {
    // The list stays, and the next notice event fetches it again.
  }
}

function show(waiting: ReadonlyMap<string, string>): void {
  epoch += 1;
  if (waiting !== useMentions.getState().waiting) useMentions.setState({ waiting });
}

/** With a notice that names the person in a channel; others change nothing. */
export function withMention(
  waiting: ReadonlyMap<string, string>,
  { id, kind, channel, readAt }: Pick<Notice, 'id' | 'kind' | 'channel' | 'readAt'>,
): ReadonlyMap<string, string> {
  if ((kind !== 'mention' && kind !== 'comment') || !channel || readAt !== null) return waiting;
  return new Map(waiting).set(id, channel.id);
}

/** Without notices that were read. */
export function withoutRead(
  waiting: ReadonlyMap<string, string>,
  ids: readonly string[] | 'all',
): ReadonlyMap<string, string> {
  if (ids === 'all') return new Map();
  if (!ids.some((id) => waiting.has(id))) return waiting;
  return new Map([...waiting].filter(([id]) => !ids.includes(id)));
}
