import { makeColleague } from '../support/colleague.ts';
import { OpenDocument } from '../support/document.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { makeVersionedDocument, Versions } from '../support/versions.ts';

test('a version is kept, compared by keyboard, restored for everyone, and the restore undone', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const { path } = await makeVersionedDocument(owner, installation.url);
  const cora = await makeColleague(installation, 'Cora Colleague');
  const hers = await new OpenDocument(await openWindow(stateOf(installation.url, cora.token))).open(path);
  await expect(hers.blocks).toContainText('Wednesday');

  const versions = await new Versions(page).open(path);
  const name = page.getByLabel(versions.words('keep.label'));
  await name.fill('Before the meeting');
  await page.keyboard.press('Enter');
  const rows = versions.list.getByRole('listitem');
  await expect(rows.first()).toContainText('Before the meeting');
  await expect(rows).toHaveCount(3);
  await expect(name).toHaveValue('');

  await rows.filter({ hasText: 'As we sent it' }).getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  const { dialog } = versions;
  await expect(dialog.locator('del').filter({ hasText: 'Monday' })).toBeVisible();
  await expect(dialog.locator('ins').filter({ hasText: 'Wednesday' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(dialog.locator('[data-stop="0"]')).toBeFocused();
  await expect(dialog.locator('[data-stop="0"]')).toContainText('Monday');
  await page.keyboard.press('p');
  await expect(dialog.locator('[data-stop="0"]')).not.toBeFocused();
  await dialog.getByText(versions.words('compare.before')).click();
  await expect(dialog.getByText('Wednesday')).toHaveCount(0);

  await dialog.getByRole('button', { name: versions.words('restore.do') }).click();
  const question = page.getByRole('dialog', { name: versions.words('restore.title') });
  await question.getByRole('button', { name: versions.words('restore.do') }).click();
  await expect(dialog).toBeHidden();
  await expect(hers.blocks).toContainText('on Monday for twenty teams');
  await expect(hers.blocks).not.toContainText('Wednesday');
  await page.getByRole('button', { name: versions.words('restore.undo') }).click();
  await expect(hers.blocks).toContainText('on Wednesday for thirty teams');
});

test('a version gets a name and is removed @full', async ({ owner, page, installation }) => {
  const { path } = await makeVersionedDocument(owner, installation.url);
  const versions = await new Versions(page).open(path);
  const last = versions.list.getByRole('listitem').last();
  await last.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: versions.words('rename.give') }).click();
  const field = page.getByLabel(versions.words('rename.label'));
  await expect(field).toBeFocused();
  await field.fill('The very first');
  await page.keyboard.press('Enter');
  await expect(last).toContainText('The very first');

  await last.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: versions.words('remove.do') }).click();
  const question = page.getByRole('dialog', { name: versions.words('remove.title') });
  await question.getByRole('button', { name: versions.words('remove.do') }).click();
  await expect(versions.list).not.toContainText('The very first');
});
