import { closeSync, openSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { type ArchiveEntry, ArchiveProblem, readPart } from './directory.ts';

const HEADER = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

/** A file of an archive; null for bytes that are packed in a way that few programs know. */
export interface UnpackedEntry {
  path: string;
  bytes: Uint8Array | null;
}

/**
 * Unpacks files of an archive, none to more than the directory says.
 * @throws ArchiveProblem `archiveBroken` when one is not what the directory says
 */
export function unpackEntries(file: string, entries: readonly ArchiveEntry[]): UnpackedEntry[] {
  const handle = openSync(file, 'r');
  try {
    return entries.map((entry) => ({ path: entry.path, bytes: bytesOf(handle, entry) }));
  } finally {
    closeSync(handle);
  }
}

function bytesOf(handle: number, { offset, packed, size, method, crc }: ArchiveEntry): Uint8Array | null {
  if (method !== STORED && method !== DEFLATED) return null;
  const header = readPart(handle, offset, 30);
  if (header.readUInt32LE(0) !== HEADER) throw new ArchiveProblem('archiveBroken');
  const content = readPart(handle, offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), packed);
  const bytes = method === STORED ? content : inflated(content, size);
  if (bytes.length !== size || crc32(bytes) !== crc) throw new ArchiveProblem('archiveBroken');
  return bytes;
}

function inflated(content: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw new ArchiveProblem('archiveBroken');
  }
}
