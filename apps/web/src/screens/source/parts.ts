import type { SourceViewerProps } from '../../features/source/viewer.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';

/** pdf.js is fetched with the first PDF that is opened. */
export const pdfPart = lazyPart<SourceViewerProps>(
  'pdf-viewer',
  () => import('../../features/source/pdf/PdfViewer.tsx'),
  ['source'],
);
export const textPart = lazyPart<SourceViewerProps>(
  'text-viewer',
  () => import('../../features/source/text/TextViewer.tsx'),
  ['source'],
);
