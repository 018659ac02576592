import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Starters } from '../../entities/assistant/Starters.tsx';
import { useConversation, useMessages } from '../../entities/message/context.ts';
import { MessageList } from '../../entities/message/list/MessageList.tsx';
import type { MessageState } from '../../entities/message/store.ts';
import { ConnectHint } from '../../entities/model/ConnectHint.tsx';
import { describeError } from '../../lib/errors.ts';
import classes from './ChannelBody.module.css';

interface ChannelBodyProps {
  /** Questions to begin with. */
  starters: readonly string[];
  /** Whether something was unread when the channel was opened. */
  unreadBefore: boolean;
  /** Heading above an empty conversation; '' for the common one. */
  name: string;
  /** Text below the heading; absent for the common one. */
  words?: string;
  /** Shown below them. */
  about?: ReactNode;
  /** Whether the reader can begin it; by default they can. */
  mayWrite?: boolean;
  onAtEnd(atEnd: boolean): void;
}

/** The messages of the open channel, or what replaces them. */
export function ChannelBody(props: ChannelBodyProps) {
  const { starters, unreadBefore, name, words, about, mayWrite = true, onAtEnd } = props;
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const phase = useMessages((state) => state.phase);
  const error = useMessages((state) => state.error);
  const empty = useMessages((state) => state.order.length === 0 && state.outbox.length === 0);

  if (phase === 'failed')
    return (
      <div className={classes.place} role="alert">
        <p className={classes.words}>{describeError(error)}</p>
        <Button variant="default" onClick={() => store.reload()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (phase === 'loading') return <LoadingMessages />;
  if (empty)
    return (
      <div className={classes.place} data-about={about != null || undefined}>
        <p className={classes.title}>{name || t('empty.title')}</p>
        <p className={classes.words}>{words || t(mayWrite ? 'empty.words' : 'empty.onlyRead')}</p>
        {about}
        {starters.length > 0 && <Starters place={store.channelId} starters={starters} />}
        <ConnectHint />
      </div>
    );
  return <Messages unreadBefore={unreadBefore} onAtEnd={onAtEnd} />;
}

function Messages({
  unreadBefore,
  onAtEnd,
}: Omit<ChannelBodyProps, 'name' | 'words' | 'about' | 'starters'>) {
  const { store, userId } = useConversation();
  // A message marked unread while the channel is open is marked at once.
  const marked = useMessages((state) => (state.heldUnread ? state.lastReadSeq : null));
  const isCurrent = useMessages((state) => state.isCurrent);
  const [opened, setOpened] = useState<string | null | undefined>();
  // Once: what the reader reads from here on must not move the line.
  if (isCurrent && opened === undefined) {
    const state = store.state.getState();
    setOpened(unreadBefore ? firstUnread(state, userId, state.lastReadSeq) : null);
  }
  const unreadFrom =
    marked === null ? (opened ?? null) : firstUnread(store.state.getState(), userId, marked, { own: true });
  return <MessageList unreadFrom={unreadFrom} onAtEnd={onAtEnd} />;
}

/**
 * The first message after the one that was read last, by others unless `own`; null where none is, or where it is not
 * loaded.
 */
function firstUnread(
  { order, messages, hasMore }: MessageState,
  userId: number,
  lastReadSeq: number | null,
  { own = false } = {},
): string | null {
  const read = lastReadSeq ?? 0;
  const at = order.findIndex((id) => {
    const message = messages.get(id);
    return message && message.seq > read && (own || message.author?.id !== userId);
  });
  return at < 0 || (at === 0 && hasMore) ? null : (order[at] ?? null);
}

function LoadingMessages() {
  const { t } = useTranslation('chat');
  return (
    <div className={classes.loading} role="status" aria-label={t('list.loading')}>
      <div className={classes.bubble} />
      <div className={classes.lines}>
        <span style={{ width: '92%' }} />
        <span style={{ width: '98%' }} />
        <span style={{ width: '64%' }} />
      </div>
      <div className={classes.bubble} style={{ width: '38%' }} />
      <div className={classes.lines}>
        <span style={{ width: '88%' }} />
        <span style={{ width: '46%' }} />
      </div>
    </div>
  );
}
