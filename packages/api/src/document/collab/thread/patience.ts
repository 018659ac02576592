import type { Editor } from './editor.ts';

/** How often an editor may reconnect because of others' changes, within how many milliseconds. */
const RETURNS = 5;
const PATIENCE_MS = 60_000;
/** Most that is remembered of that. */
const MAX_REMEMBERED = 1_000;

/** Editors that reconnected recently because their answer contained changes others are about to send. */
export class Patience {
  private readonly entries = new Map<string, { count: number; until: number }>();

  /**
   * Records a reconnection.
   * @returns whether it is allowed
   */
  lasts({ documentId, userId }: Pick<Editor, 'documentId' | 'userId'>): boolean {
    const key = `${documentId} ${userId}`;
    const now = performance.now();
    const before = this.entries.get(key);
    const entry = before && before.until > now ? before : { count: 0, until: now + PATIENCE_MS };
    entry.count += 1;
    this.entries.delete(key);
    this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_REMEMBERED && oldest !== undefined) this.entries.delete(oldest);
    return entry.count <= RETURNS;
  }
}
