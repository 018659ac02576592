import type { Connection } from '@hocuspocus/server';
import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { CursorPerson, DocumentMessage } from '@tandem/shared/document/schema';
import { heldByArchive, mayOnChannel } from '../access/access.policy.ts';
import type { LoadedChannel } from '../access/access.rules.ts';
import { readChannel } from '../channel/channel.service.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { channelHubOf } from '../live/live.hub.ts';
import { ChannelWatcher } from '../live/live.watcher.ts';
import type { Refusal } from './document.check.ts';
import type { OpenDocument } from './document.open.ts';

/** Cursors that one connection may show: its editor's own, and again after it started anew. */
const MAX_CURSORS = 8;
/** Questions of one connection that wait for an answer. */
const MAX_MARKS = 100;
/** Application codes of a closing socket: may be asked again, and is final. */
export const closings = { again: 4_205, gone: 4_404, refused: 4_422 } as const;

/** Ends a connection with its socket, so that the editor asks anew and learns why. */
export function hangUp(connection: Connection, why: keyof typeof closings): void {
  connection.close({ code: closings[why], reason: why });
  connection.webSocket.close(closings[why], why);
}

/** One editor's connection to a document: what it may do, and what it waits to be told. */
export class DocumentSession {
  readonly userId: number;
  readonly documentId: string;
  /** What others see at its cursor. */
  readonly person: CursorPerson;
  /** Set while its writer lacks something of its own that the server has yet to be sent. */
  isBehind = false;
  private connection: Connection | null = null;
  private readonly cursors = new Set<number>();
  private marks: { n: number; written: number }[] = [];
  private canEdit: boolean;
  private readonly ctx: UserContext;
  private readonly watcher: ChannelWatcher;
  private readonly stop = new AbortController();

  constructor(ctx: UserContext, channel: LoadedChannel, person: CursorPerson) {
    this.person = person;
    const { id: channelId, teamId, held } = channel;
    this.ctx = ctx;
    this.userId = ctx.actor.userId;
    this.documentId = channelId;
    this.watcher = new ChannelWatcher(
      { userId: this.userId, channelId, teamId, channel, held },
      this.stop.signal,
    );
    this.canEdit = this.mayEdit(channel.held, channel.archivedAt);
  }

  /** Whether its changes are taken now. */
  get mayWrite(): boolean {
    return this.canEdit;
  }

  /** Follows its reader's rights from now on, and ends with them. */
  begin(connection: Connection): void {
    this.connection = connection;
    channelHubOf(this.ctx.platform).join(this.watcher);
    void this.follow();
  }

  end(): void {
    if (this.stop.signal.aborted) return;
    this.stop.abort();
    channelHubOf(this.ctx.platform).leave(this.watcher);
  }

  /** Whether a cursor is this connection's to move. */
  owns(cursor: number, isTaken: (cursor: number) => boolean): boolean {
    if (this.cursors.has(cursor)) return true;
    if (this.cursors.size >= MAX_CURSORS || isTaken(cursor)) return false;
    this.cursors.add(cursor);
    return true;
  }

  hasCursor(cursor: number): boolean {
    return this.cursors.has(cursor);
  }

  /** Notes that its editor wants to be told when everything so far is stored. */
  mark(n: number, open: OpenDocument): void {
    // The answer to a later one holds for those before it.
    if (this.marks.length >= MAX_MARKS) this.marks.pop();
    this.marks.push({ n, written: open.written });
    this.answerMarks(open);
  }

  /** Tells its editor what is stored by now. */
  answerMarks(open: OpenDocument): void {
    if (this.isBehind) return;
    const done = this.marks.filter(({ written }) => open.isStored(written));
    const newest = done.at(-1);
    if (!newest) return;
    this.marks = this.marks.filter((mark) => !done.includes(mark));
    this.tell({ type: 'saved', n: newest.n });
  }

  refuse(reason: Refusal): void {
    this.tell({ type: 'refused', reason });
  }

  private tell(message: DocumentMessage): void {
    this.connection?.sendStateless(JSON.stringify(message));
  }

  private mayEdit(held: AccessLevel, archivedAt: Date | null): boolean {
    return mayOnChannel(held, 'channel.edit') && !heldByArchive({ archivedAt }, 'channel.edit');
  }

  private async follow(): Promise<void> {
    const { watcher, connection } = this;
    try {
      while (!this.stop.signal.aborted && !watcher.isGone) {
        await watcher.wake.wait();
        if (watcher.isRenamed && !watcher.isGone) {
          watcher.isRenamed = false;
          watcher.channel = await readChannel(this.ctx.db, { userId: this.userId }, this.documentId);
        }
        this.review();
      }
    } catch (err) {
      // Deleted for good, or out of sight, while it was read.
      if (!(err instanceof AppError) || err.key !== 'notFound')
        this.ctx.log.warn({ err }, 'rights to a document could not be read');
    }
    if (!this.stop.signal.aborted && connection) hangUp(connection, 'gone');
  }

  private review(): void {
    const { held, channel } = this.watcher;
    const canEdit = this.mayEdit(held, channel.archivedAt ?? null);
    if (canEdit === this.canEdit) return;
    this.canEdit = canEdit;
    this.tell({ type: 'rights', canEdit });
  }
}
