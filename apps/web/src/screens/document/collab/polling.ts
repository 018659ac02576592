import { isGone } from '../../../lib/errors.ts';
import { api } from '../../../lib/trpc.ts';

/** How often it is read again, in milliseconds. */
const LOOK_MS = 5_000;

interface StillReader {
  /** Gets what is new, in the encoding of Yjs; null when nothing is. */
  onChanges(update: Uint8Array | null): void;
  /** The document is not there any more for this reader. */
  onGone(): void;
}

/** Reads a document by plain requests, for where no socket opens. @returns ends that */
export function readStill(documentId: string, { onChanges, onGone }: StillReader): () => void {
  let after = 0;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    try {
      const input = { documentId, after };
      const { seq, update } = await api.document.changes.query(input, { context: { silent: true } });
      if (hasEnded) return;
      after = seq;
      onChanges(update === null ? null : Uint8Array.from(atob(update), (letter) => letter.charCodeAt(0)));
    } catch (error) {
      if (hasEnded) return;
      if (isGone(error)) return onGone();
    }
    timer = setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}
