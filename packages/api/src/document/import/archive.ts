import { closeSync, openSync, readSync } from 'node:fs';
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_MEGABYTES } from '@tandem/shared/document/import';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { ImportProblem } from './problem.ts';

/** Bytes that are unpacked at once: what is counted afterwards can be a thousand times as much. */
const STEP = 16 * 1024;
const MAX_UNPACKED = MAX_UNPACKED_MEGABYTES * 1024 * 1024;
/** How a zip archive begins, with files and without. */
const BEGINNINGS = ['504b0304', '504b0506'];

/**
 * What is done with one file of an archive: its bytes are wanted, up to a size; or it is an archive itself, and is asked
 * for the names in it, as it comes; or it is passed over.
 */
export type Wanted =
  | {
      maxBytes: number;
      /** Called once with all of it; null when it is larger. */
      take(bytes: Uint8Array | null): void;
    }
  | { within: Want };
export type Want = (name: string) => Wanted | null;

/** An archive, in a file or at hand. */
export type ArchiveSource = string | Uint8Array;

/**
 * Goes through an archive from its beginning to its end, so that parts that overlap are read once, and counts what it
 * unpacks: what headers say about sizes is not believed. Nothing is written anywhere.
 * @param want asked for each name in turn, as it stands in the archive; null passes over it
 * @throws ImportProblem `archiveBroken`, `archiveTooLarge`
 */
export function readArchive(source: ArchiveSource, want: Want): void {
  const reader = readerOf(want, { entries: 0, unpacked: 0 });
  try {
    for (const step of stepsOf(source)) reader.push(step);
    reader.end();
  } catch (error) {
    throw error instanceof ImportProblem ? error : new ImportProblem('archiveBroken');
  }
}

/** What was met so far, in an archive and in those within it. */
interface Count {
  entries: number;
  unpacked: number;
}

interface Reader {
  push(bytes: Uint8Array): void;
  end(): void;
}

function readerOf(want: Want, count: Count): Reader {
  const begun = new Set<string>();
  const unzip = new Unzip((file) => {
    count.entries += 1;
    if (count.entries > MAX_ARCHIVE_ENTRIES) throw new ImportProblem('archiveTooLarge');
    const wanted = want(nameOf(file));
    if (!wanted) return;
    begun.add(file.name);
    const taker = 'within' in wanted ? readerOf(wanted.within, count) : takerOf(wanted);
    file.ondata = (error, chunk, isLast) => {
      // What is thrown here comes back as the failure of the file.
      if (error) throw error instanceof ImportProblem ? error : new ImportProblem('archiveBroken');
      count.unpacked += chunk.length;
      if (count.unpacked > MAX_UNPACKED) throw new ImportProblem('archiveTooLarge');
      // Of what is an archive itself no more is unpacked at once either.
      for (let at = 0; at < chunk.length; at += STEP) taker.push(chunk.subarray(at, at + STEP));
      if (!isLast) return;
      begun.delete(file.name);
      taker.end();
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  let isFirst = true;
  return {
    push(bytes) {
      if (isFirst && !isArchive(bytes)) throw new ImportProblem('archiveBroken');
      isFirst = false;
      unzip.push(bytes);
    },
    end() {
      unzip.push(new Uint8Array(0), true);
      // One that ends in the middle.
      if (begun.size > 0) throw new ImportProblem('archiveBroken');
    },
  };
}

function takerOf({ maxBytes, take }: Extract<Wanted, { maxBytes: number }>): Reader {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    },
    end: () => take(size <= maxBytes ? Buffer.concat(chunks) : null),
  };
}

/** Whether bytes are the beginning of a zip archive. */
export function isArchive(bytes: Uint8Array): boolean {
  return BEGINNINGS.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));
}

function* stepsOf(source: ArchiveSource): Generator<Uint8Array> {
  if (typeof source !== 'string') {
    for (let at = 0; at < source.length; at += STEP) yield source.subarray(at, at + STEP);
    return;
  }
  const file = openSync(source, 'r');
  try {
    for (;;) {
      const step = Buffer.alloc(STEP);
      const read = readSync(file, step);
      if (read === 0) return;
      yield step.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

/** Many programs write UTF-8 without saying so; what is none stays as it was read, as Latin-1. */
function nameOf({ name }: UnzipFile): string {
  if (!/^[\0-\xFF]*[\x80-\xFF][\0-\xFF]*$/u.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
}
