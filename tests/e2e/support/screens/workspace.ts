import { expect, type Page } from '@playwright/test';
import { Conversation } from '../conversation.ts';
import { SearchPalette } from '../search.ts';
import { Sidebar } from '../sidebar.ts';
import { makeChannel } from '../test.ts';
import { words } from '../words.ts';
import { heading, type Screen } from './screen.ts';

async function openTemplates(page: Page, language: string) {
  await page.goto('/home');
  await page.getByRole('button', { name: words('template:home.all', {}, language) }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
}

/** Home, apps, and ways to get about. */
export const workspaceScreens: Screen[] = [
  {
    name: 'home',
    async open(page, _owner, language) {
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
    },
  },
  {
    name: 'templates',
    async open(page, _owner, language) {
      await openTemplates(page, language);
    },
  },
  {
    name: 'template',
    async open(page, _owner, language) {
      await openTemplates(page, language);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('listitem').getByRole('button').nth(1).click();
      const use = words('template:preview.use.app', {}, language);
      await expect(dialog.getByRole('button', { name: use })).toBeVisible();
    },
  },
  {
    name: 'app',
    async open(page, owner, language) {
      await page.goto(`/s/${owner.appId}`);
      await expect(new Conversation(page, language).composer).toBeEditable();
    },
  },
  {
    name: 'app-setting',
    async open(page, owner, language) {
      await page.goto(`/s/${owner.appId}/setting`);
      await page
        .getByLabel(words('workspace:setting.description', {}, language), { exact: true })
        .fill('Questions of customers.');
      await expect(
        page.getByRole('region', { name: words('common:setting.unsaved', {}, language) }),
      ).toBeVisible();
    },
  },
  {
    name: 'new-app',
    async open(page, _owner, language) {
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
      const drawer = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
      if (await drawer.isVisible()) await drawer.click();
      await new Sidebar(page, language).press(words('common:starter.space'), 'app.new');
      const dialog = page.getByRole('dialog', { name: words('workspace:app.new', {}, language) });
      await expect(dialog.getByRole('textbox')).toBeFocused();
    },
  },
  {
    name: 'own-app-setting',
    async open(page, owner, language) {
      const own = (await owner.api.trpc.app.list.query()).find(({ personal }) => personal);
      await page.goto(`/s/${own?.id}/setting`);
      await expect(page.getByText(words('workspace:setting.personal', {}, language))).toBeVisible();
    },
  },
  {
    name: 'row-menu',
    async open(page, owner, language) {
      await page.goto(`/s/${owner.appId}`);
      await expect(new Conversation(page, language).composer).toBeEditable();
      const drawer = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
      if (await drawer.isVisible()) await drawer.click();
      const row = page.getByRole('treeitem', { selected: true });
      await row.hover();
      await row.getByRole('button', { name: words('workspace:tree.menu', {}, language) }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'palette',
    async open(page, _owner, language) {
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
      await new SearchPalette(page, language).open();
    },
  },
  {
    name: 'palette-found',
    async open(page, owner, language) {
      const { id: channelId } = await makeChannel(owner, 'Budget 2027');
      const text = '[[say The budget for the new office is still open; I would keep ten per cent back.]]';
      await owner.api.trpc.message.send.mutate({ channelId, text: `${text} What is left of the budget?` });
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
      const palette = await new SearchPalette(page, language).open();
      await palette.find('budg');
      await expect(palette.group('message').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'not-found',
    async open(page) {
      await page.goto('/nothing/here');
      await heading(page);
    },
  },
  {
    name: 'channel-gone',
    async open(page, owner) {
      await page.goto(`/s/${owner.appId}/c/00000000-0000-4000-8000-000000000000`);
      await heading(page);
    },
  },
];
