import { drawingOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { use, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dots } from '../../../ui/Dots.tsx';
import { CitedSources } from '../../../ui/markdown/cited-sources.ts';
import { lazyPart } from '../../../ui/page/lazy-part.tsx';
import { AssistantPortrait } from '../../../ui/portrait/AssistantPortrait.tsx';
import { AnswerBodyContext } from '../context.ts';
import { chip, citedList } from '../parts/citations.ts';
import { PartView } from '../parts/PartView.tsx';
import { Sources } from '../parts/Sources.tsx';
import { Reactions } from '../reactions/Reactions.tsx';
import classes from './AssistantMessage.module.css';
import { AssistantActions } from './MessageActions.tsx';
import { MessageEnd } from './MessageEnd.tsx';

const drawn = lazyPart('drawn-answer', () => import('../parts/DrawnAnswer.tsx'));

/** Text that has not grown for this long, in milliseconds, is said to be still going on. */
const QUIET_MS = 2_000;

/** An assistant's answer: its reasoning, tool calls and text, and how it ended. */
export function AssistantMessage({ message, isLast }: { message: Message; isLast: boolean }) {
  const { t } = useTranslation('chat');
  const name = message.assistant?.name || t('assistant');
  const running = message.status === 'running';
  // Citations stand beside the text that is being written.
  const last = message.parts.findLastIndex(({ type }) => type !== 'data-citation');
  const { parts, id } = message;
  const chipOf = useCallback(
    (n: number) => {
      const cited = parts.find((part) => part.type === 'data-citation' && part.data.n === n);
      return cited?.type === 'data-citation' && <chip.Part citation={cited.data} messageId={id} />;
    },
    [parts, id],
  );
  const drawing = drawingOf(message.parts);
  const Body = use(AnswerBodyContext);
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
          <CitedSources value={chipOf}>
            {Body ? (
              <Body message={message} />
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
          </CitedSources>
        )}
        {running && !drawing && !showsProgress(message) && <Waiting />}
        {running && <StillWorking message={message} />}
        <Sources parts={message.parts} />
        {!running && message.parts.some(({ type }) => type === 'data-citation') && (
          <citedList.Part parts={message.parts} messageId={message.id} />
        )}
        {!running && <MessageEnd message={message} isLast={isLast} />}
        {!running && <Reactions message={message} />}
        {!running && <AssistantActions message={message} isLast={isLast} />}
      </div>
    </article>
  );
}

/** Whether the newest part itself shows that something is going on. */
function showsProgress({ parts }: Message): boolean {
  const newest = parts.findLast(({ type }) => type !== 'data-citation');
  if (newest?.type === 'text' || newest?.type === 'reasoning') return newest.text !== '';
  // Nothing goes on until somebody lets it.
  if (newest?.type === 'data-pause') return true;
  return newest?.type === 'dynamic-tool' && !newest.state.startsWith('output');
}

/** Text that stops growing looks finished: after a while something says that it is not. */
function StillWorking({ message }: { message: Message }) {
  const { t } = useTranslation('chat');
  const newest = message.parts.findLast(({ type }) => type !== 'data-citation');
  // Reasoning and tool calls show their own progress.
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
    <div className={classes.waiting} role="img" aria-label={t('message.waiting')}>
      <Dots />
    </div>
  );
}
