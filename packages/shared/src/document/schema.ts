import type { Person } from '../user/schema.ts';

/** Name of the fragment in a document's Yjs document that holds its blocks. */
export const FRAGMENT = 'document-store';

/** Bytes that one change on the wire may have, and a document in all. */
export const MAX_UPDATE_BYTES = 4 * 1024 * 1024;
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * What editors and server say to each other beside the changes. An editor numbers what it wants to know to be safe;
 * the server answers the number once everything that came before it is stored.
 */
export type EditorMessage = {
  type: 'mark';
  n: number;
  /** The id under which Yjs keeps the words that it asks about. */
  client?: number;
};
export type DocumentMessage =
  /**
   * With how much the server has of the `client` that was asked about, deleted or not, as Yjs counts. Less than the
   * editor had written by its question, or more than it has written at all, means that somebody else wrote under that id
   * and that some of its own words are not there.
   */
  | { type: 'saved'; n: number; clock?: number }
  /** The reader's rights changed; `canEdit` says whether their changes are taken from now on. */
  | { type: 'rights'; canEdit: boolean }
  /**
   * The newest state of the document cannot be read. What is shown is this version of it, null where there is none that
   * can be read; nothing that is written is taken until someone goes back to a version.
   */
  | { type: 'frozen'; versionId: string | null }
  /** A change was not taken and never will be: start again from what the server has. */
  | { type: 'refused'; reason: 'malformed' | 'foreign' | 'tooLarge' | 'tooCostly' | 'full' }
  /**
   * Somebody else writes under this id of Yjs, or something else is stored under it. An editor whose own id it is takes
   * another and writes again what was not saved.
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

/** The colour of a person's cursor, the same for everyone: dark enough for white letters. */
export function cursorColour(userId: number): string {
  return CURSOR_COLOURS[userId % CURSOR_COLOURS.length] ?? '#1d4ed8';
}
