type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` whenever a call reports that the session ended. Returns a function that stops it. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceSessionEnded(): void {
  for (const listener of listeners) listener();
}
