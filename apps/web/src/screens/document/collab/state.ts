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
  /** What is written here is kept, and has to be written anew into the document as the server has it. */
  again: boolean;
  /** An input method holds letters that are not in the document yet. */
  composing: boolean;
  /** Set when the newest state cannot be read: what is shown is this version, null where there is none. */
  frozen: { versionId: string | null } | null;
  /** Why the server will not take what was written here. */
  refused: Refusal | 'rights' | null;
}

/** Whether words that were refused may be taken once they are written anew into the document as the server has it. */
export const mayFitAnew = (reason: Refusal) => reason === 'foreign' || reason === 'taken';
