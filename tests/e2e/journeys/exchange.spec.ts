import { readFileSync } from 'node:fs';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { chooseFiles, commentedReport, dropFile, handbook } from '../support/exchange.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('an archive is imported as documents with its picture, exported, and imported again', async ({
  owner,
  page,
}) => {
  const appId = await makeNoteApp(owner.api, 'Travel');
  await page.goto(`/note/${appId}`);
  await page.getByRole('button', { name: words('document:import.button'), exact: true }).click();
  await chooseFiles(page, [handbook()]);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words('document:import.done_other', { count: 2 }))).toBeVisible();
  await expect(dialog.getByText('files/old form.png')).toBeVisible();
  await expect(dialog.getByText('prices 2027.csv')).toBeVisible();
  await dialog.getByRole('button', { name: words('document:import.open'), exact: true }).click();

  const doc = new OpenDocument(page);
  await expect(doc.title).toHaveText('How we travel');
  await expect(doc.blocks).toContainText('By train. See @Tickets.');
  await page.getByRole('treeitem', { name: 'Tickets' }).click();
  await expect(doc.title).toHaveText('Tickets');
  const picture = doc.blocks.getByRole('img').first();
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(10);

  await page.getByRole('treeitem', { name: 'How we travel' }).click();
  await expect(doc.title).toHaveText('How we travel');
  await doc.button('menu.label').click();
  await page.getByRole('menuitem', { name: words('workspace:menu.export'), exact: true }).click();
  await expect(page.getByRole('checkbox')).toBeChecked();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: words('document:export.download') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('How we travel.zip');
  await expect(dialog).toBeHidden();
  const archive = {
    name: 'again.zip',
    mimeType: 'application/zip',
    buffer: readFileSync(await download.path()),
  };

  const copyId = await makeNoteApp(owner.api, 'Travel again');
  await page.goto(`/note/${copyId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Travel again' })).toBeVisible();
  await dropFile(page, 'main h1', archive);
  await expect(page.getByText(words('document:import.done_other', { count: 2 }))).toBeVisible();
  await expect(doc.title).toHaveText('How we travel');
  await expect(doc.blocks).toContainText('By train. See @Tickets.');
  expect(page.url()).toContain(copyId);
});

test('the comments of a Word document are imported with their words @full', async ({ owner, page }) => {
  await page.goto(`/note/${await makeNoteApp(owner.api, 'Office')}`);
  await page.getByRole('button', { name: words('document:import.button'), exact: true }).click();
  await chooseFiles(page, [commentedReport()]);
  const doc = new OpenDocument(page);
  // An import without losses opens at once.
  await expect(doc.title).toHaveText('New office');
  const mark = doc.blocks.locator('.bn-thread-mark', { hasText: 'in early May' });
  await expect(mark).toBeVisible();
  await mark.click();
  const threads = page.getByRole('list', { name: words('discussion:list.label') }).locator('> li');
  await expect(threads).toHaveCount(1);
  await expect(threads).toContainText('Maria Silva (2026-03-01): Is that too early?');
  await expect(threads).toContainText('Ben Okafor (2026-03-02): The lease begins then.');
});

test('a failed import says why, and Stop leaves nothing behind @full', async ({ owner, page, problems }) => {
  problems.expect(/status of 4\d\d/);
  const appId = await makeNoteApp(owner.api, 'Nothing');
  await page.goto(`/note/${appId}`);
  await page.getByRole('button', { name: words('document:import.button'), exact: true }).click();
  await chooseFiles(page, [
    { name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') },
  ]);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(words('error:archiveBroken'));
  await dialog.getByRole('button', { name: words('document:import.again'), exact: true }).click();

  // The server never gets to reading it.
  await page.route(/\/api\/document\.import/u, () => {});
  await chooseFiles(page, [{ name: 'slow.md', mimeType: 'text/markdown', buffer: Buffer.from('# Slow') }]);
  await expect(dialog.getByText(words('document:import.reading', { name: 'slow.md' }))).toBeVisible();
  await dialog.getByRole('button', { name: words('document:upload.stop'), exact: true }).click();
  await expect(dialog.getByText(words('document:import.lead'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await owner.api.trpc.document.list.query({ appId })).toEqual([]);
});

test('a page is exported as one self-contained file @full', async ({ owner, page }) => {
  const { path, id } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Out'), 'Alone');
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: 'Only **words**' });
  const doc = await new OpenDocument(page).open(path);
  await doc.button('menu.label').click();
  await page.getByRole('menuitem', { name: words('workspace:menu.export'), exact: true }).click();
  await page.getByRole('radio', { name: words('document:export.html') }).check();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog')
      .getByRole('link', { name: words('document:export.download') })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe('Alone.html');
  expect(readFileSync(await download.path(), 'utf8')).toContain('<p>Only <strong>words</strong></p>');
});
