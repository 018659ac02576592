import type { DocumentMessage } from '@tandem/shared/document/schema';

export type Refusal = Extract<DocumentMessage, { type: 'refused' }>['reason'];

export interface CollabState {
  /** `loading` until the document is here for the first time; `gone` when it is not there for this reader. */
  phase: 'loading' | 'open' | 'gone';
  /** Whether the server is reached now. */
  connected: boolean;
  /** The server answers, but no socket opens: something between forbids it. The document can be read meanwhile. */
  noSocket: boolean;
  /** The server had no room for the document when it was last asked to open it, or could not. */
  busy: boolean;
  canEdit: boolean;
  /** Whether there is something written here that the server has not said to have stored. */
  unsaved: boolean;
  /** The own changes are stored, and have to be written again into the document as the server has it. */
  again: boolean;
  /** An input method holds letters that are not in the document yet. */
  composing: boolean;
  /** Set when the newest state cannot be read: this version is shown instead, null if there is none. */
  frozen: { versionId: string | null } | null;
  /** Why the server refuses the own changes. */
  refused: Refusal | 'rights' | null;
}

/** The state until the document is here. */
export const loading: CollabState = {
  phase: 'loading',
  connected: false,
  noSocket: false,
  busy: false,
  canEdit: false,
  unsaved: false,
  again: false,
  composing: false,
  frozen: null,
  refused: null,
};

/**
 * Whether refused changes may be accepted once they are written again into the document as the server has it.
 */
export const mayFitAnew = (reason: Refusal) => reason === 'foreign' || reason === 'taken';
