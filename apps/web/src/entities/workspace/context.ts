import { createContext, useContext } from 'react';
import type { DropZone } from './move.ts';

/**
 * Actions used by the rows of the tree. The value is stable, so that rows render only for their own changes.
 */
export interface TreeActions {
  open(key: string): void;
  toggle(key: string, expanded: boolean): void;
  rename(key: string, name: string): void;
  cancelRename(): void;
  /** @param at `onlyMakes`: the menu offers only what can be made there */
  openMenu(key: string, at: { x: number; y: number; onlyMakes?: boolean }): void;
  dragStart(key: string): void;
  /** @returns whether letting go here would move it */
  dragOver(key: string, zone: DropZone): boolean;
  drop(key: string, zone: DropZone): void;
  dragEnd(): void;
}

export const TreeActionsContext = createContext<TreeActions | null>(null);

/** @throws Error outside the tree */
export function useTreeActions(): TreeActions {
  const actions = useContext(TreeActionsContext);
  if (!actions) throw new Error('There is no tree around this row.');
  return actions;
}
