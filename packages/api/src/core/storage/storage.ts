import type { Readable } from 'node:stream';

/** First and last byte wanted, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Content to store: a finished local file, which may be moved, or bytes. */
export type StorageSource = { file: string; size: number } | Uint8Array;

/**
 * Storage of file content. A key is the content's SHA-256 in hexadecimal; derivatives (a thumbnail) are
 * stored as `<hash>.<what>`. The content of a key never changes.
 */
export interface Storage {
  /** Stores atomically; storing the same again is allowed. */
  put(key: string, source: StorageSource): Promise<void>;
  /** @throws AppError `notFound` when the key does not exist */
  read(key: string, range?: ByteRange): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** Removing a missing key is allowed. */
  remove(key: string): Promise<void>;
  /** Rejects with the reason while files cannot be stored or read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Converts a key to a path: the first two digits spread files over folders.
 * @throws Error for an invalid key, so that nothing from outside becomes a path
 */
export function pathOfKey(key: string): string {
  if (!/^[0-9a-f]{64}(\.[a-z]{1,16})?$/.test(key)) throw new Error('not a key of the storage');
  return `${key.slice(0, 2)}/${key.slice(2)}`;
}
