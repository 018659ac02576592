import { IconFold } from '@tabler/icons-react';
import type { SummaryPart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { Fold } from './Fold.tsx';

/** Notes that older messages now reach the model as a summary, and shows the summary on request. */
export function SummaryNote({ part }: { part: SummaryPart }) {
  const { t } = useTranslation('chat');
  return (
    <Fold
      icon={<IconFold size={16} stroke={1.75} aria-hidden />}
      label={t('summary.label', { count: part.data.messageCount })}
    >
      {() => <Markdown text={part.data.text} />}
    </Fold>
  );
}
