import type { SavedKind, TemplateKind } from '@tandem/shared/template/schema';
import { create } from 'zustand';

/** How the gallery of templates is opened. */
export interface GalleryView {
  /** Only templates of this kind. */
  kind?: TemplateKind | undefined;
  /** Where a new app goes unless another space is chosen. */
  spaceId?: string | undefined;
  /** Where a new document goes unless another app is chosen. */
  place?: { appId: string; parentId: string | null } | undefined;
  /** The empty document that a template fills, in place of making one. */
  documentId?: string | undefined;
  /** The template that is looked at; absent: the list. */
  templateId?: string | undefined;
}

/** What is saved as a template, and what is filled into the form for it. */
export interface SaveSource {
  kind: SavedKind;
  id: string;
  name: string;
  description: string;
}

interface TemplateState {
  gallery: GalleryView | null;
  saving: SaveSource | null;
}

/** Which of the two dialogs about templates is open. */
export const useTemplates = create<TemplateState>()(() => ({ gallery: null, saving: null }));

/** Opens the gallery, or one template in it. */
export function openTemplates(view: GalleryView = {}): void {
  useTemplates.setState({ gallery: view });
}

/** Opens the form that saves an assistant or app for the team. */
export function openSaveTemplate(source: SaveSource): void {
  useTemplates.setState({ saving: source });
}

export function closeTemplates(): void {
  useTemplates.setState({ gallery: null, saving: null });
}
