import { useEffect } from 'react';
import { api } from '../../lib/trpc.ts';
import { useNotices } from './store.ts';

/** Blocks that one report may name. */
const MOST_BLOCKS = 200;

/**
 * Marks the reader's notices of a channel as read while they look at it. Notices of comments are marked only while the
 * comments are visible; otherwise a person mentioned in one would never be notified while the page is open.
 * @param blocks blocks of a document in which a mention of the reader was on the screen
 */
export function useReadIn(channelId: string, comments: boolean, blocks?: readonly string[]): void {
  const unread = useNotices((state) => state.unread);
  useEffect(() => {
    if (unread === 0) return;
    const report = () => {
      if (document.visibilityState !== 'visible') return;
      // A lost report is made good by the next visit.
      const seen = { channelId, comments, ...(blocks && { blocks: blocks.slice(-MOST_BLOCKS) }) };
      api.notice.read.mutate(seen, { context: { silent: true } }).catch(() => {});
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [channelId, comments, blocks, unread]);
}
