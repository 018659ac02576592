import type { Page } from '@playwright/test';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { placeHash } from '@tandem/shared/dataset/place';
import { strToU8, zipSync } from 'fflate';
import type { Api } from '../../running/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { removeAfterTest } from '../support/cleanup.ts';
import { currentMark, makeSources } from '../support/sources.ts';
import { expect, test } from '../support/test.ts';
import { Viewer } from '../support/viewer.ts';
import { words } from '../support/words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`dataset:${key}`, params);

/** An empty dataset in an app of its own. */
async function makeDataset(api: Api) {
  const spaces = (await api.get('/api/space/list')).data as { id: string }[];
  const spaceId = spaces[0]?.id ?? '';
  const app = await api.trpc.app.create.mutate({ name: 'Library', type: 'chat', spaceId });
  removeAfterTest(() => api.trpc.app.remove.mutate({ appId: app.id }));
  const { id } = await api.trpc.channel.create.mutate({ appId: app.id, kind: 'dataset', name: 'Harbour' });
  return { id, appId: app.id, path: `/s/${app.id}/c/${id}` };
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

test('a zip archive becomes a folder with its files', async ({ owner, page }) => {
  const { path } = await makeDataset(owner.api);
  await page.goto(path);
  await expect(page.getByText(t('list.none'))).toBeVisible();
  const bytes = zipSync({ 'rules.txt': strToU8('No fires on board.'), 'Plans/a.txt': strToU8('Ropes') });
  const buffer = Buffer.from(bytes);
  const files = page.locator('input[type="file"]').first();
  await files.setInputFiles([
    { name: 'Port.zip', mimeType: 'application/zip', buffer },
    { name: 'Torn.zip', mimeType: 'application/zip', buffer: buffer.subarray(0, 60) },
  ]);
  await expect(row(page, 'Torn.zip')).toContainText(words('source:problem.archiveBroken'));
  await expect(row(page, 'Port')).toBeVisible();
  await expect(row(page, 'Port.zip')).toHaveCount(0);
  await page.getByText('Port', { exact: true }).click();
  await expect(row(page, 'Plans')).toBeVisible();
  await expect(row(page, 'rules.txt')).toContainText(words('source:state.ready_one', { count: 1 }));
});

test('files are added, read to the end or a reason, filed in a folder and deleted', async ({
  owner,
  page,
}) => {
  const { path } = await makeDataset(owner.api);
  await page.goto(path);
  await expect(page.getByText(t('list.none'))).toBeVisible();
  await expectAccessible(page, 'an empty dataset');

  const pdf = await pdfFile([['The harbour opens in May.'], ['Berths cost twelve crowns.']]);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([
      { name: 'harbour.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf.subarray(0, 80)) },
      { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('No fires on board.') },
    ]);
  await expect(row(page, 'harbour.pdf')).toContainText(words('source:state.ready_other', { count: 2 }));
  await expect(row(page, 'broken.pdf')).toContainText(words('source:problem.broken'));
  await expect(row(page, 'rules.txt')).toContainText(words('source:state.ready_one', { count: 1 }));
  await expectAccessible(page, 'a dataset with files');

  await page.getByRole('button', { name: t('add.open'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('add.newFolder') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Papers');
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await expect(row(page, 'Papers')).toBeVisible();

  await page.getByText('harbour.pdf', { exact: true }).click();
  const viewer = new Viewer(page, 'harbour.pdf');
  await expect(viewer.picture(1)).toBeVisible();
  await expect(page).toHaveURL(/page=1/);
  await viewer.goTo('2');
  await expect(page).toHaveURL(/page=2/);
  await expectAccessible(page, 'a PDF of a dataset');
  await page.reload();
  await expect(viewer.field).toHaveValue('2');
  await page.getByRole('link', { name: t('reader.back', { name: 'Harbour' }) }).click();
  await expect(row(page, 'broken.pdf')).toBeVisible();

  await page.getByRole('tab', { name: t('tab.try') }).click();
  await page.getByLabel(t('try.label')).fill('When does the harbour open?');
  await page.getByLabel(t('try.label')).press('Enter');
  const found = page
    .getByRole('list', { name: t('try.results') })
    .getByRole('listitem')
    .first();
  await expect(found).toContainText('The harbour opens in May.');
  // The words that the search left out are not marked.
  await expect(found.locator('mark')).toHaveText(['harbour', 'opens']);
  await expectAccessible(page, 'a search of a dataset');
  await found.getByRole('button', { name: t('try.exclude') }).click();
  await expect(found).toContainText(t('try.excluded'));
  await found.getByRole('link', { name: 'harbour.pdf' }).click();
  await expect.poll(() => currentMark(page)).toMatchObject({ page: 1 });
  await page.getByRole('link', { name: t('reader.back', { name: 'Harbour' }) }).click();

  await page.getByRole('button', { name: t('menu.of', { name: 'broken.pdf' }) }).click();
  await page.getByRole('menuitem', { name: t('menu.remove') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('menu.remove') })
    .click();
  await expect(row(page, 'broken.pdf')).toBeHidden();
  await page.reload();
  await expect(row(page, 'rules.txt')).toBeVisible();
  await expect(row(page, 'broken.pdf')).toBeHidden();
});

test('what a colleague adds appears at once, and fits a phone', async ({ owner, page }) => {
  const { id, path } = await makeDataset(owner.api);
  await page.goto(path);
  await expect(page.getByText(t('list.none'))).toBeVisible();
  await owner.api.trpc.source.addText.mutate({ datasetId: id, name: 'Rules', text: 'No fires.' });
  await expect(row(page, 'Rules')).toContainText(words('source:state.ready_one', { count: 1 }));
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(row(page, 'Rules')).toBeVisible();
  await expectAccessible(page, 'a dataset on a phone');
});

test('a dataset among chats with documents opens as its list, and at the words of a link', async ({
  owner,
  page,
}) => {
  const { app } = await makeSources(owner.api, {});
  const { id } = await owner.api.trpc.channel.create.mutate({
    ...{ appId: app.id, kind: 'dataset', name: 'Papers' },
  });
  const pdf = await pdfFile([['The harbour opens in May.'], ['Berths cost twelve crowns.']]);
  const form = new FormData();
  form.set('file', new Blob([pdf as Uint8Array<ArrayBuffer>]), 'harbour.pdf');
  const { id: fileId } = (await owner.api.call('POST', '/api/files/upload', { raw: form })).data as {
    id: string;
  };
  const [source] = await owner.api.trpc.source.addFiles.mutate({ datasetId: id, files: [{ fileId }] });
  const sourceId = source?.id ?? '';
  // The kind of the channel is known late.
  await page.route(/team\.tree/, async (route) => {
    await page.waitForResponse(/source\.list/).catch(() => {});
    await route.continue();
  });
  await page.goto(`/chatpdf/${app.id}/c/${id}`);
  await expect(row(page, 'harbour.pdf')).toBeVisible();
  await expect(page).not.toHaveURL(/source=/);
  await page.goto(`/chatpdf/${app.id}/c/${id}${placeHash({ sourceId, page: 2, from: 0, to: 6 })}`);
  await expect.poll(() => currentMark(page)).toEqual({ page: 2, words: 'Berths' });
});

test('what a colleague deletes is gone for whoever reads it or is in its folder', async ({
  owner,
  page,
  openWindow,
  problems,
}) => {
  problems.expect(/Failed to load resource.* 404 .*source\.get/);
  const { api } = owner;
  const { id, path } = await makeDataset(api);
  const folder = await api.trpc.source.addFolder.mutate({ datasetId: id, parentId: null, name: 'Old' });
  const rules = await api.trpc.source.addText.mutate({ datasetId: id, name: 'Rules', text: 'No fires.' });
  await page.goto(`${path}?source=${rules.id}`);
  await expect(page.getByText('No fires.', { exact: true })).toBeVisible();
  const other = await openWindow();
  await other.goto(`${path}?folder=${folder.id}`);
  await expect(other.getByText(t('list.noneInFolder'))).toBeVisible();
  await api.trpc.source.remove.mutate({ datasetId: id, sourceIds: [rules.id, folder.id] });
  await expect(page.getByText(t('reader.gone'))).toBeVisible();
  await expect(other.getByText(t('folder.gone'))).toBeVisible();
});

test('a dataset is attached to a channel by keyboard alone', async ({ owner, page }) => {
  const { path, appId } = await makeDataset(owner.api);
  const { id } = await owner.api.trpc.channel.create.mutate({ appId, name: 'Questions' });
  await page.goto(path.replace(/[^/]+$/, id));
  await page.getByRole('button', { name: words('workspace:channel.menu') }).press('Enter');
  await page.getByRole('menuitem', { name: words('workspace:menu.datasets') }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('attach.add') }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: t('attach.search') })).toBeFocused();
  await page.keyboard.type('harb');
  await expect(dialog.getByRole('list', { name: t('attach.found') })).toContainText('Harbour');
  await page.keyboard.press('Enter');
  const add = dialog.getByRole('button', { name: t('attach.do'), exact: true });
  await expect(add).toBeFocused();
  await expect(add).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: t('attach.label') })).toContainText('Harbour');
  await expect(dialog.getByRole('button', { name: t('attach.add') })).toBeFocused();
});

test('what can be done with selected sources stays in sight at the end of a long list', async ({
  owner,
  page,
}) => {
  const { id, path } = await makeDataset(owner.api);
  for (let n = 10; n < 40; n++)
    await owner.api.trpc.source.addText.mutate({ datasetId: id, name: `Rule ${n}`, text: `Rule ${n}.` });
  await page.goto(path);
  await page.getByRole('checkbox', { name: t('select.one', { name: 'Rule 39' }) }).check();
  await expect(page.getByRole('group', { name: t('select.actions') })).toBeInViewport();
});

test('what is no web address says so, and a table is shown without its signs', async ({ owner, page }) => {
  const { id, path } = await makeDataset(owner.api);
  const text = '| Place | Price |\n|---|---|\n| **Island** | 12 |';
  await owner.api.trpc.source.addText.mutate({ datasetId: id, name: 'Prices', text });
  await page.goto(path);
  await expect(row(page, 'Prices')).toContainText(words('source:state.ready_one', { count: 1 }));
  await page.getByRole('button', { name: t('add.open'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('add.page'), exact: true }).click();
  const field = page.getByRole('dialog').getByLabel(t('field.url'));
  await field.fill('the guide');
  await field.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(t('field.urlOdd'));
  await field.fill('example.com/guide');
  await expect(page.getByRole('dialog')).not.toContainText(t('field.urlOdd'));
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: t('tab.try') }).click();
  await page.getByLabel(t('try.label')).fill('What is the price of the island?');
  await page.getByLabel(t('try.label')).press('Enter');
  const found = page
    .getByRole('list', { name: t('try.results') })
    .getByRole('listitem')
    .first();
  await expect(found.locator('mark')).toHaveText(['Price', 'Island']);
  await expect(found).not.toContainText('|');
  await expect(found).not.toContainText('**');
});
