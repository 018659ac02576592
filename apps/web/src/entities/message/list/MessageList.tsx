import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from 'virtua';
import { usePreloadWhenIdle } from '../../../ui/page/lazy-part.tsx';
import { bringIntoView } from '../bring-into-view.ts';
import { useConversation, useMessages } from '../context.ts';
import { unseenOutbox } from '../outbox.ts';
import { useFollow } from '../use-follow.ts';
import { useJump } from '../use-jump.ts';
import classes from './MessageList.module.css';
import { MessageRow } from './MessageRow.tsx';
import { messageEditor } from './message-editor.ts';
import { OutboxRow } from './OutboxRow.tsx';

/** Height kept above the first message, in pixels, where loading is shown. */
const HEAD_HEIGHT = 56;
/** Older pages are asked for this far before their place comes into view, in pixels. */
const PREFETCH = 4_000;
/** Drawn beyond the visible part, in pixels. */
const BUFFER = 600;
/** Kept above the first unread message when a channel is opened there, in pixels. */
const UNREAD_MARGIN = 48;
const OUTBOX = 'outbox:';

/** Scroll position of a reader in a channel, to be restored. */
interface Place {
  cache: CacheSnapshot;
  offset: number;
  length: number;
}
const places = new Map<string, Place>();

export interface MessageListProps {
  /** The first message that was unread when the channel was opened. */
  unreadFrom: string | null;
  /** Called when the end comes into view or leaves it. */
  onAtEnd(atEnd: boolean): void;
}

/** The messages of the open channel; only those in view have elements. */
export function MessageList({ unreadFrom, onAtEnd }: MessageListProps) {
  const { t } = useTranslation('chat');
  usePreloadWhenIdle(messageEditor);
  const { store, userId } = useConversation();
  const order = useMessages((state) => state.order);
  const queue = useMessages((state) => state.queue);
  const outbox = useMessages((state) => state.outbox);
  const running = useMessages((state) => state.runningId !== null);
  const hasMore = useMessages((state) => state.hasMore);
  const older = useMessages((state) => state.older);
  const editing = useMessages((state) => state.editing);
  const jumps = useMessages((state) => state.jumps);

  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const place = useRef(placeOf(store.channelId, order.length));
  const { following, far, follow, followIfAtEnd, release } = useFollow(
    viewport,
    content,
    place.current === undefined,
  );

  // Messages that wait for a running answer are shown in the queue above the composer.
  const sending = useMemo(
    () =>
      unseenOutbox({ outbox, order, messages: store.state.getState().messages, queue }, userId).filter(
        (entry) => entry.status === 'failed' || entry.steer || entry.alone || !running,
      ),
    [outbox, order, queue, running, userId, store],
  );
  const items = useMemo(
    () => (sending.length === 0 ? order : [...order, ...sending.map((entry) => OUTBOX + entry.clientKey)]),
    [order, sending],
  );

  const first = useRef(order[0]);
  const prepended =
    order[0] !== first.current && first.current !== undefined && order.includes(first.current);
  useLayoutEffect(() => {
    first.current = order[0];
  });

  const loadOlderNear = useCallback(() => {
    const handle = list.current;
    const state = store.state.getState();
    if (handle && state.hasMore && state.older === 'idle' && handle.scrollOffset < PREFETCH)
      void store.loadOlder();
  }, [store]);
  // One page may not be enough to fill the prefetched stretch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever a page has come
  useEffect(loadOlderNear, [loadOlderNear, order, older]);

  useLayoutEffect(() => {
    const handle = list.current;
    const unreadAt = () => (unreadFrom === null ? -1 : store.state.getState().order.indexOf(unreadFrom));
    if (unreadAt() < 0) {
      if (place.current) handle?.scrollTo(place.current.offset);
      else if (viewport.current) viewport.current.scrollTop = viewport.current.scrollHeight;
      return;
    }
    // Reading continues there; if everything new fits, that is the end.
    release();
    const scroll = () => handle?.scrollToIndex(unreadAt(), { align: 'start', offset: -UNREAD_MARGIN });
    return viewport.current
      ? bringIntoView(viewport.current, '[data-unread]', scroll, followIfAtEnd)
      : undefined;
  }, [store, unreadFrom, release, followIfAtEnd]);
  const followingNow = useRef(following);
  followingNow.current = following;
  useEffect(() => {
    const { channelId } = store;
    const handle = list.current;
    return () => {
      places.delete(channelId);
      if (handle && !followingNow.current)
        places.set(channelId, {
          cache: handle.cache,
          offset: handle.scrollOffset,
          length: store.state.getState().order.length,
        });
    };
  }, [store]);

  const { seeking, arrived } = useJump({ store, viewport, list, release });

  const jumped = useRef(jumps);
  useEffect(() => {
    if (jumps > jumped.current) follow();
    jumped.current = jumps;
  }, [jumps, follow]);

  useEffect(() => {
    const index = editing === null ? -1 : store.state.getState().order.indexOf(editing);
    if (index < 0) return;
    const wasFollowing = followingNow.current;
    release();
    list.current?.scrollToIndex(index, { align: 'nearest' });
    return () => {
      if (wasFollowing) follow();
    };
  }, [editing, store, release, follow]);

  useEffect(() => onAtEnd(following), [following, onAtEnd]);

  const keep = useMemo(() => {
    const index = editing === null ? -1 : order.indexOf(editing);
    return index < 0 ? [] : [index];
  }, [editing, order]);

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section ref={viewport} className={classes.viewport} tabIndex={0} aria-label={t('list.label')}>
        <div ref={content} className={classes.content}>
          <div className={classes.head} style={{ height: HEAD_HEIGHT }}>
            {hasMore && <OlderPage failed={older === 'failed'} />}
          </div>
          <Virtualizer
            ref={list}
            scrollRef={viewport}
            startMargin={HEAD_HEIGHT}
            bufferSize={BUFFER}
            shift={prepended}
            keepMounted={keep}
            data={items}
            onScroll={loadOlderNear}
            {...(place.current && { cache: place.current.cache })}
          >
            {(id, index) =>
              id.startsWith(OUTBOX) ? (
                <OutboxRow key={id} clientKey={id.slice(OUTBOX.length)} />
              ) : (
                <MessageRow
                  key={id}
                  id={id}
                  previousId={items[index - 1] ?? null}
                  isLast={index === order.length - 1}
                  unread={id === unreadFrom}
                  found={id === arrived}
                />
              )
            }
          </Virtualizer>
        </div>
      </section>
      {seeking && (
        <div className={classes.seeking} role="status">
          {t('list.seeking')}
        </div>
      )}
      {far && (
        <button
          type="button"
          className={classes.jump}
          aria-label={t('list.jump')}
          title={t('list.jump')}
          onClick={follow}
        >
          <IconArrowDown size={18} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}

function placeOf(channelId: string, length: number): Place | undefined {
  const place = places.get(channelId);
  return place?.length === length ? place : undefined;
}

function OlderPage({ failed }: { failed: boolean }) {
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const [asked, setAsked] = useState(false);
  if (!failed || asked) return <div className={classes.older}>{t('list.loadingOlder')}</div>;
  return (
    <div className={classes.older}>
      {t('list.olderFailed')}{' '}
      <button
        type="button"
        className={classes.link}
        onClick={() => {
          setAsked(true);
          void store.loadOlder().finally(() => setAsked(false));
        }}
      >
        {t('retry')}
      </button>
    </div>
  );
}
