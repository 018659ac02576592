import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countOpen, discussionsOf, useDiscussions } from '../../../entities/discussion/store.ts';
import type { PanelName, panels } from '../panels.ts';
import classes from './PanelButton.module.css';

interface PanelButtonProps {
  name: PanelName;
  icon: (typeof panels)[PanelName]['icon'];
  documentId: string;
  pressed: boolean;
  onClick(): void;
}

/** Opens a panel beside a document; that of the comments shows the number of open ones. */
export function PanelButton({ name, icon: Icon, documentId, pressed, onClick }: PanelButtonProps) {
  const { t } = useTranslation('document');
  const open = useDiscussions(discussionsOf(documentId), countOpen);
  const count = name === 'discussion' ? open : 0;
  const label = count > 0 ? t('panel.discussionOpen', { count }) : t(`panel.${name}`);
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.button ?? ''}
        aria-label={label}
        aria-pressed={pressed}
        variant={pressed ? 'light' : 'subtle'}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.75} />
        {count > 0 && (
          <span className={classes.count} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
