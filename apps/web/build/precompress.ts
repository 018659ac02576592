import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files that compress well. */
const COMPRESSIBLE = /\.(css|html|m?js|json|svg|webmanifest)$/;
/** Smaller files, in bytes, fit into one packet anyway. */
const MIN_BYTES = 1024;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Writes `.gz` and `.br` beside each built file that gets smaller, so that the server only reads. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'tandem:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    // Only after everything was written: a build that failed has nothing to compress and its own error to show.
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true });
      // One by one: both compressors use every core they get.
      for (const entry of entries) {
        if (COMPRESSIBLE.test(entry)) await compress(path.join(outDir, entry));
      }
    },
  };
}

async function compress(file: string): Promise<void> {
  if ((await stat(file)).size < MIN_BYTES) return;
  const content = await readFile(file);
  const brotliOptions = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
  await writeFile(`${file}.br`, await toBrotli(content, brotliOptions));
}
