import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { tasksWithoutSelection } from '@tandem/shared/suggestion/schema';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PromptField } from './PromptField.tsx';
import type { Wanted } from './port.ts';
import classes from './TaskList.module.css';
import { languages, tasks } from './tasks.ts';

interface TaskListProps {
  /** Nothing is selected. */
  isCursor: boolean;
  onAsk(wanted: Wanted): void;
}

/** Tasks that one press starts; a translation asks for the language first. */
export function TaskList({ isCursor, onAsk }: TaskListProps) {
  const { t } = useTranslation('suggestion');
  const [isTranslating, setTranslating] = useState(false);
  if (isTranslating)
    return (
      <>
        <PromptField
          label={t('language.label')}
          placeholder={t('language.other')}
          onSend={(language) => onAsk({ task: 'translate', language: language.slice(0, 60) })}
        />
        <List label={t('language.label')}>
          <Row onPress={() => setTranslating(false)}>
            <IconChevronLeft size={16} stroke={1.75} aria-hidden />
            {t('language.back')}
          </Row>
          {languages.map((language) => (
            <Row key={language} onPress={() => onAsk({ task: 'translate', language })}>
              <span className={classes.language}>{language}</span>
            </Row>
          ))}
        </List>
      </>
    );
  return (
    <List label={t('tasks')}>
      {tasks
        .filter(({ task }) => tasksWithoutSelection.includes(task) === isCursor)
        .map(({ task, Icon }) => (
          <Row key={task} onPress={() => (task === 'translate' ? setTranslating(true) : onAsk({ task }))}>
            <Icon size={16} stroke={1.75} aria-hidden />
            {t(`task.${task}`)}
            {task === 'translate' && <IconChevronRight className={classes.more} size={14} aria-hidden />}
          </Row>
        ))}
    </List>
  );
}

/** Rows that the arrow keys go along, as well as Tab. */
function List({ label, children }: { label: string; children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll('button')];
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    rows.at((at + by) % rows.length)?.focus();
  };
  return (
    <ul className={classes.list} aria-label={label} onKeyDown={move}>
      {children}
    </ul>
  );
}

function Row({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={classes.row} onClick={onPress}>
        {children}
      </button>
    </li>
  );
}
