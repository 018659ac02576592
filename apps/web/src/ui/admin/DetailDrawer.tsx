import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTopmost } from '../focus/use-topmost.ts';

/** By then other code has restored the focus. */
const SETTLED_MS = 50;

interface DetailDrawerProps {
  opened: boolean;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The details and actions of one list row, in a drawer. */
export function DetailDrawer({ opened, title, onClose, children }: DetailDrawerProps) {
  const { t } = useTranslation();
  const [dialog] = useState({});
  const isTopmost = useTopmost(dialog, opened);
  const root = useRef<HTMLDivElement>(null);
  // The pressed control may have been removed or disabled by its action: here, and in the list below.
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

/** Focuses an element if nothing has the focus. */
function catchFocus(place: Element | null | undefined): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && place instanceof HTMLElement) place.focus({ preventScroll: true });
}
