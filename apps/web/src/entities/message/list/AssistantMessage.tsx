import { drawingOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/page/lazy-part.tsx';
import { AssistantPortrait } from '../../../ui/portrait/AssistantPortrait.tsx';
import { PartView } from '../parts/PartView.tsx';
import { Sources } from '../parts/Sources.tsx';
import { Reactions } from '../reactions/Reactions.tsx';
import classes from './AssistantMessage.module.css';
import { AssistantActions } from './MessageActions.tsx';
import { MessageEnd } from './MessageEnd.tsx';

const drawn = lazyPart('drawn-answer', () => import('../parts/DrawnAnswer.tsx'));

/** Text that has not grown for this long, in milliseconds, is said to be still going on. */
const QUIET_MS = 2_000;

/** An assistant's answer: what it thought, did and says, and how it ended. */
export function AssistantMessage({ message, isLast }: { message: Message; isLast: boolean }) {
  const { t } = useTranslation('chat');
  const name = message.assistant?.name || t('assistant');
  const running = message.status === 'running';
  const last = message.parts.length - 1;
  const drawing = drawingOf(message.parts);
  return (
    <article
      className={classes.message}
      data-message={message.id}
      data-last={isLast || undefined}
      aria-label={t('message.label', { name })}
      aria-busy={running}
    >
      <header className={classes.author}>
        <AssistantPortrait name={name} avatar={message.assistant?.avatar ?? ''} />
        <span>{name}</span>
      </header>
      <div className={classes.body}>
        {drawing ? (
          <drawn.Part message={message} drawing={drawing} />
        ) : (
          message.parts.map((part, index) => (
            // Parts are addressed by their index and never change places.
            <PartView
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              part={part}
              streaming={running && index === last}
              messageId={message.id}
              mayDecide={message.abilities.decide}
            />
          ))
        )}
        {running && !drawing && !showsProgress(message) && <Waiting />}
        {running && <StillWorking message={message} />}
        <Sources parts={message.parts} />
        {!running && <MessageEnd message={message} isLast={isLast} />}
        {!running && <Reactions message={message} />}
        {!running && <AssistantActions message={message} isLast={isLast} />}
      </div>
    </article>
  );
}

/** Whether the newest part itself shows that something is going on. */
function showsProgress({ parts }: Message): boolean {
  const newest = parts.at(-1);
  if (newest?.type === 'text' || newest?.type === 'reasoning') return newest.text !== '';
  return newest?.type === 'dynamic-tool' && !newest.state.startsWith('output');
}

/** Text that stops growing looks finished: after a while something says that it is not. */
function StillWorking({ message }: { message: Message }) {
  const { t } = useTranslation('chat');
  const newest = message.parts.at(-1);
  // What thinks or uses a tool shows that itself.
  const length = newest?.type === 'text' ? newest.text.length : 0;
  const [quietAt, setQuietAt] = useState(0);
  useEffect(() => {
    if (length === 0) return;
    const timer = setTimeout(() => setQuietAt(length), QUIET_MS);
    return () => clearTimeout(timer);
  }, [length]);
  if (length === 0 || quietAt !== length) return null;
  return (
    <div className={classes.still}>
      <Dots />
      {t('message.stillWorking')}
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation('chat');
  return (
    <div role="img" aria-label={t('message.waiting')}>
      <Dots />
    </div>
  );
}

function Dots() {
  return (
    <div className={classes.waiting} aria-hidden>
      <span />
      <span />
      <span />
    </div>
  );
}
