import { Chunk } from '../../lib/chunk.ts';

const chunk = new Chunk('unfinished-markdown', () => import('./unfinished.ts'));
let closeOpen: ((text: string) => string) | null = null;

/** The code that reads streaming texts, which most screens show later, if at all. */
export const streamingText = {
  /** Starts to load the code. */
  preload(): void {
    void this.load().catch(() => {});
  },
  async load(): Promise<void> {
    ({ closeOpen } = await chunk.read());
  },
};

/** Closes what is open at the end of a streaming text; until the code for that has come, returns it as written. */
export function closed(text: string): string {
  if (!closeOpen) streamingText.preload();
  return closeOpen?.(text) ?? text;
}
