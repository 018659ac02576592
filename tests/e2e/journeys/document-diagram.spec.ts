import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('the source of a diagram is hidden until it is edited, by pointer and by keyboard', async ({
  owner,
  page,
}) => {
  const { id, path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Drawn'), 'Plan');
  await owner.api.trpc.document.putContent.mutate({
    documentId: id,
    content: 'Before\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\nAfter\n\n```text\nplain\n```',
  });
  const doc = await new OpenDocument(page).open(path);
  const block = doc.blocks.locator('.code-block').first();
  const source = block.locator('pre');
  const [edit, hide] = [doc.button('block.editSource', block), doc.button('block.hideSource', block)];
  await expect(block.locator('svg')).toBeVisible();
  await expect(source).toBeHidden();
  await expect(edit).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(page, 'a diagram');

  await edit.click();
  await expect(source).toBeVisible();
  await page.keyboard.type('\nB --> Caesar');
  await expect(block.locator('svg')).toContainText('Caesar');
  await doc.blocks.getByText('Before', { exact: true }).click();
  await expect(source).toBeHidden();

  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(source).toBeVisible();
  await page.keyboard.type('\nC --> Dora');
  await expect(block.locator('svg')).toContainText('Dora');
  await hide.focus();
  await page.keyboard.press('Enter');
  await expect(source).toBeHidden();

  // An invalid diagram shows its source to be mended.
  await edit.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('\n-->> ((');
  await expect(block.getByRole('note', { name: words('common:markdown.diagramFailed') })).toBeVisible();
  await doc.blocks.getByText('After', { exact: true }).click();
  await expect(source).toBeVisible();

  // Other code is always there, and is scrolled by keyboard.
  const plain = doc.blocks.getByRole('group', { name: words('common:markdown.code') }).last();
  await expect(plain).toContainText('plain');
  await expect(plain).toHaveAttribute('tabindex', '0');
});

test('a viewer is shown the source, and may edit it once they are allowed to @full', async ({
  owner,
  installation,
  openWindow,
}) => {
  const appId = await makeNoteApp(owner.api, 'Read only');
  const { id, path } = await makeDocument(owner.api, appId, 'Plan');
  await owner.api.trpc.document.putContent.mutate({
    documentId: id,
    content: '```mermaid\nflowchart LR\n  A --> B\n```',
  });
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'view' });
  const rita = await makeColleague(installation, 'Rita Reader');
  const page = await openWindow(stateOf(installation.url, rita.token));
  const doc = await new OpenDocument(page).open(path);
  const block = doc.blocks.locator('.code-block').first();
  const [edit, show] = [doc.button('block.editSource', block), doc.button('block.showSource', block)];
  const language = block.getByRole('combobox', { name: doc.words('block.language') });
  await expect(block.locator('svg')).toBeVisible();
  await expect(edit).toHaveCount(0);
  await expect(language).toBeDisabled();
  await show.click();
  await expect(block.locator('pre')).toBeVisible();
  await doc.button('block.hideSource', block).click();
  await expect(block.locator('pre')).toBeHidden();

  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'edit' });
  await expect(edit).toBeVisible({ timeout: 5_000 });
  await expect(show).toHaveCount(0);
  await expect(language).toBeEnabled();
});
