import { useMediaQuery } from '@mantine/hooks';
import { create } from 'zustand';
import { readLocal, writeLocal } from '../../lib/storage/storage.ts';

const SIDEBAR_KEY = 'sidebar';

interface ShellState {
  /** Whether the sidebar is shown beside the content; on a phone it is a drawer instead. */
  sidebar: boolean;
  /** Whether that drawer is open. */
  drawer: boolean;
  /** Container of a screen's right panel; null until the layout is mounted. */
  panelPlace: HTMLElement | null;
}

/** State of the frame around every screen. */
export const useShell = create<ShellState>()(() => ({
  sidebar: readLocal(SIDEBAR_KEY, true) !== false,
  drawer: false,
  panelPlace: null,
}));

export function setSidebar(sidebar: boolean): void {
  writeLocal(SIDEBAR_KEY, sidebar);
  useShell.setState({ sidebar });
}

export function setDrawer(drawer: boolean): void {
  useShell.setState({ drawer });
}

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Whether people touch the screen: there is nothing to hover with, and the keyboard is one on the screen. */
export function useIsTouch(): boolean {
  return useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false }) ?? false;
}
