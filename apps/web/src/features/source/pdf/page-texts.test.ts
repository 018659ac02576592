import type { FilePage } from '@tandem/shared/file/reading';
import { expect, it, vi } from 'vitest';
import { PageTexts } from './page-texts.ts';

const scanned = (index: number, text: string): FilePage => ({
  ...{ index, label: String(index), text, problem: text === '' ? 'scanned' : null },
});

it('reads a page anew that could not be read, and no other', async () => {
  const own = vi.fn(async (page: number) => `Page ${page} of the harbour`);
  own.mockRejectedValueOnce(new Error('offline'));
  const texts = new PageTexts({ own, fetch: vi.fn() });
  expect(await texts.of(1)).toBeNull();
  expect((await texts.of(1))?.text).toContain('harbour');
  await texts.of(1);
  expect(own).toHaveBeenCalledTimes(2);
});

it('asks for the scans of fifty pages at once', async () => {
  const fetch = vi.fn(async ({ after, limit }: { after: number; limit: number }) => ({
    status: 'ready' as const,
    list: Array.from({ length: limit }, (_, at) => scanned(after + at + 1, `Scan ${after + at + 1}`)),
  }));
  const texts = new PageTexts({ own: async () => '', fetch });
  for (let page = 1; page <= 120; page += 1)
    expect((await texts.of(page))?.text.replaceAll(/\D/g, '')).toBe(String(page));
  expect(fetch.mock.calls.map(([{ after }]) => after)).toEqual([0, 50, 100]);
});

it('asks again in the next round for scans that were not read yet, and after a failure', async () => {
  const fetch = vi.fn();
  fetch.mockRejectedValueOnce(new Error('offline'));
  fetch.mockResolvedValueOnce({ status: 'reading', list: [scanned(1, ''), scanned(2, 'Berths')] });
  fetch.mockResolvedValueOnce({ status: 'ready', list: [scanned(1, 'Harbour'), scanned(2, 'Berths')] });
  const texts = new PageTexts({ own: async () => '', fetch });
  expect([await texts.of(1), await texts.of(2)]).toEqual([null, null]);
  expect(fetch).toHaveBeenCalledTimes(1);
  texts.renew();
  expect((await texts.of(1))?.text).toBe('');
  texts.renew();
  expect((await texts.of(1))?.text).toBe('harbour');
  expect((await texts.of(2))?.text).toBe('berths');
  texts.renew();
  await texts.of(1);
  expect(fetch).toHaveBeenCalledTimes(3);
});
