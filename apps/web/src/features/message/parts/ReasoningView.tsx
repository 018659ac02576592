import { IconBulb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../ui/Markdown.tsx';
import { Fold } from './Fold.tsx';
import classes from './ReasoningView.module.css';

/** What the model thought before it answered; closed unless its reader wants to see it. */
export function ReasoningView({ text, streaming }: { text: string; streaming: boolean }) {
  const { t } = useTranslation('chat');
  if (text === '' && !streaming) return null;
  return (
    <Fold
      icon={<IconBulb size={16} stroke={1.75} aria-hidden />}
      label={streaming ? t('reasoning.running') : t('reasoning.done')}
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
