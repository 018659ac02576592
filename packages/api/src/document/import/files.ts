import { type LeftOut, MAX_IMPORTED_DOCUMENTS } from '@tandem/shared/document/import';
import { readArchive, type Want } from './archive.ts';
import { formatOf } from './format.ts';
import { partsOf } from './names.ts';
import { ImportProblem } from './problem.ts';
import type { ImportFormat } from './text.ts';

/** Bytes of one text, pictures in it included, and of all. */
const MAX_TEXT = 32 * 1024 * 1024;
const MAX_TEXTS = 64 * 1024 * 1024;

/** A file of an archive that becomes a document. */
export interface SourceFile {
  path: string;
  folder: string[];
  format: ImportFormat;
  bytes: Uint8Array;
}

export interface ArchiveFiles {
  /** In the order of the archive. */
  sources: SourceFile[];
  /** Names of other files by path: documents may show them. */
  others: Map<string, string>;
  leftOut: LeftOut[];
}

/**
 * Returns the texts of an archive, and its other files. If it contains only archives, as large exports of
 * Notion do, these are read as part of it; other nested archives stay closed.
 * @throws ImportProblem
 */
export function filesIn(archive: string): ArchiveFiles {
  const found: ArchiveFiles = { sources: [], others: new Map(), leftOut: [] };
  const seen = new Set<string>();
  let size = 0;
  const isOuter = holdsArchivesAlone(archive);
  const want = (raw: string, isWithin: boolean): ReturnType<Want> => {
    const parts = partsOf(raw);
    if (parts === null) return null;
    if (isOuter && !isWithin) return { within: (name) => want(name, true) };
    const path = parts.join('/');
    const name = parts.at(-1) as string;
    const leaveOut = (reason: LeftOut['reason']) => {
      found.leftOut.push({ name: path, reason });
      return null;
    };
    if (seen.has(path)) return leaveOut('duplicate');
    seen.add(path);
    const format = formatOf(name);
    if (format === 'zip') return leaveOut('unsupported');
    if (format === null) {
      found.others.set(path, name);
      return null;
    }
    if (found.sources.length >= MAX_IMPORTED_DOCUMENTS) throw new ImportProblem('archiveTooLarge');
    const source = { path, folder: parts.slice(0, -1), format, bytes: new Uint8Array(0) };
    found.sources.push(source);
    return {
      maxBytes: MAX_TEXT,
      take(bytes) {
        size += bytes?.length ?? 0;
        if (size > MAX_TEXTS) throw new ImportProblem('archiveTooLarge');
        if (bytes) source.bytes = new Uint8Array(bytes);
        else {
          found.sources.splice(found.sources.indexOf(source), 1);
          leaveOut('tooLarge');
        }
      },
    };
  };
  readArchive(archive, (name) => want(name, false));
  return found;
}

/** Whether an archive contains only archives. */
function holdsArchivesAlone(archive: string): boolean {
  let archives = 0;
  let others = 0;
  readArchive(archive, (raw) => {
    const parts = partsOf(raw);
    if (parts === null) return null;
    if (formatOf(parts.at(-1) as string) === 'zip') archives += 1;
    else others += 1;
    return null;
  });
  return archives > 0 && others === 0;
}

/** Bytes of some files of an archive. */
export interface Unpacked {
  files: { path: string; bytes: Uint8Array }[];
  /** Files above the size limit. */
  tooLarge: string[];
  /** Files that did not fit into this batch. */
  rest: string[];
}

/**
 * Unpacks as many files of an archive as fit.
 * @param room total bytes; the first is taken in any case, up to `maxBytes`
 * @throws ImportProblem
 */
export function unpack(
  archive: string,
  paths: readonly string[],
  { room, maxBytes }: { room: number; maxBytes: number },
): Unpacked {
  const wanted = new Set(paths);
  const found: Unpacked = { files: [], tooLarge: [], rest: [] };
  let size = 0;
  const isOuter = holdsArchivesAlone(archive);
  const want = (raw: string, isWithin: boolean): ReturnType<Want> => {
    const path = partsOf(raw)?.join('/');
    if (path !== undefined && isOuter && !isWithin) return { within: (name) => want(name, true) };
    if (path === undefined || !wanted.delete(path)) return null;
    if (size > 0 && size >= room) {
      found.rest.push(path);
      return null;
    }
    return {
      maxBytes,
      take(bytes) {
        if (bytes === null) found.tooLarge.push(path);
        else if (size > 0 && size + bytes.length > room) {
          found.rest.push(path);
          size = room;
        } else {
          size += bytes.length;
          found.files.push({ path, bytes });
        }
      },
    };
  };
  readArchive(archive, (name) => want(name, false));
  return found;
}
