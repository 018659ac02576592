import type { Message, MessageAbilities } from '@tandem/shared/message/schema';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConversation, useMessages } from '../context.ts';
import { dayName, dayOf } from '../time.ts';
import { AssistantMessage } from './AssistantMessage.tsx';
import classes from './MessageRow.module.css';
import { PersonMessage } from './PersonMessage.tsx';

/** Messages of one person within this time are grouped under one name, in milliseconds. */
const TOGETHER_MS = 5 * 60_000;

/** Abilities on a message of an archived channel. */
const nothing: MessageAbilities = {
  edit: false,
  react: false,
  regenerate: false,
  continue: false,
  decide: false,
};

interface MessageRowProps {
  id: string;
  previousId: string | null;
  isLast: boolean;
  /** It was the first unread message when the channel was opened. */
  unread: boolean;
  /** The reader was brought to it. */
  found?: boolean;
}

/** One entry of the path. It renders again only when its own message changes. */
export const MessageRow = memo(function MessageRow({
  id,
  previousId,
  isLast,
  unread,
  found = false,
}: MessageRowProps) {
  const held = useMessages((state) => state.messages.get(id));
  const { archived } = useConversation();
  const message = useMemo(
    () => (held && archived ? { ...held, abilities: nothing } : held),
    [held, archived],
  );
  const day = useMessages((state) =>
    previousId === null
      ? !state.hasMore && isPast(state.messages.get(id))
      : newDay(state.messages.get(previousId), state.messages.get(id)),
  );
  const together = useMessages((state) =>
    standTogether(state.messages.get(previousId ?? ''), state.messages.get(id)),
  );
  if (!message) return null;
  return (
    <div className={classes.row} data-found={found || undefined}>
      {day && <DayDivider date={message.createdAt} />}
      {unread && <UnreadDivider />}
      {message.role === 'user' ? (
        <PersonMessage message={message} together={together && !day && !unread} />
      ) : (
        <AssistantMessage message={message} isLast={isLast} />
      )}
    </div>
  );
});

/** The first message is dated too, unless the whole conversation is from today. */
function isPast(message: Message | undefined): boolean {
  return !!message && dayOf(message.createdAt) !== dayOf(new Date());
}

function newDay(previous: Message | undefined, message: Message | undefined): boolean {
  return !!previous && !!message && dayOf(previous.createdAt) !== dayOf(message.createdAt);
}

function standTogether(previous: Message | undefined, message: Message | undefined): boolean {
  if (!previous || !message || previous.role !== 'user' || message.role !== 'user') return false;
  return (
    previous.author?.id === message.author?.id &&
    message.createdAt.getTime() - previous.createdAt.getTime() < TOGETHER_MS
  );
}

function DayDivider({ date }: { date: Date }) {
  const { i18n } = useTranslation('chat');
  return (
    <div className={classes.divider}>
      <span>{dayName(date, i18n.language)}</span>
    </div>
  );
}

function UnreadDivider() {
  const { t } = useTranslation('chat');
  return (
    <div className={classes.divider} data-unread>
      <span>{t('list.unread')}</span>
    </div>
  );
}
