import type { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file on its way into an archive. */
export interface ArchiveEntry {
  /** Folders and name, apart by slashes. */
  path: string;
  /** Text, or content stored without compression: pictures do not become smaller. */
  content: string | Readable;
}

/**
 * Streams a zip archive file by file; only what is sent next is in memory.
 * @throws Error when a file cannot be read; the output so far is not an archive
 */
export async function* archiveOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const taken = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { path, content } of entries) {
    if (typeof content === 'string') {
      const file = new ZipDeflate(path);
      zip.add(file);
      file.push(Buffer.from(content), true);
      yield* taken();
      continue;
    }
    const file = new ZipPassThrough(path);
    zip.add(file);
    for await (const chunk of content) {
      file.push(chunk as Uint8Array);
      yield* taken();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
