import { desktop } from './desktop.ts';

/**
 * Reads a stored value: from the desktop shell if present, else from localStorage as JSON. A missing or
 * unreadable key gives `fallback`; failures are only logged. The caller validates the value.
 */
export async function readStored(key: string, fallback: unknown = null): Promise<unknown> {
  const shell = desktop();
  if (!shell) return readLocal(key, fallback);
  try {
    return (await shell.storage.get(key)) ?? fallback;
  } catch (error) {
    console.error(`Could not read "${key}" from the desktop shell`, error);
    return fallback;
  }
}

/** Stores a value that JSON can carry; failures are logged only. */
export async function writeStored(key: string, value: unknown): Promise<void> {
  const shell = desktop();
  if (!shell) return writeLocal(key, value);
  try {
    await shell.storage.set(key, value);
  } catch (error) {
    console.error(`Could not store "${key}" in the desktop shell`, error);
  }
}

/** Forgets a stored value; failures are logged only. */
export async function removeStored(key: string): Promise<void> {
  try {
    const shell = desktop();
    if (shell) await shell.storage.remove(key);
    else localStorage.removeItem(key);
  } catch (error) {
    console.error(`Could not remove "${key}"`, error);
  }
}

/** Reads localStorage at once, for what must be known before the first paint. */
export function readLocal(key: string, fallback: unknown = null): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : JSON.parse(text);
  } catch (error) {
    console.error(`Could not read "${key}" from localStorage`, error);
    return fallback;
  }
}

/** Writes localStorage at once; failures are logged only. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.error(`Could not store "${key}" in localStorage`, error);
  }
}
