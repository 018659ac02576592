import type { Page } from '@playwright/test';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { openPeople } from '../support/people.ts';
import { SearchPalette } from '../support/search.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const NAME = '李娜';
const TYPED = ['lina', 'ln', 'li na'];

/** One of this name serves all tests of a worker. */
let isThere = false;
test.beforeEach(async ({ installation }) => {
  if (!isThere) await makeColleague(installation, NAME);
  isThere = true;
});

/** Whether the dictionary of pinyin was fetched. */
const spells = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/spelling-/.test(name)));

test('a colleague is found by pinyin in the list of people, and sorted by it @full', async ({
  page,
  installation,
}) => {
  await makeColleague(installation, '安琪');
  await makeColleague(installation, '王伟');
  await openPeople(page);
  const dialog = page.getByRole('dialog', { name: words('team:people.title') });
  const list = dialog.getByRole('list').first();
  await expect(list).toContainText('王伟');
  const shown = await list.getByRole('listitem').allInnerTexts();
  const order = ['安琪', NAME, 'Olive Owner', '王伟'].map((name) =>
    shown.findIndex((text) => text.includes(name)),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThanOrEqual(0);
  const field = dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first();
  for (const query of TYPED) {
    await field.fill('');
    await expect(list).toContainText('王伟');
    await field.fill(query);
    // Others of the worker's team may be spelled alike; these are not.
    for (const other of ['安琪', '王伟', 'Olive Owner']) await expect(list).not.toContainText(other);
    await expect(list).toContainText(NAME);
  }
});

test('a colleague is mentioned in a message by pinyin', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  expect(await spells(page)).toBe(false);
  const option = page.getByRole('option', { name: NAME });
  for (const query of TYPED) {
    await chat.composer.fill('');
    await chat.composer.pressSequentially(`@${query}`);
    await expect(option).toBeVisible();
  }
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue(`@${NAME} `);
  // Text after a name is not part of it.
  await chat.composer.pressSequentially('l');
  await expect(option).toBeHidden();
  expect(await spells(page)).toBe(true);
});

test('a colleague and a document are mentioned in a document by pinyin @full', async ({ page, owner }) => {
  const appId = await makeNoteApp(owner.api, 'Notes of names');
  await makeDocument(owner.api, appId, '产品路线');
  const { path } = await makeDocument(owner.api, appId, 'Plan');
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write('@ln');
  await expect(page.getByRole('option', { name: NAME })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(doc.blocks.locator('[data-mention=user]')).toHaveText(`@${NAME}`);
  await doc.write('@cplx');
  await expect(page.getByRole('option', { name: '产品路线' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(doc.blocks.locator('.mention').last()).toHaveText('@产品路线');
});

test('Enter in a document picks the person typed, not an earlier suggestion @full', async ({
  page,
  owner,
  installation,
}) => {
  await makeColleague(installation, 'Aaron First');
  const appId = await makeNoteApp(owner.api, 'Notes of haste');
  const { path } = await makeDocument(owner.api, appId, 'Haste');
  const doc = await new OpenDocument(page).open(path);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route(/channel\.people.*ln/, async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });
  await doc.toEnd();
  await doc.write('@');
  const first = page.getByRole('option').first();
  await expect(first).toBeVisible();
  await expect(first).not.toHaveText(NAME);
  await doc.write('ln');
  await page.keyboard.press('Enter');
  await asked;
  await expect(doc.blocks.locator('.mention')).toHaveCount(0);
  answer();
  await expect(doc.blocks.locator('[data-mention=user]')).toHaveText(`@${NAME}`);
});

test('a channel is shared with a colleague found by pinyin @full', async ({ page, freshChannel }) => {
  await new Conversation(page).open(freshChannel.path);
  await page.getByRole('button', { name: words('share:open'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words('share:title', { name: freshChannel.name }) });
  const field = dialog.getByRole('combobox', { name: words('share:invite.label') });
  for (const query of TYPED) {
    await field.fill(query);
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(page.getByRole('option', { name: NAME })).toBeVisible();
  }
  await field.press('Enter');
  await expect(dialog.getByText(NAME).first()).toBeVisible();
});

test('a destination for a move is found by pinyin @full', async ({ page, owner }) => {
  const target = await makeChannel(owner, '市场部');
  const moved = await makeChannel(owner, 'Goes there');
  await new Conversation(page).open(moved.path);
  await new Sidebar(page).choose(moved.name, 'menu.moveTo');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: words('workspace:move.search') });
  for (const query of ['shichang', 'scb', 'shi chang bu']) {
    await field.fill(query);
    await expect(dialog.getByRole('option')).toHaveText([target.name]);
  }
});

test('everything is found by pinyin in the palette @full', async ({ page, owner, freshChannel }) => {
  await makeChannel(owner, '设计评审');
  await new Conversation(page).open(freshChannel.path);
  const palette = await new SearchPalette(page).open();
  await palette.find('sjps');
  await expect(palette.group('channel').getByRole('option')).toHaveText([/设计评审/]);
  for (const query of TYPED) {
    await palette.find(query);
    await expect(palette.group('person').getByRole('option')).toHaveText([new RegExp(NAME)]);
  }
});

test('a letter jumps to a channel in the tree by pinyin @full', async ({ page, owner, freshChannel }) => {
  const target = await makeChannel(owner, '运营周会');
  await new Conversation(page).open(freshChannel.path);
  const side = new Sidebar(page);
  await expect(side.item(target.name)).toBeVisible();
  await side.item(freshChannel.name).click();
  await side.tree.focus();
  await page.keyboard.press('y');
  const id = await side.item(target.name).getAttribute('id');
  await expect(side.tree).toHaveAttribute('aria-activedescendant', id ?? '');
});
