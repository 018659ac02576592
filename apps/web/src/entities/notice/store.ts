import type { MeLiveEvent } from '@tandem/shared/live/events';
import { create } from 'zustand';
import { useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import { setDrawer } from '../../ui/page/shell.ts';
import { type NoticeList, noNotices, withNotice, withPage, withRead } from './list.ts';

interface NoticeState extends NoticeList {
  /** Whether the panel is open. */
  opened: boolean;
  /** `idle`: nothing was asked for yet. */
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** The list may lack something: it is read again when it is next shown. */
  isStale: boolean;
  isLoadingMore: boolean;
  failure: unknown;
}

const initial: NoticeState = {
  ...noNotices,
  opened: false,
  phase: 'idle',
  isStale: false,
  isLoadingMore: false,
  failure: null,
};

/** The person's notices, of all their teams, kept in step by `live.me`. */
export const useNotices = create<NoticeState>()(() => initial);

/** Identifies the person; responses meant for another person are dropped. */
let epoch = 0;

useSession.subscribe(({ user }, { user: before }) => {
  if (user.id === before.id) return;
  epoch += 1;
  useNotices.setState(initial);
});

/** Opens or closes the panel; its content is loaded when it first opens. */
export function setNoticesOpened(opened: boolean): void {
  useNotices.setState({ opened });
  // On a phone the sidebar is a drawer, and would lie below.
  if (opened) setDrawer(false);
  const { phase, isStale } = useNotices.getState();
  if (opened && (phase === 'idle' || phase === 'failed' || isStale)) void loadNotices();
}

/** Applies what `live.me` says. */
export function applyNoticeEvent(event: MeLiveEvent): void {
  const held = useNotices.getState();
  if (event.type === 'notice') useNotices.setState(withNotice(held, event.notice, event.unread));
  else if (event.type === 'noticesRead') useNotices.setState(withRead(held, event.ids, event.unread));
  else if (event.type === 'notices') {
    useNotices.setState({ unread: event.unread, isStale: true });
    if (held.opened) void loadNotices();
  }
}

/** Reloads the newest page. */
export async function loadNotices(): Promise<void> {
  const { phase } = useNotices.getState();
  if (phase === 'loading') return;
  const own = epoch;
  useNotices.setState({ phase: phase === 'ready' ? 'ready' : 'loading', isStale: false });
  try {
    const page = await api.notice.list.query({}, { context: { silent: true } });
    if (own === epoch) useNotices.setState({ ...page, phase: 'ready', failure: null });
  } catch (failure) {
    if (own !== epoch) return;
    // The list stays, and is reloaded the next time.
    if (phase === 'ready') useNotices.setState({ isStale: true });
    else useNotices.setState({ phase: 'failed', failure });
  }
}

/** Reads the page that follows; a failure leaves the way open to try again. */
export async function loadMoreNotices(): Promise<void> {
  const { list, hasMore, isLoadingMore } = useNotices.getState();
  const last = list.at(-1);
  if (!last || !hasMore || isLoadingMore) return;
  const own = epoch;
  useNotices.setState({ isLoadingMore: true });
  try {
    const before = { createdAt: last.createdAt, id: last.id };
    const page = await api.notice.list.query({ before });
    if (own === epoch) useNotices.setState(withPage(useNotices.getState(), page));
  } catch {
    // The call itself showed why.
  } finally {
    if (own === epoch) useNotices.setState({ isLoadingMore: false });
  }
}

/** Marks notices as read; at once to the eye. */
export async function markNoticesRead(ids: readonly string[] | 'all'): Promise<void> {
  const held = useNotices.getState();
  const unread = held.list.filter(({ id, readAt }) => readAt === null && (ids === 'all' || ids.includes(id)));
  if (ids !== 'all' && unread.length === 0) return;
  const left = ids === 'all' ? 0 : Math.max(0, held.unread - unread.length);
  useNotices.setState(withRead(held, ids, left));
  try {
    const answer = await api.notice.read.mutate(ids === 'all' ? { all: true } : { ids: [...ids] });
    useNotices.setState({ unread: answer.unread });
  } catch {
    // The call has already shown its error; the true state is reloaded.
    void loadNotices();
  }
}
