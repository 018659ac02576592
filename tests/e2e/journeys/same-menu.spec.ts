import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, makeChannel, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string) => words(`workspace:${key}`);

/** Items of the open menu: labels and icons, from top to bottom. */
async function offered(page: Page): Promise<string[]> {
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu
    .locator('[role^=menuitem]')
    .evaluateAll((items) =>
      items.map((item) => `${item.textContent} ${item.querySelector('svg')?.getAttribute('class') ?? ''}`),
    );
}

async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

/** Items of the menu in the screen's header, and of the one in the tree's row. */
async function bothMenus(page: Page, head: Locator, row: Locator): Promise<[string[], string[]]> {
  await head.click();
  const atHead = await offered(page);
  await closeMenu(page);
  await row.click({ button: 'right' });
  const inTree = await offered(page);
  await closeMenu(page);
  return [atHead, inTree];
}

test('a channel’s menu is the same in the tree and in its header, for managers and for viewers', async ({
  page,
  owner,
  installation,
  openWindow,
}) => {
  const app = await owner.api.trpc.app.create.mutate({ name: 'Same', type: 'chat' });
  await makeChannel({ ...owner, appId: app.id }, 'Above');
  const channel = await makeChannel({ ...owner, appId: app.id }, 'Between');
  await makeChannel({ ...owner, appId: app.id }, 'Under');
  await new Conversation(page).open(channel.path);
  const head = page.getByRole('button', { name: say('channel.menu') });
  const [atHead, inTree] = await bothMenus(page, head, new Sidebar(page).item(channel.name));
  expect(atHead).toEqual(inTree);
  for (const key of ['menu.rename', 'channel.newInside', 'menu.moveTo', 'menu.pin', 'menu.copyLink'])
    expect(atHead.join('\n')).toContain(say(key));
  for (const key of ['answering.mentioned', 'menu.exportMarkdown', 'menu.archive', 'menu.remove'])
    expect(inTree.join('\n')).toContain(say(key));
  await head.click();
  await expectAccessible(page, 'the menu of a channel');
  await closeMenu(page);

  await owner.api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'view' });
  const cora = await makeColleague(installation, 'Cora Colleague');
  const hers = await openWindow(stateOf(installation.url, cora.token));
  await hers.goto(channel.path);
  const [theirHead, theirTree] = await bothMenus(
    hers,
    hers.getByRole('button', { name: say('channel.menu') }),
    new Sidebar(hers).item(channel.name),
  );
  expect(theirHead).toEqual(theirTree);
  for (const key of ['menu.rename', 'menu.moveTo', 'menu.archive', 'menu.remove'])
    expect(theirHead.join('\n')).not.toContain(say(key));
});

test('a document’s header menu ends with the tree’s items @full', async ({ page, owner }) => {
  const { path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Same notes'), 'Same plan');
  const doc = await new OpenDocument(page).open(path);
  const [atHead, inTree] = await bothMenus(
    page,
    doc.button('menu.label'),
    new Sidebar(page).item('Same plan'),
  );
  expect(atHead.slice(-inTree.length)).toEqual(inTree);
  expect(atHead.length).toBeGreaterThan(inTree.length);
  for (const key of ['menu.duplicate', 'menu.export', 'document.importInside'])
    expect(inTree.join('\n')).toContain(say(key));
});

/** Lines of the menu that open a dialog. */
const dialogs = ['menu.rename', 'channel.newInside', 'channel.newDiscussionInside', 'menu.moveTo'];

test('the focus returns to the menu’s opener, by keyboard @full', async ({ page, owner }) => {
  const channel = await makeChannel(owner, 'Focused');
  await new Conversation(page).open(channel.path);
  const head = page.getByRole('button', { name: say('channel.menu') });
  const share = words('share:menu.share');
  for (const name of [...dialogs.map(say), say('document.importInside'), share]) {
    await head.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name, exact: true }).press('Enter');
    await expect(page.getByRole('dialog'), name).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), name).toHaveCount(0);
    await expect(head, name).toBeFocused();
  }

  const { tree } = new Sidebar(page);
  const row = new Sidebar(page).item(channel.name);
  const inTree = [...dialogs.slice(1).map(say), say('document.importInside'), share];
  for (const name of inTree) {
    await tree.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name, exact: true }).press('Enter');
    await expect(page.getByRole('dialog'), name).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), name).toHaveCount(0);
    await expect(tree, name).toBeFocused();
    await expect(tree, name).toHaveAttribute('aria-activedescendant', (await row.getAttribute('id')) ?? '');
  }
});

test('a name is changed from the header, also of a document that cannot be opened @full', async ({
  page,
  owner,
  installation,
}) => {
  const channel = await makeChannel(owner, 'Old name');
  await new Conversation(page).open(channel.path);
  const rename = async (menu: string, to: string) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: say('menu.rename'), exact: true }).click();
    await expect(page.getByRole('textbox', { name: say('name.label') })).toBeFocused();
    await page.keyboard.type(to);
    const stored = page.waitForResponse(/channel\.update/);
    await page.keyboard.press('Enter');
    await stored;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(to);
    await expect(new Sidebar(page).item(to)).toBeVisible();
  };
  await rename(say('channel.menu'), 'Name from the head');

  const appId = await makeNoteApp(owner.api, 'Cold notes');
  const { id, path } = await makeDocument(owner.api, appId, 'Cold plan');
  const { id: versionId } = await owner.api.trpc.version.create.mutate({ documentId: id, name: 'good' });
  const { db } = await installation.server.database();
  await db
    .updateTable('document')
    .set({ frozenAt: new Date(), frozenVersionId: versionId })
    .where('channelId', '=', id)
    .execute();
  await page.goto(path);
  await expect(page.getByText(words('document:notice.frozen.title'))).toBeVisible();
  await rename(words('document:menu.label'), 'Plan under ice');
});
