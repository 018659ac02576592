import type { PageArea } from '@tandem/shared/dataset/place';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { turnedArea } from './area.ts';

/** Pixels of the longer side at most, and of one PDF unit: more says no more to a model. */
const MAX_SIDE = 1_600;
const MAX_SCALE = 4;

/** Draws a rectangle of a page, turned as the reader sees it. @returns a PNG */
export async function cutOut(
  pdf: PDFDocumentProxy,
  { page: number, area, rotation }: { page: number; area: PageArea; rotation: number },
): Promise<Blob> {
  const page = await pdf.getPage(number);
  const turned = { rotation: page.rotate + rotation };
  const whole = page.getViewport({ scale: 1, ...turned });
  const { left, top, width, height } = turnedArea(area, rotation);
  const [across, down] = [(width / 1_000) * whole.width, (height / 1_000) * whole.height];
  const scale = Math.min(MAX_SCALE, MAX_SIDE / Math.max(across, down));
  const viewport = page.getViewport({
    scale,
    ...turned,
    offsetX: -(left / 1_000) * whole.width * scale,
    offsetY: -(top / 1_000) * whole.height * scale,
  });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(across * scale));
  canvas.height = Math.max(1, Math.round(down * scale));
  await page.render({ canvas, viewport }).promise;
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))),
      'image/png',
    );
  });
}
