import { IconCheck, IconCopy, IconGitFork, IconPencil } from '@tabler/icons-react';
import { withoutCitationLinks } from '@tandem/shared/dataset/citation';
import { textOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/clipboard.ts';
import { isErrorKey } from '../../../lib/errors.ts';
import { useConversation } from '../context.ts';
import { ReactButton } from '../reactions/ReactButton.tsx';
import { fullTime, timeOfDay } from '../time.ts';
import { useAction } from '../use-action.ts';
import { useFollowed } from '../use-followed.ts';
import { useSettled } from '../use-settled.ts';
import classes from './MessageActions.module.css';
import { MoreButton } from './MoreButton.tsx';
import { RegenerateButton } from './RegenerateButton.tsx';
import { SiblingSwitch } from './SiblingSwitch.tsx';

/** How long a copy is confirmed, in milliseconds. */
const CONFIRM_MS = 1_500;

/** Actions on a person's message. */
export function PersonActions({ message }: { message: Message }) {
  const settled = useSettled(message.siblings.length > 1);
  return settled ? (
    <PersonButtons message={message} />
  ) : (
    <div className={classes.actions} data-side="person" />
  );
}

function PersonButtons({ message }: { message: Message }) {
  const action = useAction();
  return (
    <>
      <div className={classes.actions} data-side="person">
        <Time message={message} />
        <CopyButton text={textOf(message.parts)} />
        {message.abilities.edit && <EditButton message={message} action={action} />}
        {message.abilities.react && <ReactButton message={message} action={action} />}
        <MoreButton message={message} action={action} />
        <SiblingSwitch message={message} action={action} />
      </div>
      <Problem message={message} action={action} />
    </>
  );
}

/** Edits an own message; if others have written after it, the way to rephrase it is a fork. */
function EditButton({ message, action }: { message: Message; action: ReturnType<typeof useAction> }) {
  const { t } = useTranslation('chat');
  const { store, fork } = useConversation();
  const isFollowed = useFollowed(message);
  if (isFollowed && !fork) return null;
  const [label, Icon] = isFollowed ? [t('message.fork'), IconGitFork] : [t('message.edit'), IconPencil];
  return (
    <button
      type="button"
      aria-label={label}
      title={isFollowed ? t('message.followed') : label}
      disabled={action.busy}
      onClick={() =>
        isFollowed && fork
          ? void action.run(() => fork(message.id))
          : store.state.setState({ editing: message.id })
      }
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  );
}

/** Actions on an answer. */
export function AssistantActions({ message, isLast }: { message: Message; isLast: boolean }) {
  const settled = useSettled(isLast || message.siblings.length > 1);
  return settled ? (
    <AssistantButtons message={message} />
  ) : (
    <div className={classes.actions} data-side="assistant" />
  );
}

function AssistantButtons({ message }: { message: Message }) {
  const action = useAction();
  const text = withoutCitationLinks(textOf(message.parts));
  return (
    <>
      <div className={classes.actions} data-side="assistant">
        <SiblingSwitch message={message} action={action} />
        {text !== '' && <CopyButton text={text} />}
        {message.abilities.regenerate && <RegenerateButton message={message} action={action} />}
        {message.abilities.react && <ReactButton message={message} action={action} />}
        <MoreButton message={message} action={action} />
        <Time message={message} />
        {message.model && <span className={classes.model}>{message.model}</span>}
      </div>
      <Problem message={message} action={action} />
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  const [copied, setCopied] = useState(false);
  const label = copied ? t('message.copied') : t('message.copy');
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={async () => {
        if (!(await copyText(text))) return;
        setCopied(true);
        setTimeout(() => setCopied(false), CONFIRM_MS);
      }}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  );
}

function Time({ message }: { message: Message }) {
  const { t, i18n } = useTranslation('chat');
  const { createdAt, editedAt } = message;
  return (
    <time
      className={classes.time}
      dateTime={createdAt.toISOString()}
      title={fullTime(createdAt, i18n.language)}
    >
      {timeOfDay(createdAt, i18n.language)}
      {editedAt && ` · ${t('message.edited')}`}
    </time>
  );
}

/** Why something could not be done; where others wrote after it, with the way to go on apart from them. */
function Problem({ message, action }: { message: Message; action: ReturnType<typeof useAction> }) {
  const { t } = useTranslation('chat');
  const { fork } = useConversation();
  if (action.problem === null) return null;
  return (
    <p className={classes.problem} role="alert">
      {action.problem}{' '}
      {fork && isErrorKey(action.error, 'messageFollowed') && (
        <button
          type="button"
          className={classes.offer}
          disabled={action.busy}
          onClick={() => void action.run(() => fork(message.id))}
        >
          {t('message.fork')}
        </button>
      )}
    </p>
  );
}
