import type { CursorPerson } from '@tandem/shared/document/schema';

/** A stored change, as it crosses between the threads. */
export interface StoredChange {
  seq: number;
  update: Uint8Array;
}

/** A person admitted to a document over one socket. */
export interface Admitted {
  /** Number of their connection in this process. */
  session: number;
  userId: number;
  /** The name and colour of their cursor. */
  person: CursorPerson;
  canEdit: boolean;
  /** Number of their next changes to try in a child first, because one took too long before. */
  tries: number;
}

/** The state of a document being opened. */
export interface Loaded {
  changes: StoredChange[];
  /** Set when this is its last readable version, which nobody may change. */
  frozen: { versionId: string | null } | null;
}

/** Requests of the thread to the main thread, which alone has the database, the bus and the rights. */
export interface Requests {
  admit: { ask: { socket: number; documentId: string }; answer: Admitted | { refused: string } };
  /** Bytes of a document's stored state. */
  measure: { ask: { documentId: string }; answer: number };
  load: { ask: { documentId: string }; answer: Loaded };
  changesAfter: { ask: { documentId: string; seq: number }; answer: StoredChange[] };
  /**
   * Stores a change. Null when the document is gone, `frozen` when it cannot be read and so accepts none,
   * `refused` when one of its writers lost the right to write.
   */
  append: {
    ask: { documentId: string; update: Uint8Array; userId: number | null; writers: number[] };
    answer: number | null | 'frozen' | 'refused';
  };
  /**
   * Replaces all changes up to `seq` by one, including later ones of `writers`. Returns its number, a new one
   * if it `isAhead` of those; null when others stored more, `refused` when a writer lost the right.
   */
  compact: {
    ask: { documentId: string; seq: number; update: Uint8Array; isAhead: boolean; writers: number[] };
    answer: number | null | 'refused';
  };
  /** Whether a document loads in bounded time with this change. */
  try: { ask: { state: Uint8Array; update: Uint8Array }; answer: boolean };
}
export type RequestName = keyof Requests;

/** Bytes for each of several sockets. */
export interface Frame {
  sockets: number[];
  data: Uint8Array;
}

export type ToThread =
  | { type: 'open'; socket: number; userId: number }
  | { type: 'frame'; socket: number; data: Uint8Array }
  /** The other end has read this many bytes. */
  | { type: 'read'; socket: number; bytes: number }
  | { type: 'closed'; socket: number; code: number; reason: string }
  | { type: 'rights'; session: number; canEdit: boolean }
  /** A change up to this number was stored, here or elsewhere. */
  | { type: 'stored'; documentId: string; seq: number }
  /** Whether a document is shown as an older version. */
  | { type: 'frozen'; documentId: string; isFrozen: boolean }
  | { type: 'cursors'; documentId: string; update: Uint8Array }
  | { type: 'cursorsAsked'; documentId: string }
  /** Work that was done for a person elsewhere, in milliseconds. */
  | { type: 'charge'; userId: number; ms: number }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; message: string }
  | { type: 'end'; id: number };

export type FromThread =
  | { type: 'ready' }
  | { type: 'frames'; frames: Frame[] }
  /** This many bytes from this socket have been processed. */
  | { type: 'handled'; socket: number; bytes: number }
  | { type: 'close'; socket: number; code: number; reason: string }
  | { type: 'began'; session: number }
  | { type: 'left'; session: number }
  | { type: 'opened'; documentId: string }
  | { type: 'released'; documentId: string }
  | { type: 'cursors'; documentId: string; update: Uint8Array }
  /** A person's change took suspiciously long and was not applied. */
  | { type: 'suspect'; documentId: string; userId: number }
  | { type: 'log'; documentId?: string; err: string; message: string }
  | {
      [Name in RequestName]: { type: 'request'; id: number; name: Name; ask: Requests[Name]['ask'] };
    }[RequestName]
  | { type: 'ended'; id: number };

/** Limits that tests make smaller. */
export interface ThreadLimits {
  /** Maximum unread bytes of all sockets of one person. */
  heldPerPerson: number;
  /** Milliseconds after which a socket that reads nothing is closed. */
  unreadMs: number;
  /** Estimated steps of a change above which it is tried in a child first. */
  steps: number;
  /** Maximum megabytes of the thread's heap. */
  memoryMb: number;
  /** Approximate heap bytes of all open documents. */
  openBytes: number;
  /** Milliseconds after which an idle document may be closed for others. */
  idleMs: number;
  /** Milliseconds a document waits for memory before its editor is told to reconnect. */
  waitMs: number;
}

/** Initial data of the thread. */
export interface ThreadStart {
  label: SharedArrayBuffer;
  limits: ThreadLimits;
}
