import { chromium, type Page } from '@playwright/test';
import { SESSION_COOKIE } from '@tandem/api/identity/session/session.service';
import { apiFor } from '../running/api.ts';
import { now } from './stamps.ts';
import { type BenchRow, ms, quantile } from './table.ts';
import type { World } from './world.ts';

const BLOCKS = 2_000;
const OPENINGS = 5;
const KEYS = 150;
/** Between two keys of a quick typist, in milliseconds. */
const KEY_EVERY_MS = 80;

/** A long document in a real browser: the time until it is ready, and from a key to its painted letter. */
export async function measureTyping(world: World): Promise<BenchRow[]> {
  const person = world.people[0];
  const api = apiFor(world.server.url, person?.token ?? null);
  const spaces = (await api.get('/api/space/list')).data as { id: string }[];
  const { id: appId } = await api.trpc.app.create.mutate({
    name: 'Notes',
    type: 'note',
    spaceId: spaces[0]?.id ?? '',
  });
  const { id } = await api.trpc.channel.create.mutate({
    appId,
    kind: 'document',
    name: 'Long document',
  });
  await api.call('PUT', `/api/app/${appId}/channelDoc/${id}/content`, {
    raw: longDocument(),
    headers: { 'content-type': 'text/markdown' },
  });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '' });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const { hostname } = new URL(world.server.url);
    await context.addCookies([
      { name: SESSION_COOKIE, value: person?.token ?? '', domain: hostname, path: '/', httpOnly: true },
    ]);
    const page = await context.newPage();
    const path = `${world.server.url}/note/${appId}/c/${id}`;
    const openings: number[] = [];
    for (let opening = 0; opening <= OPENINGS; opening += 1) {
      await page.goto('about:blank');
      const since = now();
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(isDrawn, BLOCKS, { polling: 'raf' });
      // The first fills the browser's cache, as the first visit of a person does.
      if (opening > 0) openings.push(now() - since);
    }
    const delays = await type(page);
    return [
      {
        what: `document of ${BLOCKS.toLocaleString('en')} blocks in a browser: opened, p50`,
        ours: ms(quantile(openings, 0.5)),
        against: '',
        ratio: '',
      },
      {
        what: 'there: key to paint, p50 / p95',
        ours: `${ms(quantile(delays, 0.5))} / ${ms(quantile(delays, 0.95))}`,
        against: '',
        ratio: '',
      },
    ];
  } finally {
    await browser.close();
  }
}

function isDrawn(blocks: number): boolean {
  return document.querySelectorAll('.bn-editor .bn-block').length >= blocks;
}

function longDocument(): string {
  return Array.from({ length: BLOCKS / 10 }, (_, n) =>
    [
      `## Part ${n}`,
      `A paragraph of part ${n} with **bold words** and some others that fill a line or two of it.`,
      'Another one, shorter.',
      `- first point of ${n}\n- second point\n- third point`,
      'And the text that follows the points, which tells a little more about them.',
      `1. one\n2. two`,
      `The last of part ${n}.`,
    ].join('\n\n'),
  ).join('\n\n');
}

/** Types in the middle of the document. @returns milliseconds between each key and the next frame painted */
async function type(page: Page): Promise<number[]> {
  await page
    .locator('.bn-editor .bn-block')
    .nth(BLOCKS / 2)
    .click();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    const delays: number[] = [];
    Object.assign(window, { delays });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => delays.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      true,
    );
  });
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('x');
    await page.waitForTimeout(KEY_EVERY_MS);
  }
  return page.evaluate(() => (window as unknown as { delays: number[] }).delays);
}
