import type { CursorPerson } from '@tandem/shared/document/schema';

/** A stored change, as it crosses between the threads. */
export interface StoredChange {
  seq: number;
  update: Uint8Array;
}

/** Somebody who was let in to a document over one socket. */
export interface Admitted {
  /** Number of their connection in this process. */
  session: number;
  userId: number;
  /** What others see at their cursor. */
  person: CursorPerson;
  canEdit: boolean;
  /** How many of their next changes are tried in a process of their own first: one took too long before. */
  tries: number;
}

/** What there is of a document when it is opened. */
export interface Loaded {
  changes: StoredChange[];
  /** Set when these are its last state that can be read, which nobody may change. */
  frozen: { versionId: string | null } | null;
}

/** What the thread asks of the server's own thread, which alone has the database, the bus and the rights. */
export interface Requests {
  admit: { ask: { socket: number; documentId: string }; answer: Admitted | { refused: string } };
  /** Bytes of what is stored of a document. */
  measure: { ask: { documentId: string }; answer: number };
  load: { ask: { documentId: string }; answer: Loaded };
  changesAfter: { ask: { documentId: string; seq: number }; answer: StoredChange[] };
  /**
   * Stores a change. Null when the document is gone, `frozen` when it takes none because it cannot be read, `refused`
   * when one of its writers may not write any more.
   */
  append: {
    ask: { documentId: string; update: Uint8Array; userId: number | null; writers: number[] };
    answer: number | null | 'frozen' | 'refused';
  };
  /**
   * Puts one change in the place of all up to `seq`, with what `writers` wrote since. The answer is the number that it
   * has, another one when it `isAhead` of those; null when others stored more, `refused` when a writer lost the right.
   */
  compact: {
    ask: { documentId: string; seq: number; update: Uint8Array; isAhead: boolean; writers: number[] };
    answer: number | null | 'refused';
  };
  /** Whether a document with this change loads in bounded time. */
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
  /** The other end has read so many bytes of what it was sent. */
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
  /** So many bytes from this socket are dealt with. */
  | { type: 'handled'; socket: number; bytes: number }
  | { type: 'close'; socket: number; code: number; reason: string }
  | { type: 'began'; session: number }
  | { type: 'left'; session: number }
  | { type: 'opened'; documentId: string }
  | { type: 'released'; documentId: string }
  | { type: 'cursors'; documentId: string; update: Uint8Array }
  /** A person's change of a document took suspiciously long; it was not taken. */
  | { type: 'suspect'; documentId: string; userId: number }
  | { type: 'log'; documentId?: string; err: string; message: string }
  | {
      [Name in RequestName]: { type: 'request'; id: number; name: Name; ask: Requests[Name]['ask'] };
    }[RequestName]
  | { type: 'ended'; id: number };

/** Limits that tests make smaller. */
export interface ThreadLimits {
  /** Bytes that may wait to be read by all sockets of one person. */
  heldPerPerson: number;
  /** Milliseconds after which a socket that reads nothing is let go. */
  unreadMs: number;
  /** Steps that putting a change in may seem to take before it is tried elsewhere first. */
  steps: number;
  /** Megabytes that the heap of the thread may have. */
  memoryMb: number;
  /** Bytes of it that all open documents may fill, about. */
  openBytes: number;
  /** Milliseconds after which a document that nobody wrote in makes room for others. */
  idleMs: number;
  /** Milliseconds that a document waits for room before who opens it is asked to come again. */
  waitMs: number;
}

/** What the thread is started with. */
export interface ThreadStart {
  label: SharedArrayBuffer;
  limits: ThreadLimits;
}
