import type { SavedKind, TemplateKind } from '@tandem/shared/template/schema';
import { create } from 'zustand';

/** Options with which the template gallery opens. */
export interface GalleryView {
  /** Only templates of this kind. */
  kind?: TemplateKind | undefined;
  /** The space for a new app, unless another one is chosen. */
  spaceId?: string | undefined;
  /** The place of a new document, unless another app is chosen. */
  place?: { appId: string; parentId: string | null } | undefined;
  /** The empty document that a template fills, in place of making one. */
  documentId?: string | undefined;
  /** The template that is looked at; absent: the list. */
  templateId?: string | undefined;
}

/** The source of a new template, and the initial values of its form. */
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

/** Which of the two template dialogs is open. */
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
