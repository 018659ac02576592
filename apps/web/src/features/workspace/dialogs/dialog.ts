import type { App } from '@tandem/shared/app/schema';
import { create } from 'zustand';
import type { NamedKind } from '../../../entities/workspace/actions.ts';

/** A dialog about the tree or one of its nodes. */
export type WorkspaceDialog =
  | { kind: 'rename'; channelId: string }
  | { kind: 'move'; channelId: string }
  | { kind: 'moveApp'; appId: string }
  | { kind: 'removeApp'; app: App }
  | { kind: 'archived'; appId: string }
  | { kind: 'newChannel'; as: NamedKind; appId: string; parentId: string | null }
  | { kind: 'newApp'; spaceId: string }
  | { kind: 'newSpace' };

/** The one dialog that is open; null while none is. */
export const useDialog = create<{ dialog: WorkspaceDialog | null }>()(() => ({ dialog: null }));

/** Opens a dialog from any menu; the focus returns to the menu's button. */
export function openDialog(dialog: WorkspaceDialog): void {
  useDialog.setState({ dialog });
}

export function closeDialog(): void {
  useDialog.setState({ dialog: null });
}
