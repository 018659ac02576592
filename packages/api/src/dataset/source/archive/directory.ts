import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MAX_SOURCE_DEPTH, type SourceProblem } from '@tandem/shared/dataset/source';
import { MAX_UNPACKED_MEGABYTES } from '@tandem/shared/document/import';
import { partsOf } from '../../../document/import/names.ts';
import { ImportProblem } from '../../../document/import/problem.ts';

/** Entries of an archive, folders and left out files included. */
export const MAX_ENTRIES = 2_000;
const MAX_UNPACKED = MAX_UNPACKED_MEGABYTES * 1024 * 1024;
/** Unpacked bytes for each packed one of the whole archive, once that is more than text compresses to. */
const MAX_RATIO = 200;
const ANY_RATIO = 16 * 1024 * 1024;
/** Bytes of the directory: that many names of ordinary length, several times. */
const MAX_DIRECTORY = 4 * 1024 * 1024;
/** Bytes of the record at the end, with the longest comment. */
const MAX_END = 22 + 0xffff;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** Stands in 32 bits for a number that is in an extension for huge archives. */
const HUGE = 0xffffffff;
/** Files by which a program knows a document or program that is packed as an archive. */
const PACKAGES = new Set(['[Content_Types].xml', 'META-INF/container.xml', 'META-INF/MANIFEST.MF']);

/** A file in an archive, as the archive's directory describes it. */
export interface ArchiveEntry {
  /** Folders and name, joined by `/`. */
  path: string;
  /** Where its own header begins. */
  offset: number;
  packed: number;
  size: number;
  method: number;
  crc: number;
}

/** Why an archive, or one file of it, is not unpacked. */
export class ArchiveProblem extends Error {
  override name = 'ArchiveProblem';
  readonly problem: SourceProblem;
  constructor(problem: SourceProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Judges an archive by its directory, before anything is unpacked, and lists its files without those that systems add.
 * What the directory says of sizes is held against the content later.
 * @throws ArchiveProblem
 */
export function readDirectory(file: string): ArchiveEntry[] {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const { count, directory } = directoryOf(handle, size);
    const entries = entriesIn(directory, count);
    judge(entries, size);
    const files = new Map(entries.flatMap((entry) => (entry.path === null ? [] : [[entry.path, entry]])));
    if (files.size === 0) throw new ArchiveProblem('archiveEmpty');
    return [...files.values()].map(({ isEncrypted: _isEncrypted, ...entry }) => entry as ArchiveEntry);
  } finally {
    closeSync(handle);
  }
}

/** Reads a part of a file. @throws ArchiveProblem `archiveBroken` when there is less */
export function readPart(handle: number, at: number, length: number): Buffer {
  const part = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(handle, part, read, length - read, at + read);
    if (more === 0) throw new ArchiveProblem('archiveBroken');
    read += more;
  }
  return part;
}

function directoryOf(handle: number, size: number): { count: number; directory: Buffer } {
  const length = Math.min(size, MAX_END);
  const tail = readPart(handle, size - length, length);
  for (let at = length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END || at + 22 + tail.readUInt16LE(at + 20) !== length) continue;
    const count = tail.readUInt16LE(at + 10);
    const bytes = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (count > MAX_ENTRIES) throw new ArchiveProblem('archiveTooLarge');
    if (offset + bytes > size - length + at) throw new ArchiveProblem('archiveBroken');
    if (bytes > MAX_DIRECTORY) throw new ArchiveProblem('archiveTooLarge');
    return { count, directory: readPart(handle, offset, bytes) };
  }
  throw new ArchiveProblem('archiveBroken');
}

type Listed = Omit<ArchiveEntry, 'path'> & { path: string | null; isEncrypted: boolean };

function entriesIn(directory: Buffer, count: number): Listed[] {
  const entries: Listed[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY)
      throw new ArchiveProblem('archiveBroken');
    const flags = directory.readUInt16LE(at + 8);
    const name = at + 46;
    const extra = name + directory.readUInt16LE(at + 28);
    if (extra > directory.length) throw new ArchiveProblem('archiveBroken');
    entries.push({
      path: pathOf(nameOf(directory.subarray(name, extra), flags)),
      isEncrypted: (flags & 1) !== 0,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at = extra + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Many programs write UTF-8 without declaring it; anything else stays Latin-1. */
function nameOf(bytes: Buffer, flags: number): string {
  const isDeclared = (flags & 0x800) !== 0;
  try {
    return new TextDecoder('utf-8', { fatal: !isDeclared }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** The path of a file; null for a folder and for what systems add. */
function pathOf(name: string): string | null {
  if (PACKAGES.has(name)) throw new ArchiveProblem('notReadable');
  try {
    const parts = partsOf(name);
    // The archive is a folder itself.
    if (parts && parts.length >= MAX_SOURCE_DEPTH) throw new ArchiveProblem('archiveTooLarge');
    return parts?.join('/') ?? null;
  } catch (error) {
    throw error instanceof ImportProblem ? new ArchiveProblem('archiveUnsafe') : error;
  }
}

function judge(entries: readonly Listed[], archiveSize: number): void {
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new ArchiveProblem('archiveEncrypted');
  let packed = 0;
  let size = 0;
  for (const entry of entries) {
    packed += entry.packed;
    size += entry.size;
    if (entry.packed === HUGE || entry.size === HUGE) throw new ArchiveProblem('archiveTooLarge');
  }
  if (size > MAX_UNPACKED || size > Math.max(ANY_RATIO, archiveSize * MAX_RATIO))
    throw new ArchiveProblem('archiveTooLarge');
  // Files that share bytes would have these read again and again.
  if (packed > archiveSize) throw new ArchiveProblem('archiveBroken');
}
