import { atDepth } from '../../running/depth.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { tabTo } from '../support/keys.ts';
import { Sidebar } from '../support/sidebar.ts';
import { SigningIn } from '../support/signing-in.ts';
import { expect, makeChannel, nobody, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test.describe('from the sign-in page', () => {
  test.use({ storageState: nobody });

  test('to an answer and out again, without a pointer', async ({ page, installation, owner }) => {
    expect(owner.id).toBeGreaterThan(0);
    // Signing in keeps the browser's language for the account, which later tests of the owner would read.
    const kay = await makeColleague(installation, 'Kay Keys');
    await page.goto('/login');
    await expect(page.getByLabel(words('auth:field.email'))).toBeVisible();
    await tabTo(page, words('auth:field.email'));
    await page.keyboard.type(kay.email);
    // Notices come by mail, too: only a code that is newer than all of it is this one.
    const before = installation.mail.mails.filter(({ to }) => to.includes(kay.email)).length;
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: words('auth:title.code') })).toBeVisible();
    await new SigningIn(page).enterCode(await installation.mail.codeFor(kay.email, before));
    await expect(page).toHaveURL('/home');

    // The composer waits for words.
    const chat = new Conversation(page);
    await expect(chat.composer).toBeFocused();
    await page.keyboard.type('Typed alone');
    await page.keyboard.press('Enter');
    await chat.expectAnswer('You said: Typed alone.');
    await expect(chat.composer).toBeFocused();

    // From the answer back to the tree, and into another channel.
    const side = new Sidebar(page);
    await tabTo(page, words('workspace:tree.label'), { limit: 60 });
    await expect(side.tree).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const own = (await kay.api.trpc.app.list.query()).find(({ personal }) => personal);
    await expect(page).toHaveURL(`/s/${own?.id}`);

    // A screen that comes takes the focus into its composer; from there on it is ours.
    await expect(chat.composer).toBeFocused();
    await tabTo(page, new RegExp(words('common:user.menu', { name: kay.user.name })), { limit: 60 });
    await page.keyboard.press('Enter');
    // A menu takes the focus a moment after it is seen; a key before that is lost.
    const items = page.getByRole('menu').getByRole('menuitem');
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(items.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  });
});

test('the first Tab skips to the content', async ({ page }) => {
  await page.goto('/home');
  await expect(new Conversation(page).composer).toBeEditable();
  // The initial focus of a loaded page.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words('common:skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('"?" lists the shortcuts, Esc closes the list', async ({ page }) => {
  await page.goto('/home');
  await expect(new Conversation(page).composer).toBeEditable();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: words('common:shortcut.title') });
  await expect(list).toBeVisible();
  for (const group of ['general', 'writing', 'channels'])
    await expect(list.getByRole('region', { name: words(`common:shortcut.group.${group}`) })).toBeVisible();
  await expect(list.getByText(words('common:shortcut.order'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});

test('"?" in the composer is a question mark @full', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.composer.press('?');
  await expect(chat.composer).toHaveValue('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Shift+Enter begins a line, and an input method’s Enter sends nothing @full', async ({
  page,
  freshChannel,
}) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.composer.fill('One');
  await chat.composer.press('Shift+Enter');
  await chat.composer.pressSequentially('Two');
  await expect(chat.composer).toHaveValue('One\nTwo');
  await chat.composer.dispatchEvent('keydown', {
    key: 'Enter',
    keyCode: 229,
    isComposing: true,
    bubbles: true,
  });
  await expect(chat.composer).toHaveValue('One\nTwo');
  await expect(chat.questions).toHaveCount(0);
});

for (const key of atDepth(['Shift+F10'], ['Shift+F10', 'ContextMenu']))
  test(`${key} opens a row's menu, and closing it returns to the row`, async ({ page, owner }) => {
    const channel = await makeChannel(owner, `Under the keys ${key}`);
    await new Conversation(page).open(channel.path);
    const side = new Sidebar(page);
    await expect(side.item(channel.name)).toHaveAttribute('aria-selected', 'true');
    const menu = page.getByRole('menu', {
      name: words('workspace:tree.menuOf', { name: channel.name }),
    });
    const row = await side.item(channel.name).getAttribute('id');

    await side.tree.focus();
    await page.keyboard.press(key);
    await expect(menu).toBeVisible();
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(side.tree).toBeFocused();
    await expect(side.tree).toHaveAttribute('aria-activedescendant', row ?? '');

    await page.keyboard.press(key);
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    const moving = menu.getByRole('menuitem', { name: words('workspace:menu.moveTo') });
    const isReached = () => moving.evaluate((item) => item === document.activeElement);
    for (let pressed = 0; pressed < 10 && !(await isReached()); pressed++)
      await page.keyboard.press('ArrowDown');
    await expect(moving).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(side.tree).toBeFocused();
  });

test('with forced colours the open channel and the focused row stand out @full', async ({
  page,
  freshChannel,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await new Conversation(page).open(freshChannel.path);
  const side = new Sidebar(page);
  const open = side.tree.getByRole('treeitem', { selected: true });
  await expect(open).toHaveCSS('outline-style', 'solid');
  await side.tree.focus();
  await page.keyboard.press('ArrowUp');
  await expect(side.tree.locator('[data-focused]')).toHaveCSS('outline-style', 'dashed');
});
