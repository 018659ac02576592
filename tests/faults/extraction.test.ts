import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { afterEach, describe, expect, it } from 'vitest';
import { uploaded } from '../integration/file/files.ts';
import { isFullDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Pages of which the second batch is a long one, so that the kill comes in the middle. */
const PAGES = 700;

// It takes as long as it is until a dead process is noticed.
describe.runIf(isFullDepth)('a server killed while it reads a file', () => {
  it('goes on behind the last page that was stored', async () => {
    const opened = await startWithOwner();
    cleanUps.push(() => opened.close());
    const { server, person } = opened;
    const { api } = person;
    const line = 'The quay is forty metres long and lies to the north of the old town hall.';
    const bytes = await pdfFile(
      Array.from({ length: PAGES }, (_, at) => [
        `This is page ${at + 1}.`,
        ...Array.from({ length: 40 }, () => line),
      ]),
    );
    const { id: fileId } = await uploaded(api, bytes, 'long.pdf');
    void api.trpc.file.read.mutate({ fileId }).catch(() => {});
    const firstPages = await until('the first pages are there', async () => {
      const { done, list } = await api.trpc.file.pages.query({ fileId });
      return done > 0 && done < PAGES ? list : null;
    });
    await server.kill();
    await server.start();
    const whole = await until(
      'the file is read',
      async () => {
        const state = await api.trpc.file.pages.query({ fileId, after: PAGES - 1 }).catch(() => null);
        return state?.status === 'ready' ? state : null;
      },
      240_000,
    );
    expect(whole).toMatchObject({ pages: PAGES, done: PAGES, problem: null });
    expect(whole.list[0]?.text).toContain(`This is page ${PAGES}.`);
    const { list } = await api.trpc.file.pages.query({ fileId });
    expect(list.slice(0, firstPages.length)).toEqual(firstPages);
  });
});
