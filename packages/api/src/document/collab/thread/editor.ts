import type { Connection } from '@hocuspocus/server';
import type { DocumentMessage } from '@tandem/shared/document/schema';
import type { RefusedUpdate } from '../../edit/check.ts';
import { closings } from './closings.ts';
import type { Admitted } from './messages.ts';
import type { OpenDocument } from './open.ts';

/** Cursors of one connection: its editor's own, also after restarts. */
const MAX_CURSORS = 8;
/** Client ids one connection may write under. */
const MAX_WRITERS = 64;
/** Questions of one connection that wait for an answer. */
const MAX_MARKS = 100;

/** Closes a connection with its socket, so that the editor reconnects and learns why. */
export function hangUp(connection: Connection, why: keyof typeof closings): void {
  connection.close({ code: closings[why], reason: why });
  connection.webSocket.close(closings[why], why);
}

/** One editor's connection to a document, inside the document thread: its rights, and pending replies. */
export class Editor {
  readonly session: number;
  readonly userId: number;
  readonly documentId: string;
  readonly person: Admitted['person'];
  /** Number of its next changes to try in a child first. */
  tries: number;
  /** Set while the editor must resend changes of its own that the server lacks. */
  isBehind = false;
  private connection: Connection | null = null;
  private readonly cursors = new Set<number>();
  private readonly writers = new Set<number>();
  private marks: { n: number; written: number; writer: number | undefined }[] = [];
  private canEdit: boolean;

  constructor(documentId: string, { session, userId, person, canEdit, tries }: Admitted) {
    this.documentId = documentId;
    this.session = session;
    this.userId = userId;
    this.person = person;
    this.canEdit = canEdit;
    this.tries = tries;
  }

  /** Whether its changes are accepted. */
  get mayWrite(): boolean {
    return this.canEdit;
  }

  begin(connection: Connection): void {
    this.connection = connection;
  }

  /** Accepts or refuses its changes from now on, and notifies it. */
  allow(canEdit: boolean): void {
    if (canEdit === this.canEdit) return;
    this.canEdit = canEdit;
    this.tell({ type: 'rights', canEdit });
  }

  /** Whether a cursor belongs to this connection. */
  owns(cursor: number, isTaken: (cursor: number) => boolean): boolean {
    if (this.cursors.has(cursor)) return true;
    if (this.cursors.size >= MAX_CURSORS || isTaken(cursor)) return false;
    this.cursors.add(cursor);
    return true;
  }

  hasCursor(cursor: number): boolean {
    return this.cursors.has(cursor);
  }

  /** Whether it has written, or shows its cursor, under this client id. */
  writesAs(writer: number): boolean {
    return this.writers.has(writer) || this.cursors.has(writer);
  }

  /** Notes that it wrote under these numbers. */
  wrote(writers: ReadonlySet<number>): void {
    for (const writer of writers) if (this.writers.size < MAX_WRITERS) this.writers.add(writer);
  }

  /** Records that its editor wants confirmation once everything so far is stored. */
  mark({ n, client: writer }: { n: number; client?: number | undefined }, open: OpenDocument): void {
    // The answer to a later one holds for those before it.
    if (this.marks.length >= MAX_MARKS) this.marks.pop();
    this.marks.push({ n, written: open.written, writer });
    this.answerMarks(open);
  }

  /** Number of its unanswered questions. */
  get waiting(): number {
    return this.marks.length;
  }

  /** Confirms to its editor what is stored. */
  answerMarks(open: OpenDocument): void {
    if (this.isBehind) return;
    const done = this.marks.filter(({ written }) => open.isStored(written));
    const newest = done.at(-1);
    if (!newest) return;
    this.marks = this.marks.filter((mark) => !done.includes(mark));
    const { n, writer } = newest;
    this.tell({ type: 'saved', n, ...(writer !== undefined && { clock: open.clockOf(writer) }) });
  }

  refuse({ reason, writer }: RefusedUpdate): void {
    if (reason === 'taken' && writer !== undefined) this.tell({ type: 'refused', reason, client: writer });
    else if (reason !== 'taken') this.tell({ type: 'refused', reason });
  }

  tell(message: DocumentMessage): void {
    this.connection?.sendStateless(JSON.stringify(message));
  }

  hangUp(why: keyof typeof closings): void {
    if (this.connection) hangUp(this.connection, why);
  }
}
