import { expect, type Page } from '@playwright/test';
import { words } from './words.ts';

/** Opens the dialog about the people of the team, from its menu; on a phone that is in the drawer. */
export async function openPeople(page: Page, language = 'en'): Promise<void> {
  await page.goto('/home');
  await expect(page.locator('textarea[data-composer]')).toBeEditable();
  const menu = page.getByRole('button', { name: words('common:team.menu', { name: '' }, language) });
  const opener = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
  await expect(menu.or(opener)).toBeVisible();
  if (await opener.isVisible()) await opener.click();
  await menu.click();
  await page.getByRole('menuitem', { name: words('team:menu.people', {}, language), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words('team:people.title', {}, language) });
  await expect(dialog.getByRole('list').first()).toBeVisible();
}
