import { setTimeout as sleep } from 'node:timers/promises';
import { changesSince, headOf, messageOf, runningMessageOf } from '../../content/message/changes.ts';
import { type ChangedRow, type ChangeSet, isOnPath, type MessageRow } from '../../content/message/row.ts';
import { AppError } from '../../core/errors.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { asChannelMessage, publishToChannel } from '../channel/events.ts';
import { type Delta, Mirror } from './mirror.ts';

/** Change sets kept for watchers slightly behind; others query the database. */
const MAX_KEPT = 20;
/** Deltas kept of a turn whose start is not known here yet. */
const MAX_EARLY = 500;
const RETRY_MS = 1_000;
/** Milliseconds between requests to save a turn while its deltas are missing. */
const ASK_AGAIN_MS = 700;

interface Kept extends ChangeSet {
  /** The revision it starts from. */
  from: number;
}

/**
 * One channel as known to this process, while someone here watches it: revision, recent changes, running
 * message. However many watch, each change is read once.
 */
export class ChannelFeed {
  readonly channelId: string;
  /** The revision up to which changes are known here. */
  revision = -1;
  mirror: Mirror | null = null;
  /** Fulfilled when the channel was read for the first time. */
  readonly ready: Promise<void>;
  private readonly platform: Platform;
  private readonly onChange: () => void;
  private readonly onGone: () => void;
  private readonly unsubscribe: () => void;
  private kept: Kept[] = [];
  private early: { turnId: string; deltas: Delta[] } | null = null;
  private refreshing: Promise<void> | null = null;
  private isDirty = false;
  private isClosed = false;
  private asking: NodeJS.Timeout | null = null;

  constructor(
    platform: Platform,
    channelId: string,
    { onChange, onGone }: { onChange: () => void; onGone: () => void },
  ) {
    this.platform = platform;
    this.channelId = channelId;
    this.onChange = onChange;
    this.onGone = onGone;
    // Before the first read, so that nothing is missed in between.
    this.unsubscribe = platform.bus.subscribe(topics.channel(channelId), (message) => this.hear(message));
    this.ready = this.refresh();
  }

  close(): void {
    this.isClosed = true;
    this.unsubscribe();
    if (this.asking) clearInterval(this.asking);
  }

  /** Compares with the database's state; the bus may have lost something. */
  notice(revision: number, running: { turnId: string; n: number } | null): void {
    if (revision > this.revision) void this.refresh();
    else if (running && this.mirror?.turnId === running.turnId && running.n > this.mirror.n)
      void this.reread();
  }

  /** Returns the changes that follow a revision, oldest first; null when the database must be asked. */
  since(revision: number): ChangeSet[] | null {
    const sets = this.kept.filter((set) => set.revision > revision);
    const first = sets[0];
    return first && first.from <= revision && !sets.some(({ tooMany }) => tooMany) ? sets : null;
  }

  /** Returns a row in its current state: a running message has grown since it was saved. */
  current(row: ChangedRow): ChangedRow {
    const { mirror } = this;
    if (!isOnPath(row) || row.status !== 'running' || mirror?.turnId !== row.turnId) return row;
    if (row.n > mirror.n) this.follow(row);
    return { ...row, parts: mirror.snapshot().parts, n: mirror.n };
  }

  private hear(bus: BusMessage): void {
    const message = asChannelMessage(bus);
    if (message?.type === 'changed' && message.revision > this.revision) void this.refresh();
    if (message?.type === 'delta') this.hearDelta(message);
    if (message?.type === 'saved' && this.mirror?.turnId === message.turnId && message.n > this.mirror.n)
      void this.reread();
  }

  private hearDelta({ turnId, n, changes }: Delta & { turnId: string }): void {
    if (this.mirror?.turnId === turnId) {
      if (this.mirror.take({ n, changes })) this.onChange();
      if (this.mirror.hasGap) this.askToSave();
      return;
    }
    // The news of the turn's start is still being read, or was lost.
    if (this.early?.turnId !== turnId) {
      this.early = { turnId, deltas: [] };
      void this.refresh();
    }
    if (this.early.deltas.length < MAX_EARLY) this.early.deltas.push({ n, changes });
  }

  /** Reads changes until there are no more; one read at a time. */
  private refresh(): Promise<void> {
    this.isDirty = true;
    this.refreshing ??= this.readUntilClean().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  private async readUntilClean(): Promise<void> {
    while (this.isDirty && !this.isClosed) {
      this.isDirty = false;
      try {
        if (this.revision < 0) await this.readFirst();
        else await this.readChanges();
        this.onChange();
      } catch (err) {
        if (err instanceof AppError && err.key === 'notFound') return this.onGone();
        this.platform.log.warn({ err, channelId: this.channelId }, 'a watched channel could not be read');
        this.isDirty = true;
        await sleep(RETRY_MS);
      }
    }
  }

  private async readFirst(): Promise<void> {
    const { db } = this.platform.database;
    const { revision } = await headOf(db, this.channelId);
    const running = await runningMessageOf(db, this.channelId);
    this.revision = revision;
    if (!running) return;
    this.follow(running);
    // Deltas published before we subscribed are only with the turn's process.
    this.askToSave();
  }

  private async readChanges(): Promise<void> {
    const { db } = this.platform.database;
    const from = this.revision;
    const change = await changesSince(db, this.channelId, from);
    const running = change.tooMany
      ? await runningMessageOf(db, this.channelId)
      : change.rows.filter(isOnPath).find(({ status }) => status === 'running');
    if (running) this.follow(running);
    else if (change.tooMany || change.rows.some(({ id }) => id === this.mirror?.messageId)) this.unfollow();
    if (change.revision <= from) return;
    this.kept.push({ ...change, from });
    if (this.kept.length > MAX_KEPT) this.kept.shift();
    this.revision = change.revision;
  }

  private follow(row: MessageRow): void {
    if (this.mirror?.turnId === row.turnId) {
      if (this.mirror.replace(row)) this.onChange();
    } else {
      this.mirror = new Mirror(row);
      const early = this.early?.turnId === row.turnId ? this.early.deltas : [];
      this.early = null;
      for (const delta of early) this.mirror.take(delta);
    }
    if (this.mirror.hasGap) this.askToSave();
  }

  private unfollow(): void {
    this.mirror = null;
    this.early = null;
  }

  /** Reads the running message again, because the database has more of it. */
  private async reread(): Promise<void> {
    const { mirror } = this;
    if (!mirror) return;
    try {
      const row = await messageOf(this.platform.database.db, this.channelId, mirror.messageId);
      if (this.mirror !== mirror || row?.turnId !== mirror.turnId) return;
      if (row.status === 'running' && mirror.replace(row)) this.onChange();
    } catch (err) {
      this.platform.log.warn({ err, channelId: this.channelId }, 'a growing message could not be read');
    }
  }

  /** Asks the turn's process to save it, until no delta is missing. */
  private askToSave(): void {
    if (this.asking || this.isClosed) return;
    const ask = () => {
      const turnId = this.mirror?.turnId;
      if (!turnId) return;
      publishToChannel(this.platform.bus, this.channelId, { type: 'saveWanted', turnId });
    };
    this.asking = setInterval(() => {
      if (this.mirror?.hasGap) return ask();
      if (this.asking) clearInterval(this.asking);
      this.asking = null;
    }, ASK_AGAIN_MS).unref();
    ask();
  }
}
