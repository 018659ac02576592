import { scannedPdf } from '@tandem/api/content/file/extraction/testing/scan';
import { placeHash } from '@tandem/shared/dataset/place';
import { currentMark, makeSources, pagesOf } from '../support/sources.ts';
import { expect, test } from '../support/test.ts';

/** Where the first line stands on the pages that `scannedPdf` makes, as shares of their size. */
const FIRST_LINE = { left: 110 / 1_240, base: 150 / 1_754 };

test('a quote of a scan marks its words in the picture, also when it is turned', async ({ owner, page }) => {
  const bytes = await scannedPdf([
    ['The first page says little about boats.'],
    ['The harbour opens in May, and the boats are moored', 'along the quay until the first frost.'],
  ]);
  const { path, sources } = await makeSources(owner.api, { 'Scan.pdf': bytes });
  const sourceId = sources[0]?.id ?? '';
  const [, text = ''] = await pagesOf(owner.api, sourceId);
  const quote = { page: 2, from: text.indexOf('boats are'), to: text.indexOf(' until') };
  await page.goto(path);
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    placeHash({ sourceId, ...quote }),
  );
  await expect.poll(() => currentMark(page)).toEqual({ page: 2, words: text.slice(quote.from, quote.to) });

  const place = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('source-mark-current') ?? [];
      // A page that is laid out again has none for a moment.
      if (!(range instanceof Range)) return null;
      const [first] = range.getClientRects();
      const around = document.querySelector('[data-page="2"]')?.getBoundingClientRect();
      if (!first || !around) return null;
      return {
        top: (first.top - around.top) / around.height,
        bottom: (first.bottom - around.top) / around.height,
        left: (first.left - around.left) / around.width,
      };
    });
  const upright = await place();
  expect(upright?.top).toBeGreaterThan(FIRST_LINE.base - 0.025);
  expect(upright?.top).toBeLessThan(FIRST_LINE.base);
  expect(upright?.bottom).toBeLessThan(FIRST_LINE.base + 0.015);
  expect(upright?.left).toBeGreaterThan(FIRST_LINE.left);

  await page.locator('[data-source-scroll]').press('r');
  // Turned clockwise, what stood at the top is at the right.
  await expect.poll(async () => (await place())?.left ?? 0).toBeGreaterThan(0.8);
});
