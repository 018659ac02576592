import type { Source } from '@tandem/shared/dataset/source';
import { create } from 'zustand';
import type { SourcePlace } from '../../../entities/dataset/actions.ts';

/** A dialog about sources of the open dataset. */
export type SourceDialog =
  | { kind: 'rename'; source: Source }
  | { kind: 'move' | 'remove'; sources: readonly Source[] }
  | { kind: 'replace'; source: Source }
  | { kind: 'folder' | 'text' | 'documents'; place: SourcePlace }
  | { kind: 'page'; as: 'page' | 'sitemap'; place: SourcePlace };

/** The one dialog that is open; null while none is. */
export const useSourceDialog = create<{ dialog: SourceDialog | null }>()(() => ({ dialog: null }));

export function openSourceDialog(dialog: SourceDialog): void {
  useSourceDialog.setState({ dialog });
}

export function closeSourceDialog(): void {
  useSourceDialog.setState({ dialog: null });
}
