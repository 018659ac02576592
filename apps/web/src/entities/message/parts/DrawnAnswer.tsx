import { IconSparkles } from '@tabler/icons-react';
import { type DrawingPart, filesOf, textOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import classes from './DrawnAnswer.module.css';
import { Fold } from './Fold.tsx';
import MadePictures from './MadePictures.tsx';

interface DrawnAnswerProps {
  message: Message;
  drawing: DrawingPart['data'];
}

/** An answer of an image model: the images so far, placeholders for the rest, and the text. */
export default function DrawnAnswer({ message, drawing }: DrawnAnswerProps) {
  const { t } = useTranslation('image');
  const running = message.status === 'running';
  const pictures = filesOf(message.parts);
  const text = textOf(message.parts);
  const revised = [...new Set(pictures.flatMap(({ revisedPrompt }) => revisedPrompt ?? []))];
  const { aspect, count } = drawing;
  const pending = running ? Math.max(0, count - pictures.length) : 0;
  return (
    <>
      {pictures.length + pending > 0 && <MadePictures parts={pictures} pending={pending} aspect={aspect} />}
      {running && (
        <p className={classes.progress}>
          <span>{t('drawing', { count })}</span>
          {count > 1 && <span>{t('arrived', { done: pictures.length, count })}</span>}
          <Elapsed since={message.createdAt} />
        </p>
      )}
      {revised.length > 0 && (
        <Fold icon={<IconSparkles size={16} stroke={1.75} aria-hidden />} label={t('revised')}>
          {() => revised.map((each) => <p key={each}>{each}</p>)}
        </Fold>
      )}
      {text !== '' && (
        <div className={classes.note}>
          <Markdown text={text} streaming={false} />
        </div>
      )}
    </>
  );
}

/** Elapsed seconds, shown visually; screen readers do not announce each tick. */
function Elapsed({ since }: { since: Date }) {
  const { t } = useTranslation('image');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - since.valueOf()) / 1_000));
  return <span aria-hidden>{t('elapsed', { seconds })}</span>;
}
