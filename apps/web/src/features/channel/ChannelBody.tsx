import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { useConversation, useMessages } from '../message/context.ts';
import { MessageList } from '../message/MessageList.tsx';
import type { MessageState } from '../message/store.ts';
import classes from './ChannelBody.module.css';

interface ChannelBodyProps {
  /** How many messages were unread when the channel was opened. */
  unreadBefore: number;
  name: string;
  onAtEnd(atEnd: boolean): void;
}

/** The messages of the open channel, or what stands in their place. */
export function ChannelBody({ unreadBefore, name, onAtEnd }: ChannelBodyProps) {
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
      <div className={classes.place}>
        <p className={classes.title}>{name || t('empty.title')}</p>
        <p className={classes.words}>{t('empty.words')}</p>
      </div>
    );
  return <Messages unreadBefore={unreadBefore} onAtEnd={onAtEnd} />;
}

function Messages({ unreadBefore, onAtEnd }: Omit<ChannelBodyProps, 'name'>) {
  const { store, userId } = useConversation();
  const [unreadFrom] = useState(() => firstUnread(store.state.getState(), userId, unreadBefore));
  return <MessageList unreadFrom={unreadFrom} onAtEnd={onAtEnd} />;
}

/** The oldest of the last `count` messages that others wrote, if it is loaded. */
function firstUnread({ order, messages }: MessageState, userId: number, count: number): string | null {
  let left = count;
  for (let i = order.length - 1; i >= 0 && left > 0; i--) {
    const id = order[i] as string;
    if (messages.get(id)?.author?.id !== userId) left--;
    if (left === 0) return id;
  }
  return null;
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
