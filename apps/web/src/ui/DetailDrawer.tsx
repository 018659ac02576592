import { Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTopmost } from './use-topmost.ts';

interface DetailDrawerProps {
  opened: boolean;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** One row of a list at the side, with all that is known of it and can be done to it. */
export function DetailDrawer({ opened, title, onClose, children }: DetailDrawerProps) {
  const { t } = useTranslation();
  const [dialog] = useState({});
  const isTopmost = useTopmost(dialog, opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      closeOnEscape={isTopmost}
      position="right"
      size="md"
      transitionProps={{ transition: 'slide-left' }}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Drawer>
  );
}
