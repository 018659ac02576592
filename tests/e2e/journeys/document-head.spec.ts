import type { Locator } from '@playwright/test';
import { pngOf } from '../../integration/file/files.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('icon, cover and width are seen by others immediately, and in the tree', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id, path } = await makeDocument(owner.api, appId, 'Plan');
  const cora = await makeColleague(installation, 'Cora Colleague');
  const other = await openWindow(stateOf(installation.url, cora.token));
  await new OpenDocument(other).open(path);
  const doc = await new OpenDocument(page).open(path);

  await doc.button('icon.add').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(words('chat:reaction.search'))).toBeFocused();
  await page.keyboard.type('rocket');
  await page.keyboard.press('Enter');
  await expect(other.locator('article').getByText('🚀')).toBeVisible();
  await expect(other.getByRole('treeitem', { name: 'Plan' })).toContainText('🚀');

  await doc.button('cover.add').focus();
  await page.keyboard.press('Enter');
  const theirs = other.locator('[data-document-cover]');
  await expect(theirs).toBeVisible();
  await doc.button('cover.change').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: words('document:cover.gradient.dusk') }).click();
  await expect(theirs.locator('[data-gradient=dusk]')).toBeVisible();
  await expectAccessible(page, 'the choice of a cover');

  const chooser = page.waitForEvent('filechooser');
  await doc.button('cover.upload').click();
  await (await chooser).setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: pngOf(1_200, 900) });
  const picture = theirs.locator('img');
  await expect(picture).toHaveJSProperty('naturalWidth', 1_200);
  await doc.button('cover.place').click();
  await expect(page.getByRole('slider', { name: words('document:cover.part') })).toBeFocused();
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(picture).toHaveCSS('object-position', '50% 55%');

  await doc.button('menu.label').click();
  const wide = page.getByRole('menuitemcheckbox', { name: words('document:menu.wide') });
  const find = page.getByRole('menuitem', { name: words('document:menu.find') });
  /** Distance of an item's icon from the edge. */
  const startOf = (item: Locator) => item.locator('svg').evaluate((icon) => icon.getBoundingClientRect().x);
  expect(await startOf(wide)).toBe(await startOf(find));
  await wide.click();
  await expect(other.locator('article[data-wide]')).toBeVisible();

  await doc.button('cover.change').focus();
  await page.keyboard.press('Enter');
  await doc.button('cover.remove').click();
  await expect(theirs).toHaveCount(0);
  expect(await owner.api.trpc.document.get.query({ documentId: id })).toMatchObject({
    cover: '',
    isWide: true,
  });
});

test('a viewer is offered none of it @full', async ({ owner, installation, openWindow }) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id, path } = await makeDocument(owner.api, appId, 'Rules');
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'view' });
  await owner.api.trpc.document.setAttr.mutate({ documentId: id, cover: 'sea', icon: '📜' });
  const cora = await makeColleague(installation, 'Cora Colleague');
  const page = await openWindow(stateOf(installation.url, cora.token));
  const doc = await new OpenDocument(page).open(path);
  await expect(page.locator('[data-gradient=sea]')).toBeVisible();
  for (const key of ['cover.change', 'cover.add', 'icon.add']) await expect(doc.button(key)).toHaveCount(0);
  await doc.button('menu.label').click();
  await expect(page.getByRole('menuitem', { name: words('document:menu.find') })).toBeVisible();
  for (const key of ['document:menu.wide', 'workspace:menu.duplicate'])
    await expect(page.getByRole('menuitem', { name: words(key) })).toHaveCount(0);
});

test('a duplicate of a document opens with its content @full', async ({ owner, page }) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id, path } = await makeDocument(owner.api, appId, 'Original');
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: 'What it says.' });
  const doc = await new OpenDocument(page).open(path);
  await doc.button('menu.label').click();
  await page.getByRole('menuitem', { name: words('workspace:menu.duplicate') }).click();
  await expect(page).not.toHaveURL(new RegExp(id, 'u'));
  await expect(doc.title).toHaveValue(words('common:copy.name', { name: 'Original' }));
  await expect(doc.blocks).toContainText('What it says.');
});

test('an empty document offers templates, and one is chosen for a new document', async ({ owner, page }) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id } = await owner.api.trpc.channel.create.mutate({ appId, kind: 'document' });
  const doc = await new OpenDocument(page).open(`/note/${appId}/c/${id}`);
  await page.getByRole('button', { name: 'Meeting notes' }).click();
  await expect(doc.blocks).toContainText('Goal');
  await expect(doc.title).toHaveValue('Meeting notes');
  await expect(page.getByRole('group', { name: words('template:suggest.label') })).toHaveCount(0);

  await page.goto(`/note/${appId}`);
  await page.getByRole('button', { name: words('template:open') }).click();
  const gallery = page.getByRole('dialog');
  await gallery.getByRole('button', { name: /^Incident review/u }).click();
  await expect(gallery.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expectAccessible(page, 'a document template');
  await gallery.getByRole('button', { name: words('template:preview.use.document') }).click();
  await expect(doc.title).toHaveValue('Incident review');
  await expect(doc.blocks).toContainText('Where we were lucky');
});

test('the type of a callout is chosen by keyboard, and announced @full', async ({ owner, page }) => {
  const { path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write('/warning');
  await expect(page.getByRole('option', { name: words('document:callout.warning') })).toBeVisible();
  await page.keyboard.press('Enter');
  await doc.write('Mind the step');
  const callout = (kind: string) =>
    doc.blocks.getByRole('note', { name: words(`document:callout.${kind}`), exact: true });
  await expect(callout('warning')).toContainText('Mind the step');
  await callout('warning')
    .getByRole('combobox', { name: words('document:callout.label') })
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect(callout('danger')).toContainText('Mind the step');
  await doc.write('!');
  await expect(callout('danger')).toContainText('Mind the step!');
  await doc.expectSaved();
  await expectAccessible(page, 'a callout');
});

test('versions kept, named and removed by others appear in the open list @full', async ({ owner, page }) => {
  const { id, path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
  const doc = await new OpenDocument(page).open(path);
  await doc.openPanel('version');
  await expect(page.getByText(words('version:none.title'))).toBeVisible();
  const { version } = owner.api.trpc;
  const made = await version.create.mutate({ documentId: id, name: 'By a program' });
  const list = page.getByRole('list', { name: words('version:list') });
  await expect(list).toContainText('By a program');
  await version.rename.mutate({ versionId: made.id, name: 'By another name' });
  await expect(list).toContainText('By another name');
  await version.remove.mutate({ versionId: made.id });
  await expect(page.getByText(words('version:none.title'))).toBeVisible();
});
