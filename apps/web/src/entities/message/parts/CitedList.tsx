import { IconFileText } from '@tabler/icons-react';
import type { Citation } from '@tandem/shared/dataset/citation';
import type { Part } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import CitationChip from './CitationChip.tsx';
import classes from './Citations.module.css';

/** The sources that an answer cites, each once with its citations. */
export default function CitedList({ parts, messageId }: { parts: readonly Part[]; messageId: string }) {
  const { t } = useTranslation(['chat', 'workspace']);
  const cited = new Map<string, Citation[]>();
  for (const part of parts)
    if (part.type === 'data-citation')
      cited.set(part.data.source.id, [...(cited.get(part.data.source.id) ?? []), part.data]);
  if (cited.size === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('citation.list')}>
      {[...cited].map(([id, citations]) => (
        <li key={id}>
          <IconFileText size={14} stroke={1.75} aria-hidden />
          <span className={classes.name}>
            {citations[0]?.name || t('workspace:channel.untitled', { context: 'document' })}
          </span>
          {citations.map((citation) => (
            <CitationChip key={citation.n} citation={citation} messageId={messageId} />
          ))}
        </li>
      ))}
    </ul>
  );
}
