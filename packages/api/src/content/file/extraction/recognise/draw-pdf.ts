import { openPdf } from '../read/open-pdf.ts';
import { type GreyPicture, greyOf, scaleFor, whiteCanvas } from './picture.ts';

const POINTS_PER_INCH = 72;

/** Draws pages of a PDF, upright as viewers show them. */
export async function drawPdf(
  bytes: Uint8Array,
): Promise<{ draw(page: number): Promise<GreyPicture>; close(): Promise<void> }> {
  const task = await openPdf(bytes);
  const pdf = await task.promise;
  return {
    async draw(number) {
      const page = await pdf.getPage(number);
      const plain = page.getViewport({ scale: 1 });
      const scale = scaleFor([plain.width, plain.height]);
      const viewport = page.getViewport({ scale });
      const { canvas, context } = whiteCanvas(viewport.width, viewport.height);
      await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
      page.cleanup();
      const { width, height } = canvas;
      const pixels = greyOf(context.getImageData(0, 0, width, height).data);
      return { width, height, dotsPerInch: Math.round(scale * POINTS_PER_INCH), pixels };
    },
    close: () => task.destroy(),
  };
}
