import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** Button of the user menu, which every screen of the main layout has. */
export function ownMenu(page: Page, name: string, language = 'en'): Locator {
  return page.getByRole('button', { name: words('common:user.menu', { name }, language) });
}

/** Opens /home and waits until it has been drawn. */
export async function openHome(page: Page, name = 'Olive Owner'): Promise<void> {
  await page.goto('/home');
  await expect(ownMenu(page, name)).toBeVisible();
  await expect(page.locator('textarea[data-composer]')).toBeEditable();
}

/** Chooses "Sign out" from the person's menu. */
export async function signOut(page: Page, name = 'Olive Owner'): Promise<void> {
  await ownMenu(page, name).click();
  await page.getByRole('menuitem', { name: words('common:user.signOut') }).click();
}
