import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, values = {}) => words(`discussion:${key}`, values);

/** The discussions of an open document. */
class Discussions {
  readonly document: OpenDocument;
  readonly page: Page;
  readonly threads: Locator;

  constructor(page: Page) {
    this.page = page;
    this.document = new OpenDocument(page);
    this.threads = page.getByRole('list', { name: say('list.label') }).locator('> li');
  }

  marks(text: string): Locator {
    return this.document.blocks.locator('.bn-thread-mark', { hasText: text });
  }

  /** Writes in the small window at the selection. */
  async comment(text: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: say('draft') });
    await expect(field).toBeFocused();
    await field.fill(text);
    await this.page.keyboard.press('Enter');
  }
}

test('people discuss words of a document, and see replies live', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { path, id } = await makeDocument(owner.api, appId, 'Launch plan');
  const cora = await makeColleague(installation, 'Cora Colleague');
  const mine = new Discussions(page);
  await mine.document.open(path);
  await mine.document.toEnd();
  await mine.document.write('We launch in April with a small group.');
  await mine.document.expectSaved();

  await mine.document.select('April');
  await page.getByRole('button', { name: say('add'), exact: true }).click();
  const field = page.getByRole('textbox', { name: say('draft') });
  await expect(field).toBeFocused();
  await page.keyboard.type('Is that early enough, @Cora');
  await page.getByRole('option', { name: 'Cora Colleague' }).click();
  await page.keyboard.type('?');
  await page
    .getByRole('region', { name: say('draftLabel') })
    .getByRole('button', { name: say('add') })
    .click();
  await expect(mine.marks('April')).toBeVisible();
  await expect(mine.threads).toHaveCount(1);
  await expect(mine.threads.first()).toContainText('Is that early enough, @Cora Colleague ?');

  // Having the page open is not having heard of it; the notice leads her to the discussion.
  const other = await openWindow(stateOf(installation.url, cora.token));
  const hers = new Discussions(other);
  const reading = other.waitForResponse((answer) => answer.url().includes('/notice.read'));
  await hers.document.open(path);
  await reading;
  const unread = other.getByRole('button', { name: words('notice:bell.unread_one', { shown: '1' }) });
  await expect(unread).toBeVisible();
  const { list } = await owner.api.trpc.discussion.list.query({ documentId: id });
  await hers.document.open(`${path}?discussion=${list[0]?.id}`);
  await expect(hers.threads.first()).toContainText('Is that early enough');
  await expect(unread).toHaveCount(0);
  await expect(other).toHaveURL(new RegExp(`${path}$`));
  await other.getByRole('textbox', { name: say('reply') }).fill('It is.');
  await other.keyboard.press('Enter');
  await expect(mine.threads.first()).toContainText('It is.');
  await expectAccessible(page, 'discussions');

  // People continue to write around the marked text.
  await mine.document.blocks.focus();
  await page.keyboard.press('Home');
  await mine.document.write('If all goes well: ');
  await expect(hers.marks('April')).toHaveText('April');

  await mine.threads
    .first()
    .getByRole('button', { name: say('resolve') })
    .click();
  await expect(hers.threads).toHaveCount(0);
  await mine.document.blocks.focus();
  await other.getByRole('tab', { name: say('resolved') }).click();
  await expect(hers.threads.first()).toContainText(say('resolvedBy', { name: 'Olive Owner' }));
  const highlight = hers.marks('April');
  await expect(highlight).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await other.getByRole('button', { name: say('reopen') }).click();
  await expect(highlight).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  // Its reappearance must not take the keyboard focus.
  await expect(mine.threads).toHaveCount(1);
  await expect(mine.document.blocks).toBeFocused();

  // A press on the words opens the discussion about them.
  await page.getByRole('button', { name: words('common:action.close') }).click();
  await expect(mine.threads).toHaveCount(0);
  await mine.marks('April').click();
  await expect(mine.threads.first()).toHaveAttribute('data-focused', 'true');
  await expect(mine.document.blocks).toBeFocused();
});

test('a commenter comments, and the words are quoted once they are gone @full', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { path } = await makeDocument(owner.api, appId, 'Costs');
  const mine = new Discussions(page);
  await mine.document.open(path);
  await mine.document.toEnd();
  await mine.document.write('It costs seven and takes long.');
  await mine.document.expectSaved();
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'comment' });
  const cora = await makeColleague(installation, 'Cora Commenter');
  const other = await openWindow(stateOf(installation.url, cora.token));
  const hers = new Discussions(other);
  await hers.document.open(path);
  await expect(other.getByText(hers.document.words('notice.commentOnly'))).toBeVisible();
  await hers.document.select('seven');
  await other.getByRole('button', { name: say('add'), exact: true }).click();
  await hers.comment('Seven what?');
  await expect(hers.threads.first()).toContainText('Seven what?');
  await hers.document.select('long');
  await other.keyboard.press('Control+Alt+m');
  await hers.comment('How long?');
  await expect(hers.threads).toHaveCount(2);
  await expect(hers.threads.nth(1)).toContainText('How long?');
  await expect(mine.marks('seven')).toBeVisible();

  await mine.document.blocks.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(hers.threads.first()).toContainText(say('gone'));
  await expect(hers.threads.first()).toContainText('seven');
});

test('the words stay in view while a comment on them is written, also low in the window @full', async ({
  owner,
  page,
}) => {
  const { id, path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
  const lines = Array.from({ length: 60 }, (_, i) => `Line ${i + 1} says little.`);
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: lines.join('\n\n') });
  const document = await new OpenDocument(page).open(path);
  const line = document.blocks.getByText('Line 30 says little.');
  await line.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await document.select('Line 30');
  await page.keyboard.press('Control+Alt+m');
  const window = page.getByRole('region', { name: say('draftLabel') });
  await expect(window).toBeInViewport({ ratio: 1 });
  const [words, composer] = [await line.boundingBox(), await window.boundingBox()];
  if (!words || !composer) throw new Error('Nothing to compare');
  expect(composer.y + composer.height).toBeLessThanOrEqual(words.y + words.height / 4);
});

test('a comment is edited, reacted to and deleted by keyboard, and opens in a drawer on a phone', async ({
  owner,
  page,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { path, id } = await makeDocument(owner.api, appId, 'Notes');
  await owner.api.trpc.discussion.create.mutate({ documentId: id, text: 'About all of it' });
  await page.setViewportSize({ width: 390, height: 844 });
  const mine = new Discussions(page);
  await mine.document.open(path);
  await page.getByRole('button', { name: words('document:menu.label') }).click();
  await page.getByRole('menuitem', { name: words('document:panel.discussion') }).click();
  const drawer = page.getByRole('dialog', { name: words('document:panel.discussion') });
  await expect(drawer.getByText('About all of it')).toBeVisible();
  await expectAccessible(page, 'discussions on a phone');

  const menu = drawer.getByRole('button', { name: say('menu') });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: say('edit') }).press('Enter');
  await page.keyboard.type(', really');
  await page.keyboard.press('Control+Enter');
  await expect(drawer.getByText('About all of it, really')).toBeVisible();
  await expect(drawer.getByText(say('edited'))).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: say('remove') }).click();
  await page.getByRole('button', { name: say('removeOne.confirm') }).click();
  await expect(drawer.getByText(say('empty.open'))).toBeVisible();
});

test('an editor on a phone can comment on selected words @full', async ({ owner, openWindow }) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id, path } = await makeDocument(owner.api, appId, 'Pocket');
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: 'Launch in April.' });
  const page = await openWindow(owner.state, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const mine = new Discussions(page);
  await mine.document.open(path);
  await mine.document.blocks.getByText('Launch').dblclick({ position: { x: 20, y: 10 } });
  await page
    .getByRole('button', { name: say('add'), exact: true })
    .first()
    .tap();
  await expect(page.getByRole('textbox', { name: say('draft') })).toBeVisible();
});
