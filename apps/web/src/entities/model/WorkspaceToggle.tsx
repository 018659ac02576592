import { IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './AnswerTools.module.css';

interface WorkspaceToggleProps {
  on: boolean;
  onChange(on: boolean): void;
}

/** Switches whether answers search the documents and messages of the workspace. */
export function WorkspaceToggle({ on, onChange }: WorkspaceToggleProps) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={on}
      aria-label={t('workspace.ask')}
      title={t('workspace.hint')}
      onClick={() => onChange(!on)}
    >
      <IconZoomQuestion size={18} stroke={1.75} aria-hidden />
      {on && <span>{t('workspace.on')}</span>}
    </button>
  );
}
