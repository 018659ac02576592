import { CloseButton, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../focus/use-focus-back.ts';
import classes from './RightPanel.module.css';
import { useIsPhone, useShell } from './shell.ts';

interface RightPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel beside the content of a screen, open while it is rendered; on a phone it covers the content. On
 * closing it returns the focus to its opener.
 */
export function RightPanel({ title, onClose, children }: RightPanelProps) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  const place = useShell((state) => state.panelPlace);
  if (isPhone) {
    return (
      <Drawer
        opened
        onClose={onClose}
        position="right"
        size="100%"
        title={title}
        classNames={{ content: classes.sheet, body: classes.sheetBody }}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        {children}
      </Drawer>
    );
  }
  if (!place) return null;
  return createPortal(
    <section className={classes.panel} aria-label={title}>
      <header className={classes.header}>
        <h2 className={classes.title}>{title}</h2>
        <CloseButton size="sm" aria-label={t('action.close')} onClick={onClose} />
      </header>
      <div className={classes.body}>{children}</div>
    </section>,
    place,
  );
}
