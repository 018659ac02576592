import type { Actor } from '@tandem/api/core/actor';
import { topics } from '@tandem/api/core/live/bus';
import { perProcess } from '@tandem/api/core/per-process';
import type { Platform } from '@tandem/api/core/platform';
import { liveSessionIds, noteInUse } from '@tandem/api/identity/session/live';

/** Milliseconds between comparisons of the sessions behind open streams with the database. */
const CHECK_EVERY_MS = 4_000;
/** Comparisons between updates of the sessions' last use. */
const NOTE_EVERY = 15;

type End = () => void;

/** Open streams by session, for one process; ends them when their session does. */
class SessionWatch {
  private readonly ends = new Map<string, Set<End>>();
  private readonly platform: Platform;
  private checks = 0;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.subscribe(topics.all, (message) => {
      if (message.type !== 'session.ended' || !Array.isArray(message.sessionIds)) return;
      for (const id of message.sessionIds) this.end(String(id));
    });
    setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  add(sessionId: string, end: End): () => void {
    const ends = this.ends.get(sessionId) ?? new Set();
    this.ends.set(sessionId, ends.add(end));
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.ends.get(sessionId) === ends) this.ends.delete(sessionId);
    };
  }

  private end(sessionId: string): void {
    const ends = this.ends.get(sessionId);
    this.ends.delete(sessionId);
    for (const end of ends ?? []) end();
  }

  /** The bus may lose a message; the database does not. */
  private async check(): Promise<void> {
    const ids = [...this.ends.keys()];
    if (ids.length === 0) return;
    try {
      const live = await liveSessionIds(this.platform.database.db, ids);
      for (const id of ids) if (!live.has(id)) this.end(id);
      this.checks += 1;
      if (this.checks % NOTE_EVERY === 0) await noteInUse(this.platform.database.db, [...live]);
    } catch (err) {
      this.platform.log.warn({ err }, 'could not check the sessions of open streams');
    }
  }
}

const watchOf = perProcess((platform) => new SessionWatch(platform));

/** Calls `end` when the actor's session ends, within 5 seconds; returns how to stop watching. */
export function endWithSession(platform: Platform, actor: Actor, end: End): () => void {
  if (actor.kind !== 'user') return () => {};
  return watchOf(platform).add(actor.sessionId, end);
}
