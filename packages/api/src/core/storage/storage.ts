import type { Readable } from 'node:stream';

/** First and last byte wanted, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is stored: a finished file on this machine, which may be moved away, or bytes at hand. */
export type StorageSource = { file: string; size: number } | Uint8Array;

/**
 * Where the bytes of files are. A key is the SHA-256 of the content in hexadecimal; what was made of it (a thumbnail)
 * stands beside it under `<hash>.<what>`. What is stored under a key never changes.
 */
export interface Storage {
  /** Stores all or nothing; storing the same again is no error. */
  put(key: string, source: StorageSource): Promise<void>;
  /** @throws AppError `notFound` when there is nothing under the key */
  read(key: string, range?: ByteRange): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Rejects with the reason while files cannot be stored or read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A key as a path: the first two digits spread the files over folders.
 * @throws Error when it is no key, so that nothing from outside ever becomes a path
 */
export function pathOfKey(key: string): string {
  if (!/^[0-9a-f]{64}(\.[a-z]{1,16})?$/.test(key)) throw new Error('not a key of the storage');
  return `${key.slice(0, 2)}/${key.slice(2)}`;
}
