import { expectAccessible } from '../support/axe.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { tabTo, withoutPointer } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, values = {}) => words(`discussion:${key}`, values);

test('a page with a table, code, a callout and a link is created, discussed and resolved by keyboard alone @full', async ({
  owner,
  page,
}) => {
  const expectNoPointer = await withoutPointer(page);
  const { keyboard } = page;
  const appId = await makeNoteApp(owner.api, 'Handbook');
  await page.goto(`/note/${appId}`);
  const doc = new OpenDocument(page);
  /** Chooses from the menu of blocks. */
  const insert = async (query: string, name: RegExp) => {
    await doc.write(`/${query}`);
    await expect(page.getByRole('option', { name }).first()).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.locator('.bn-suggestion-menu')).toHaveCount(0);
  };

  await test.step('title, heading and list', async () => {
    await expect(page.getByRole('button', { name: words('document:note.new') })).toBeVisible();
    await tabTo(page, words('document:note.new'), { limit: 60 });
    await keyboard.press('Enter');
    await expect(doc.title).toBeFocused();
    await doc.write('Launch plan');
    await keyboard.press('Enter');
    await expect(doc.blocks).toBeFocused();
    await doc.write('## Steps');
    await keyboard.press('Enter');
    await doc.write('- Write the texts');
    await keyboard.press('Enter');
    await doc.write('Take the photos');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
  });

  await test.step('a table, filled, with another row', async () => {
    await insert('table', /Table/);
    await expect(doc.blocks.locator('table')).toBeVisible();
    for (const cell of ['Step', 'Who', 'Due', 'Texts', 'Cora']) {
      await doc.write(cell);
      await keyboard.press('Tab');
    }
    await doc.write('Monday');
    await keyboard.press('Tab');
    await expect(doc.blocks.locator('tr')).toHaveCount(3);
    for (const cell of ['Photos', 'Olive']) {
      await doc.write(cell);
      await keyboard.press('Tab');
    }
    await doc.write('Tuesday');
    await expect(doc.blocks.locator('tr').last()).toHaveText('PhotosOliveTuesday');
    await keyboard.press('ArrowDown');
  });

  await test.step('code in its language', async () => {
    await doc.write('```ts ');
    await expect(doc.blocks.locator('.code-block')).toBeVisible();
    await doc.write('const day = 1;');
    await keyboard.press('Enter');
    await doc.write('launch(day);');
    await keyboard.press('ArrowDown');
  });

  await test.step('a callout', async () => {
    await insert('callout', /Note/);
    await doc.write('Nobody launches on a Friday.');
    await keyboard.press('Enter');
  });

  await test.step('a link', async () => {
    await doc.write('See the checklist');
    await keyboard.press('Control+Shift+ArrowLeft');
    await expect(page.locator('.bn-formatting-toolbar')).toBeVisible();
    await keyboard.press('Control+k');
    await expect(page.locator('.bn-form-popover input').first()).toBeFocused();
    await keyboard.type('https://example.test/list');
    await keyboard.press('Enter');
    await expect(doc.blocks).toBeFocused();
    await expect(doc.blocks.locator('a')).toHaveText('checklist');
    await keyboard.press('End');
    await doc.write(' before.');
  });
  await doc.expectSaved();

  await test.step('a comment, its reply, and its resolution', async () => {
    await keyboard.press('ArrowUp');
    await keyboard.press('End');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Control+Shift+ArrowLeft');
    await keyboard.press('Control+Alt+m');
    await expect(page.getByRole('textbox', { name: say('draft') })).toBeFocused();
    await keyboard.type('Not even in summer?');
    await keyboard.press('Enter');
    const thread = page.getByRole('list', { name: say('list.label') }).locator('> li');
    await expect(thread).toContainText('Not even in summer?');
    await expect(thread).toContainText('Friday');
    await expect(thread).toBeFocused();
    await tabTo(page, say('reply'));
    await keyboard.type('Never.');
    await keyboard.press('Enter');
    await expect(thread).toContainText('Never.');
    await expectAccessible(page, 'a document written by keyboard');
    await tabTo(page, say('resolve'), { back: true });
    await keyboard.press('Enter');
    await expect(thread).toHaveCount(0);
    await expect(page.getByRole('tabpanel')).toBeFocused();
    await tabTo(page, 'Launch plan', { back: true });
    await expect(doc.blocks).toBeFocused();
  });

  const [made] = await owner.api.trpc.document.list.query({ appId });
  const { content } = await owner.api.trpc.document.content.query({
    documentId: made?.id ?? '',
    format: 'markdown',
  });
  expect(content).toBe(
    [
      '## Steps',
      '- Write the texts\n- Take the photos',
      '| Step   | Who   | Due     |\n| ------ | ----- | ------- |\n| Texts  | Cora  | Monday  |\n| Photos | Olive | Tuesday |',
      '```ts\nconst day = 1;\nlaunch(day);\n```',
      '> [!NOTE]\n> Nobody launches on a Friday.',
      'See the [checklist](https://example.test/list) before.\n',
    ].join('\n\n'),
  );
  await expectNoPointer();
});

test('closing a block’s menu by Esc returns the focus to the text @full', async ({ owner, page }) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { path } = await makeDocument(owner.api, appId, 'Plan');
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write('First');
  await doc.blocks.getByText('First').hover();
  await page.locator('.bn-side-menu button').last().click();
  await expect(page.getByRole('menuitem', { name: doc.words('block.copyLink') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(doc.blocks).toBeFocused();
  await doc.write(' and more');
  await expect(doc.blocks).toHaveText('First and more');
});

test('closing a panel or dialog of a document returns the focus to the text @full', async ({
  owner,
  page,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { path } = await makeDocument(owner.api, appId, 'Plan');
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write('First');
  const close = page.getByRole('button', { name: words('common:action.close'), exact: true });
  for (const panel of ['panel.outline', 'panel.version']) {
    await doc.button(panel).press('Enter');
    await expect(page.getByRole('region', { name: doc.words(panel) })).toBeVisible();
  }
  await close.press('Enter');
  await expect(doc.button('panel.version')).toBeFocused();

  await doc.blocks.focus();
  await page.keyboard.press('Control+f');
  await expect(page.getByLabel(words('common:find.label'), { exact: true })).toBeFocused();
  await page.getByRole('button', { name: words('common:find.close') }).press('Enter');
  await expect(doc.blocks).toBeFocused();
});
