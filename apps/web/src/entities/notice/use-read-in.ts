import { useEffect } from 'react';
import { api } from '../../lib/trpc.ts';
import { useNotices } from './store.ts';

/**
 * Counts what the person was told of a channel as read while they look at it; of comments only while they see these,
 * or whoever is named in one would never hear of it with the page open.
 */
export function useReadIn(channelId: string, comments: boolean): void {
  const unread = useNotices((state) => state.unread);
  useEffect(() => {
    if (unread === 0) return;
    const report = () => {
      if (document.visibilityState !== 'visible') return;
      // What is lost here is made good with the next visit.
      api.notice.read.mutate({ channelId, comments }, { context: { silent: true } }).catch(() => {});
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [channelId, comments, unread]);
}
