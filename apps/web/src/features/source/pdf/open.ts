import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { readBearer } from '../../../lib/session/bearer.ts';

GlobalWorkerOptions.workerSrc = worker;

/** Bytes fetched at once. */
const CHUNK = 256 * 1024;

/** Starts to open a file of ours as a PDF, of which only what is shown is fetched. */
export async function openPdf(url: string): Promise<PDFDocumentLoadingTask> {
  const bearer = await readBearer();
  const files = `/assets/pdfjs-${version}`;
  return getDocument({
    url,
    ...(bearer && { httpHeaders: { authorization: `Bearer ${bearer}` } }),
    rangeChunkSize: CHUNK,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${files}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${files}/standard_fonts/`,
    iccUrl: `${files}/iccs/`,
    wasmUrl: `${files}/wasm/`,
    // The page's Content-Security-Policy lets no WebAssembly run; pdf.js has slower scripts for the same.
    useWasm: false,
    enableXfa: false,
    verbosity: 0,
  });
}
