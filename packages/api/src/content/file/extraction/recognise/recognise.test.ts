import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureOfText, scannedPdf } from '../testing/scan.ts';
import { type RecognisedPage, recognisePages } from './recognise.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-recognise-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** All pages of a file, as often as it takes. */
async function recognise(format: 'pdf' | 'image', bytes: Uint8Array, count: number) {
  files += 1;
  const file = { path: path.join(folder, String(files)), format, uploaderId: 1 };
  writeFileSync(file.path, bytes);
  let left = Array.from({ length: count }, (_, at) => ({ index: at + 1, label: String(at + 1) }));
  const all: RecognisedPage[] = [];
  while (left.length > 0) {
    const pages = await recognisePages(file, left, { passages: 0, language: undefined });
    all.push(...pages);
    left = left.slice(pages.length);
  }
  return all;
}

const english = [
  'The harbour opens in May, and the boats are moored',
  'along the quay until the first frost.',
];
const german = [
  'Der Hafen öffnet im Mai, und die Boote liegen bis zum',
  'ersten Frost an der Kaimauer. Größe über alles.',
];

describe('reading pictures of pages', () => {
  it('reads scans with the place of each word, and the language of the page', async () => {
    const [first, second] = await recognise('pdf', await scannedPdf([english, german]), 2);
    expect(first?.read?.text).toBe(english.join('\n'));
    expect(second?.read?.text).toBe(german.join('\n'));
    const words = first?.read?.words ?? [];
    const place = (at: number) => words.slice(at * 6, at * 6 + 6);
    expect(first?.read?.text.slice(...place(1))).toBe('harbour');
    const [, , left, top, right, bottom] = place(1) as [number, number, number, number, number, number];
    // The line begins 110 pixels from the left of 1240, and stands 150 below the top of 1754.
    expect(left).toBeGreaterThan(1_100);
    expect(right).toBeLessThan(2_300);
    expect(top).toBeGreaterThan(680);
    expect(bottom).toBeLessThan(900);
  });

  it.each([90, 180, 270] as const)(
    'reads scans that lie turned by %i degrees, with the place of each word',
    { timeout: 120_000 },
    async (turn) => {
      const pages = await recognise('pdf', await scannedPdf([english, german], turn), 2);
      expect(pages.map(({ read }) => read?.text)).toEqual([english.join('\n'), german.join('\n')]);
      const words = pages[0]?.read?.words ?? [];
      const [from, to, ...box] = words.slice(6, 12);
      expect(pages[0]?.read?.text.slice(from, to)).toBe('harbour');
      // Where it stands upright: 1,340 to 2,070 of 10,000 from the left, 715 to 865 from the top.
      const [left = 0, top = 0, right = 0, bottom = 0] = box;
      const upright = {
        90: [top, 10_000 - right, bottom, 10_000 - left],
        180: [10_000 - right, 10_000 - bottom, 10_000 - left, 10_000 - top],
        270: [10_000 - bottom, left, 10_000 - top, right],
      }[turn];
      expect(upright[0]).toBeGreaterThan(1_100);
      expect(upright[2]).toBeLessThan(2_300);
      expect(upright[1]).toBeGreaterThan(680);
      expect(upright[3]).toBeLessThan(900);
    },
  );

  it('finds nothing on an empty page', async () => {
    const pages = await recognise('pdf', await scannedPdf([[], english]), 2);
    expect(pages.map(({ problem }) => problem)).toEqual(['empty', null]);
  });

  it('reads pictures, and says of what is none that it cannot', async () => {
    const [page] = await recognise('image', pictureOfText(english, [900, 300]), 1);
    expect(page?.read?.text).toBe(english.join('\n'));
    const [broken] = await recognise('image', Buffer.from('no picture'), 1);
    expect(broken).toMatchObject({ read: null, problem: 'tooHard' });
  });
});
