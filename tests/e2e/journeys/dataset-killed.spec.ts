import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { filesOfAllKinds, type SampleFile } from '../../running/all-kinds.ts';
import { until } from '../../running/live.ts';
import { startWithOwner } from '../../running/with-owner.ts';
import { stateOf } from '../support/test.ts';
import { words } from '../support/words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`source:${key}`, params);

type CleanUps = (() => unknown)[];
const test = base.extend<{ cleanUps: CleanUps }>({
  cleanUps: async ({ browserName: _ }, use) => {
    const cleanUps: CleanUps = [];
    await use(cleanUps);
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  },
});

/** An empty dataset on a server of its own, open in a browser. */
async function openDataset(browser: Browser, cleanUps: CleanUps) {
  const { server, person, appId, close } = await startWithOwner();
  cleanUps.push(close);
  const { api, token } = person;
  const { id } = await api.trpc.channel.create.mutate({ appId, kind: 'dataset', name: 'Harbour' });
  const context = await browser.newContext({
    ...{ storageState: stateOf(server.url, token), baseURL: server.url, locale: 'en-GB' },
  });
  cleanUps.push(() => context.close());
  const page = await context.newPage();
  await page.goto(`/s/${appId}/c/${id}`);
  await expect(page.getByText(words('dataset:list.none'))).toBeVisible();
  return { server, api, datasetId: id, page };
}

/** Lets the page upload so many bytes a second; null for as many as there are. */
async function slowUploads(page: Page, bytesPerSecond: number | null): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: bytesPerSecond ?? -1,
  });
}

async function choose(page: Page, files: readonly Pick<SampleFile, 'name' | 'bytes'>[]): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(
      files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: Buffer.from(bytes as Uint8Array) })),
    );
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
const uploads = (page: Page) => page.getByRole('region', { name: t('upload.label') });
const reconnecting = (page: Page) => page.getByText(words('workspace:live.reconnecting'));

test('an upload that ends with its server is sent again by itself, and added once', async ({
  browser,
  cleanUps,
}) => {
  const { server, api, datasetId, page } = await openDataset(browser, cleanUps);
  await slowUploads(page, 200_000);
  const long = Array.from({ length: 20_000 }, (_, line) => `Line ${line} tells of berth and rope.`).join(
    '\n',
  );
  await choose(page, [
    { name: 'short.txt', bytes: 'The compass points north.' },
    { name: 'long.txt', bytes: long },
    { name: 'notes.md', bytes: '# Notes' },
  ]);
  for (const name of ['short.txt', 'notes.md'])
    await expect(row(page, name)).toContainText(t('state.ready_one', { count: 1 }));
  await expect(uploads(page)).toContainText(t('upload.going_other', { done: 2, count: 3 }));

  await server.kill();
  await expect(uploads(page)).toContainText('long.txt');
  await expect(uploads(page).getByRole('alert')).toHaveText(t('upload.resumes'));
  await expect(
    uploads(page).getByRole('button', { name: t('upload.again', { name: 'long.txt' }) }),
  ).toBeVisible();
  await expect(reconnecting(page)).toBeVisible();

  await slowUploads(page, null);
  await server.start();
  await expect(reconnecting(page)).toBeHidden();
  await expect(row(page, 'long.txt')).toContainText(/\d+ pages/);
  await expect(uploads(page)).toBeHidden();
  const { list } = await api.trpc.source.list.query({ datasetId });
  expect(list.map(({ name, status }) => `${name} ${status}`)).toEqual([
    ...['long.txt ready', 'notes.md ready', 'short.txt ready'],
  ]);
});

// It takes as long as it is until a dead process is noticed.
test('files of all kinds end as ready, or failed for a reason, though their server is killed meanwhile @full', async ({
  browser,
  cleanUps,
}) => {
  test.setTimeout(480_000);
  const { server, api, datasetId, page } = await openDataset(browser, cleanUps);
  const files = await filesOfAllKinds();
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  // All of them take some forty seconds.
  await slowUploads(page, bytes / 40);
  await choose(page, files);
  const sources = async () => (await api.trpc.source.list.query({ datasetId, limit: 100 })).list;
  const told = await toldOf(page, 'long.pdf');
  await until(
    'some are read, and others are still on their way',
    async () => {
      const all = await sources();
      return all.filter(({ status }) => status === 'ready').length > 3 && all.length < files.length;
    },
    90_000,
  );
  await expect(uploads(page)).toContainText(new RegExp(`of ${files.length} files added`));
  await server.kill();
  await expect(reconnecting(page)).toBeVisible();
  await expect(uploads(page).getByRole('alert').first()).toHaveText(t('upload.resumes'));
  await slowUploads(page, null);
  await server.start();
  await expect(reconnecting(page)).toBeHidden();

  await expect(uploads(page)).toBeHidden({ timeout: 60_000 });
  for (const file of files) {
    const name = file.ends === 'folder' ? file.name.replace('.zip', '') : file.name;
    await expect(row(page, name)).toContainText(endOf(file), { timeout: 280_000 });
    await expect(row(page, name)).toHaveCount(1);
  }
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })).toHaveCount(
    files.length,
  );
  const done = (await told()).flatMap((text) => /(\d+) of \d+ pages/.exec(text)?.[1] ?? []).map(Number);
  expect(done, 'what was read stays read').toEqual(done.toSorted((a, b) => a - b));

  await page.reload();
  for (const name of ['long.pdf', 'a.txt', 'port']) await expect(row(page, name)).toHaveCount(1);
  expect(await sources()).toHaveLength(files.length);
  const nameOf = new Map((await sources()).map(({ id, name }) => [id, name]));
  for (const { name, word, pages = 1 } of files) {
    if (word === undefined) continue;
    const { passages } = await api.trpc.retrieval.search.query({ datasetId, query: word });
    const found = passages.filter(({ text }) => text.toLowerCase().includes(word));
    expect(new Set(found.map(({ sourceId }) => nameOf.get(sourceId)))).toEqual(new Set([name]));
    if (pages === 1) expect(found, word).toHaveLength(1);
  }
});

/** What a row says at the end. */
function endOf({ ends, pages = 1 }: SampleFile): string | RegExp {
  if (ends === 'folder') return t('state.folder');
  if (pages === null) return /\d{2,} pages/;
  const form = pages === 1 ? 'one' : 'other';
  return ends === 'ready' ? t(`state.ready_${form}`, { count: pages }) : t(`problem.${ends}`);
}

/** Follows what a row says from now on. @returns all of it so far, in order */
async function toldOf(page: Page, name: string): Promise<() => Promise<string[]>> {
  const told = await page.evaluateHandle((name) => {
    const told: string[] = [];
    new MutationObserver(() => {
      const link = [...document.querySelectorAll('li a')].find(({ textContent }) => textContent === name);
      const text = link?.closest('li')?.textContent;
      if (text && text !== told.at(-1)) told.push(text);
    }).observe(document.body, { subtree: true, characterData: true, childList: true });
    return told;
  }, name);
  return () => told.evaluate((list) => list);
}
