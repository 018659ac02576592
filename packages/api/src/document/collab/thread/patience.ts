import type { Editor } from './editor.ts';

/** How often an editor may come again with what somebody else is to bring, in how many milliseconds. */
const RETURNS = 5;
const PATIENCE_MS = 60_000;
/** Most that is remembered of that. */
const MAX_REMEMBERED = 1_000;

/** Editors that retried lately because their answer held changes that others are about to bring. */
export class Patience {
  private readonly entries = new Map<string, { count: number; until: number }>();

  /** Notes that somebody is to come again. @returns whether they may */
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
