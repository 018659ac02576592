import { readStored, removeStored, writeStored } from '../storage/storage.ts';

const KEY = 'token';

/** The stored bearer token, or null. The web itself lives by its cookie; the desktop shell stores a token. */
export async function readBearer(): Promise<string | null> {
  const token = await readStored(KEY);
  return typeof token === 'string' && token !== '' ? token : null;
}

export function storeBearer(token: string): Promise<void> {
  return writeStored(KEY, token);
}

export function forgetBearer(): Promise<void> {
  return removeStored(KEY);
}
