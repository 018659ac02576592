import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

/** Its own names for each test, since a worker's tests share one tree. */
let count = 0;
const fresh = (name: string) => `${name} ${test.info().workerIndex}.${++count}`;

test('a channel is created inside another, named, and opened', async ({ page, owner }) => {
  const parent = await makeChannel(owner, fresh('Parent'));
  const chat = await new Conversation(page).open(parent.path);
  const side = new Sidebar(page);
  await expect(side.item(parent.name)).toHaveAttribute('aria-selected', 'true');
  await side.add(parent.name, 'channel.newInside');
  const untitled = words('workspace:channel.untitled');
  // The tree may contain other unnamed channels.
  const made = side.tree.getByRole('treeitem', { name: untitled, selected: true });
  await expect(made).toBeVisible();
  await expect(chat.composer).toBeFocused();

  await side.choose(made, 'menu.rename');
  const name = fresh('Child');
  // It shows before it is stored, so the reload waits for the response.
  const stored = page.waitForResponse(/channel\.update/);
  await side.rename(name);
  await stored;
  expect(await side.levelOf(name)).toBe((await side.levelOf(parent.name)) + 1);
  await page.reload();
  await expect(side.item(name)).toHaveAttribute('aria-selected', 'true');
});

test('the "+" of an app offers all that it may hold', async ({ page, owner }) => {
  const shelf = fresh('Shelf');
  await makeNoteApp(owner.api, shelf);
  await page.goto('/home');
  const side = new Sidebar(page);
  await side.add(shelf, 'dataset.new');
  const name = fresh('Papers');
  await page.getByRole('textbox', { name: words('workspace:name.label') }).fill(name);
  await page.keyboard.press('Enter');
  await expect(side.tree.getByRole('treeitem', { name, selected: true })).toBeVisible();
});

test('a channel created by keyboard is named before anything can be sent @full', async ({ page, owner }) => {
  const parent = await makeChannel(owner, fresh('Parent'));
  const chat = await new Conversation(page).open(parent.path);
  const side = new Sidebar(page);
  const row = side.item(parent.name);
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await row.click({ button: 'right' });
  await page
    .getByRole('menuitem', { name: words('workspace:channel.newInside'), exact: true })
    .press('Enter');
  const name = fresh('Typed');
  await expect(page.getByRole('textbox', { name: words('workspace:name.label') })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(side.tree.getByRole('treeitem', { name, selected: true })).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue('');
});

test('a new name appears in another window immediately @full', async ({ page, openWindow, owner }) => {
  const channel = await makeChannel(owner, fresh('Before'));
  await new Conversation(page).open(channel.path);
  const other = await openWindow();
  await new Conversation(other).open(channel.path);
  const name = fresh('After');
  await new Sidebar(page).choose(channel.name, 'menu.rename');
  await new Sidebar(page).rename(name);
  await expect(new Sidebar(other).item(name)).toBeVisible();
  await expect(other).toHaveTitle(new RegExp(name.replaceAll('.', '\\.')));
});

test('"Move to…" nests a channel, and moves it back to the top', async ({ page, owner }) => {
  const target = await makeChannel(owner, fresh('Target'));
  const moved = await makeChannel(owner, fresh('Moved'));
  await new Conversation(page).open(moved.path);
  const side = new Sidebar(page);
  await side.choose(moved.name, 'menu.moveTo');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: words('workspace:close') })).toBeVisible();
  // The current place is shown, but cannot be chosen.
  const top = dialog.getByRole('option').first();
  await expect(top).toHaveAttribute('aria-disabled', 'true');
  await expect(top).toContainText(words('workspace:move.current'));
  // The tree shows the move before it is stored, and a reload would cut it off.
  const stored = page.waitForResponse(/channel\.move/);
  await dialog.getByRole('option', { name: target.name, exact: true }).click();
  await stored;
  await expect(dialog).toBeHidden();
  await expect.poll(() => side.levelOf(moved.name)).toBe((await side.levelOf(target.name)) + 1);
  await page.reload();
  await expect.poll(() => side.levelOf(moved.name)).toBe((await side.levelOf(target.name)) + 1);
});

test('a channel is dragged into another', async ({ page, owner }) => {
  const target = await makeChannel(owner, fresh('Target'));
  const moved = await makeChannel(owner, fresh('Dragged'));
  await new Conversation(page).open(moved.path);
  const side = new Sidebar(page);
  await side.item(moved.name).getByRole('link').dragTo(side.item(target.name));
  await expect.poll(() => side.levelOf(moved.name)).toBe((await side.levelOf(target.name)) + 1);
  // The page shows the move before the server has it.
  const inTarget = async () => {
    const list = await owner.api.get(`/api/app/${owner.appId}/channel/-/list`);
    const nodes = list.data as { id: string; children: { id: string }[] }[];
    return nodes.find(({ id }) => id === target.id)?.children.map(({ id }) => id);
  };
  await expect.poll(inTarget).toEqual([moved.id]);
});

test('a channel cannot be dragged into its descendant @full', async ({ page, owner }) => {
  const parent = await makeChannel(owner, fresh('Outer'));
  const child = await makeChannel(owner, fresh('Inner'), parent.id);
  await new Conversation(page).open(child.path);
  const side = new Sidebar(page);
  const before = await side.levelOf(parent.name);
  await side.item(parent.name).getByRole('link').dragTo(side.item(child.name));
  expect(await side.levelOf(parent.name)).toBe(before);
  await expect(side.item(child.name)).toBeVisible();
});

test('a deleted channel goes with its children, and returns by undo', async ({ page, openWindow, owner }) => {
  const parent = await makeChannel(owner, fresh('Doomed'));
  const child = await makeChannel(owner, fresh('Below'), parent.id);
  const chat = await new Conversation(page).open(child.path);
  await chat.send('Keep me');
  await chat.expectAnswer('You said: Keep me.');
  const other = await openWindow();
  await new Conversation(other).open(parent.path);
  const side = new Sidebar(page);
  await side.choose(parent.name, 'menu.remove');
  await expect(side.item(parent.name)).toBeHidden();
  await expect(side.item(child.name)).toBeHidden();
  await expect(new Sidebar(other).item(parent.name)).toBeHidden();
  await page.getByRole('button', { name: words('workspace:remove.undo') }).click();
  await expect(side.item(parent.name)).toBeVisible();
  await expect(new Sidebar(other).item(parent.name)).toBeVisible();
  // Back to the channel that was open.
  await expect(page).toHaveURL(child.path);
  await chat.expectAnswer('You said: Keep me.');
});

test('a row’s menu stays within a low window @full', async ({ page, owner }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const document = await makeDocument(owner.api, await makeNoteApp(owner.api, fresh('Book')), fresh('Low'));
  await new OpenDocument(page).open(document.path);
  await new Sidebar(page).tree.getByRole('treeitem', { selected: true }).click({ button: 'right' });
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  // Content that does not fit is scrolled to.
  await page.keyboard.press('End');
  await expect(items.last()).toBeFocused();
  await expect(items.last()).toBeInViewport({ ratio: 1 });
});

test('channels are moved, renamed and deleted by keyboard', async ({ page, owner }) => {
  const parent = await makeChannel(owner, fresh('Zebra'));
  const first = await makeChannel(owner, fresh('Yak'), parent.id);
  const second = await makeChannel(owner, fresh('Xerus'), parent.id);
  await new Conversation(page).open(second.path);
  const side = new Sidebar(page);
  await side.tree.focus();
  await page.keyboard.press('Alt+ArrowUp');
  const positions = async () => [
    await side.item(second.name).getAttribute('aria-posinset'),
    await side.item(first.name).getAttribute('aria-posinset'),
  ];
  await expect.poll(positions).toEqual(['1', '2']);
  await page.keyboard.press('F2');
  const name = fresh('Wombat');
  await side.rename(name);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Delete');
  await expect(side.item(name)).toBeHidden();
  await expect(page.getByText(words('workspace:remove.done', { name }))).toHaveCount(1);
  await expect(side.item(first.name)).toBeVisible();
});

test('keys act on the channel clicked last, and Tab returns to the open one @full', async ({
  page,
  owner,
}) => {
  const first = await makeChannel(owner, fresh('Heron'));
  const second = await makeChannel(owner, fresh('Ibis'));
  const third = await makeChannel(owner, fresh('Jay'));
  await new Conversation(page).open(first.path);
  const side = new Sidebar(page);
  await side.tree.focus();
  await page.keyboard.press('ArrowDown');
  await side.item(third.name).getByRole('link').click();
  await expect(page).toHaveURL(third.path);
  const chat = new Conversation(page);
  await expect(chat.composer).toBeFocused();
  await side.item(third.name).getByRole('link').click();
  await page.keyboard.press('Delete');
  await expect(side.item(third.name)).toBeHidden();
  await expect(side.item(second.name)).toBeVisible();

  await new Conversation(page).open(first.path);
  await side.item(second.name).getByRole('link').click();
  await expect(page).toHaveURL(second.path);
  await expect(chat.composer).toBeFocused();
  await page.goBack();
  await expect(side.item(first.name)).toHaveAttribute('aria-selected', 'true');
  await side.tree.focus();
  await page.keyboard.press('F2');
  const name = fresh('Kite');
  await side.rename(name);
  await expect(side.item(second.name)).toBeVisible();
});
