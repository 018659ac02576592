import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AssistantPortrait } from '../../../ui/portrait/AssistantPortrait.tsx';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';
import classes from './MentionList.module.css';
import type { Candidate } from './mentions.ts';

interface MentionListProps {
  id: string;
  found: readonly Candidate[];
  /** The one that Enter takes. */
  active: number;
  onActive(index: number): void;
  onPick(candidate: Candidate): void;
}

/** The mention list over the field; the field keeps the focus and the keys. */
export function MentionList({ id, found, active, onActive, onPick }: MentionListProps) {
  const { t } = useTranslation('chat');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('mention.label')} className={classes.list}>
      {found.map((candidate, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        <div
          key={`${candidate.type}${candidate.id}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.option}
          // The field must not lose the focus, nor its place.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => index !== active && onActive(index)}
          onClick={() => onPick(candidate)}
        >
          {candidate.type === 'assistant' ? (
            <AssistantPortrait name={candidate.name} avatar={candidate.avatar} />
          ) : (
            <Portrait name={candidate.name} avatar={candidate.avatar} size={20} />
          )}
          <span className={classes.name}>{candidate.name}</span>
          {candidate.type === 'assistant' && <span className={classes.kind}>{t('mention.assistant')}</span>}
        </div>
      ))}
    </div>
  );
}
