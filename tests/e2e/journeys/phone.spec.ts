import { Conversation } from '../support/conversation.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the sidebar is a drawer that opens, navigates and closes', async ({ page, owner }) => {
  const first = await makeChannel(owner, `On the phone ${Date.now() % 1e5}`);
  const second = await makeChannel(owner, `Elsewhere ${Date.now() % 1e5}`);
  const chat = await new Conversation(page).open(first.path);
  const side = new Sidebar(page);
  await expect(side.tree).toBeHidden();
  await page.getByRole('button', { name: words('common:sidebar.show') }).tap();
  await expect(side.item(first.name)).toBeVisible();
  await side.item(second.name).getByRole('link').tap();
  await expect(page).toHaveURL(second.path);
  await expect(side.tree).toBeHidden();
  await chat.composer.fill('From the phone');
  await chat.button('composer.send').tap();
  await chat.expectAnswer('You said: From the phone.');
});

test('everything a pointer can do with a channel, a finger can', async ({ page, owner }) => {
  const target = await makeChannel(owner, `Into this ${Date.now() % 1e5}`);
  const moved = await makeChannel(owner, `By finger ${Date.now() % 1e5}`);
  await new Conversation(page).open(moved.path);
  await page.getByRole('button', { name: words('common:sidebar.show') }).tap();
  const side = new Sidebar(page);
  const menuButton = side.item(moved.name).getByRole('button', { name: words('workspace:tree.menu') });
  await expect(menuButton).toBeVisible();
  await menuButton.tap();
  await page.getByRole('menuitem', { name: words('workspace:menu.moveTo') }).tap();
  await page.getByRole('option', { name: target.name, exact: true }).tap();
  await expect.poll(() => side.levelOf(moved.name)).toBe((await side.levelOf(target.name)) + 1);
});

test('the composer stays in view when the screen is short @full', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  // As high as the window is above an open keyboard.
  await page.setViewportSize({ width: 390, height: 420 });
  await expect(chat.composer).toBeInViewport({ ratio: 1 });
  await chat.composer.fill('line\n'.repeat(40));
  await expect(chat.composer).toBeInViewport();
  await expect(chat.button('composer.send')).toBeInViewport({ ratio: 1 });
});
