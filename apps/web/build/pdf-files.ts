import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import * as z from 'zod';

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const folder = path.dirname(packageFile);
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')));

/** Files that pdf.js loads while it shows a page. Its WebAssembly is left out, which our pages may not run. */
const WANTED =
  /^(cmaps\/.*\.bcmap|standard_fonts\/.*\.(pfb|ttf)|iccs\/.*\.icc|wasm\/.*_nowasm_fallback\.js)$/;

/** Serves the files of pdf.js from our own origin, in a folder named after its version. */
export function pdfFiles(): Plugin {
  const prefix = `assets/pdfjs-${version}/`;
  const files = ['cmaps', 'standard_fonts', 'iccs', 'wasm']
    .flatMap((name) => readdirSync(path.join(folder, name)).map((file) => `${name}/${file}`))
    .filter((file) => WANTED.test(file));
  return {
    name: 'tandem:pdf-files',
    generateBundle() {
      for (const file of files)
        this.emitFile({
          type: 'asset',
          fileName: prefix + file,
          source: readFileSync(path.join(folder, file)),
        });
    },
    configureServer(server) {
      server.middlewares.use(`/${prefix}`, (request, response, next) => {
        const file = (request.url ?? '').slice(1);
        if (!files.includes(file)) return next();
        response.setHeader(
          'content-type',
          file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
        );
        response.end(readFileSync(path.join(folder, file)));
      });
    },
  };
}
