import { createContext, useContext } from 'react';
import type { UsualKind } from './actions.ts';
import type { DropZone } from './move.ts';

/**
 * Actions used by the rows of the tree. The value is stable, so that rows render only for their own changes.
 */
export interface TreeActions {
  open(key: string): void;
  toggle(key: string, expanded: boolean): void;
  rename(key: string, name: string): void;
  cancelRename(): void;
  /** New channel below an app or channel; without a kind, of the app's usual one. */
  addChannel(appId: string, parentId: string | null, kind?: UsualKind): void;
  openMenu(key: string, at: { x: number; y: number }): void;
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
