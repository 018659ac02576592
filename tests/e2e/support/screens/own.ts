import { expect } from '@playwright/test';
import { Conversation } from '../conversation.ts';
import { ownMenu } from '../home.ts';
import { bell, withNoticesOfEachKind } from '../notices.ts';
import { words } from '../words.ts';
import { heading, type Screen } from './screen.ts';

/** A person's own settings and menus. */
export const ownScreens: Screen[] = [
  {
    name: 'settings',
    async open(page, _owner, language) {
      await page.goto('/userSetting/general');
      await heading(page);
      await expect(page.getByText(words('settings:devices.current', {}, language))).toBeVisible();
    },
  },
  {
    name: 'usage',
    async open(page, _owner, language) {
      await page.goto('/userSetting/usage');
      await heading(page);
      await expect(
        page.getByRole('radiogroup', { name: words('usage:range.label', {}, language) }),
      ).toBeVisible();
    },
  },
  {
    name: 'notices',
    async open(page, _owner, language) {
      await withNoticesOfEachKind(page);
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
      const drawer = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
      if (await drawer.isVisible()) await drawer.click();
      await bell(page, language).click();
      await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(5);
    },
  },
  {
    name: 'own-menu',
    async open(page, owner, language) {
      await page.goto('/home');
      const drawer = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
      await expect(new Conversation(page, language).composer).toBeEditable();
      if (await drawer.isVisible()) await drawer.click();
      await ownMenu(page, owner.name, language).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
];
