import type { Person } from '../user/schema.ts';

/** Name of the fragment in a document's Yjs document that holds its blocks. */
export const FRAGMENT = 'document-store';

/** Maximum bytes of one change, and of a document. */
export const MAX_UPDATE_BYTES = 4 * 1024 * 1024;
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * Messages between editors and the server, besides changes. An editor numbers a request for confirmation; the
 * server replies with the number once everything before it is stored.
 */
export type EditorMessage = {
  type: 'mark';
  n: number;
  /** The Yjs client id it asks about. */
  client?: number;
};
export type DocumentMessage =
  /**
   * `clock` is how much the server has of the requested `client`, including deletions, as Yjs counts. If it
   * is less than the editor had written by its question, or more than it ever wrote, somebody else wrote
   * under that id and some of its own words are missing.
   */
  | { type: 'saved'; n: number; clock?: number }
  /** The reader's rights changed; `canEdit` says whether their changes are accepted from now on. */
  | { type: 'rights'; canEdit: boolean }
  /**
   * The newest state cannot be read. This version is shown instead, null when none can be read; no changes
   * are accepted until someone restores a version.
   */
  | { type: 'frozen'; versionId: string | null }
  /** A change was permanently refused: restart from the server's state. */
  | { type: 'refused'; reason: 'malformed' | 'foreign' | 'tooLarge' | 'tooCostly' | 'full' }
  /**
   * Somebody else writes under this client id, or other changes are stored under it. The editor whose own id
   * it is takes a new one and writes unsaved changes again.
   */
  | { type: 'refused'; reason: 'taken'; client: number };

/** Why a connection to a document was refused or ended, as the provider reports it. */
export const collabReasons = { notFound: 'not-found', busy: 'busy', refused: 'refused' } as const;

/** The person at a cursor, named by the server and not by the editor. */
export interface CursorPerson extends Person {
  /** CSS colour of the cursor. */
  color: string;
}

const CURSOR_COLOURS = [
  '#c2410c',
  '#0f766e',
  '#1d4ed8',
  '#a21caf',
  '#4d7c0f',
  '#b91c1c',
  '#6d28d9',
  '#0e7490',
];

/** People whose ids differ by it have the same colour. */
export const CURSOR_COLOUR_COUNT = CURSOR_COLOURS.length;

/** The colour of a person's cursor, the same for everyone: dark enough for white letters. */
export function cursorColour(userId: number): string {
  return CURSOR_COLOURS[userId % CURSOR_COLOURS.length] ?? '#1d4ed8';
}
