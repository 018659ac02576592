import { closeSync, openSync, readSync } from 'node:fs';
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_MEGABYTES } from '@tandem/shared/document/import';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { ImportProblem } from './problem.ts';

/** Bytes unpacked at once: the output, which is counted afterwards, can be a thousand times as long. */
const STEP = 16 * 1024;
const MAX_UNPACKED = MAX_UNPACKED_MEGABYTES * 1024 * 1024;
/** First bytes of a zip archive, with files and without. */
const BEGINNINGS = ['504b0304', '504b0506'];

/**
 * The treatment of a file in an archive: read it up to a size; treat it as an archive and ask for its
 * entries; or skip it.
 */
export type Wanted =
  | {
      maxBytes: number;
      /** Called once with all of it; null when it is larger. */
      take(bytes: Uint8Array | null): void;
    }
  | { within: Want };
export type Want = (name: string) => Wanted | null;

/** An archive, as a file or bytes. */
export type ArchiveSource = string | Uint8Array;

/**
 * Reads an archive sequentially, so that overlapping parts are read once, and counts the output: declared
 * sizes are not trusted. Writes nothing.
 * @param want called with each entry's name, as stored; null skips it
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

/** Totals so far, of an archive and those inside it. */
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
      // Errors thrown here are reported as the file's failure.
      if (error) throw error instanceof ImportProblem ? error : new ImportProblem('archiveBroken');
      count.unpacked += chunk.length;
      if (count.unpacked > MAX_UNPACKED) throw new ImportProblem('archiveTooLarge');
      // A nested archive is unpacked in small steps as well.
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
      // A truncated entry.
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

/** Whether bytes start a zip archive. */
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

/** Many programs write UTF-8 without declaring it; anything else stays Latin-1. */
function nameOf({ name }: UnzipFile): string {
  if (!/^[\0-\xFF]*[\x80-\xFF][\0-\xFF]*$/u.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
}
