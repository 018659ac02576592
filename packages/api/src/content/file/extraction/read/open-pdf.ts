import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Opens a PDF with what pdf.js needs of its own package, and without anything of this machine.
 * @param pictures whether pictures are unpacked, or left out of what pages show
 */
export async function openPdf(
  bytes: Uint8Array,
  { pictures = true }: { pictures?: boolean } = {},
): Promise<PDFDocumentLoadingTask> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const at = (name: string) => `${pathToFileURL(path.join(folder, name)).pathname}/`;
  return getDocument({
    data: bytes,
    verbosity: 0,
    maxImageSize: pictures ? -1 : 0,
    disableFontFace: true,
    useSystemFonts: false,
    cMapUrl: at('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: at('standard_fonts'),
    wasmUrl: at('wasm'),
  });
}
