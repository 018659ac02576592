import { isGone } from '../../../lib/errors.ts';
import { api } from '../../../lib/trpc.ts';

/** Polling interval, in milliseconds. */
const LOOK_MS = 5_000;

interface StillReader {
  /** Receives the changes, in the encoding of Yjs; null if there are none. */
  onChanges(update: Uint8Array | null): void;
  /** The document no longer exists for this reader. */
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

/** Whether the server answers plain requests. */
export function serverAnswers(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
