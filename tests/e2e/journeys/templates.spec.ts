import { Sidebar } from '../support/sidebar.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params = {}) => words(`template:${key}`, params);

test('an app is created from a template by keyboard, saved as one, and the template removed again', async ({
  page,
}) => {
  await page.goto('/home');
  await page.getByRole('button', { name: say('home.all') }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: say('title') });
  const search = dialog.getByRole('searchbox', { name: say('search.label') });
  await expect(search).toBeFocused();

  await page.keyboard.type('no such thing');
  await expect(dialog.getByText(say('list.none'), { exact: true })).toBeVisible();
  await search.fill('会议');
  const card = dialog.getByRole('button', { name: /Meeting assistant/ });
  await expect(card).toHaveCount(1);
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Write minutes from these notes:')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(card).toBeFocused();
  await expect(search).toHaveValue('会议');
  await card.click();
  await dialog.getByRole('button', { name: say('preview.use.app') }).click();

  await expect(page).toHaveURL(/\/s\/[0-9a-f-]{36}\/c\/[0-9a-f-]{36}$/);
  await expect(dialog).toBeHidden();
  const row = new Sidebar(page).item('Meeting assistant');
  await expect(row).toBeVisible();

  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: say('save.open') }).click();
  const form = page.getByRole('dialog', { name: say('save.title') });
  await form.getByLabel(say('save.name'), { exact: true }).fill('Our minutes');
  await form.getByRole('button', { name: say('save.save') }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: say('save.look') }).click();
  await expect(dialog.getByRole('heading', { name: 'Our minutes' })).toBeVisible();
  await expect(dialog.getByText(/Olive Owner/)).toBeVisible();
  await dialog.getByRole('button', { name: say('remove.open') }).click();
  await dialog.getByRole('button', { name: say('remove.confirm') }).click();
  await dialog.getByRole('button', { name: say('filter.team'), exact: true }).click();
  await expect(dialog.getByText(say('list.noneTeam'), { exact: true })).toBeVisible();
});
