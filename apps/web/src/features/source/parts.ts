import { lazyPart } from '../../ui/page/lazy-part.tsx';
import type { SelectionBarProps } from './selection/SelectionBar.tsx';
import type { PdfViewerProps, SourceViewerProps } from './viewer.ts';

/** pdf.js is fetched with the first PDF that is opened. */
export const pdfPart = lazyPart<PdfViewerProps>('pdf-viewer', () => import('./pdf/PdfViewer.tsx'), [
  'source',
]);
export const textPart = lazyPart<SourceViewerProps>('text-viewer', () => import('./text/TextViewer.tsx'), [
  'source',
]);
/** What can be done with a selection, fetched once the screen is idle. */
export const selectionPart = lazyPart<SelectionBarProps>(
  'selection-bar',
  () => import('./selection/SelectionBar.tsx'),
  ['source'],
  null,
);
