import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTopmost } from '../focus/use-topmost.ts';

/** After this, whoever gives the focus back has done so. */
const SETTLED_MS = 50;

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
  const root = useRef<HTMLDivElement>(null);
  // What was pressed may be gone or useless by what it did: here, and in the list below.
  useEffect(() => {
    if (!opened || !isTopmost) return;
    const timer = setTimeout(() => catchFocus(root.current?.querySelector('[role=dialog]')), SETTLED_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Drawer
      ref={root}
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setTimeout(() => catchFocus(document.querySelector('main')), SETTLED_MS)}
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

/** Gives a place the focus if nothing has it. */
function catchFocus(place: Element | null | undefined): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && place instanceof HTMLElement) place.focus({ preventScroll: true });
}
