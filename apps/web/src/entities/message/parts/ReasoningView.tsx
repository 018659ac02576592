import { IconBulb } from '@tabler/icons-react';
import type { ReasoningPart } from '@tandem/shared/message/parts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { Fold } from './Fold.tsx';
import classes from './ReasoningView.module.css';

/** The model's reasoning before its answer; collapsed by default. */
export function ReasoningView({ part, streaming }: { part: ReasoningPart; streaming: boolean }) {
  const { t } = useTranslation('chat');
  const { text, seconds } = part;
  if (text === '' && !streaming) return null;
  return (
    <Fold
      icon={<IconBulb size={16} stroke={1.75} aria-hidden />}
      label={streaming ? t('reasoning.running') : thoughtFor(t, seconds)}
      busy={streaming}
    >
      {() => (
        <div className={classes.thought}>
          <Markdown text={text} streaming={streaming} />
        </div>
      )}
    </Fold>
  );
}

/** Answers of before the time was kept do not know it. */
function thoughtFor(t: TFunction<'chat'>, seconds: number | undefined): string {
  if (seconds === undefined) return t('reasoning.done');
  if (seconds < 60) return t('reasoning.seconds', { seconds });
  return t('reasoning.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
