import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { removeAfterTest } from '../support/cleanup.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, makeChannel, type Owner, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

/** Its own names for each test, since a worker's tests share one tree. */
let count = 0;
const fresh = (name: string) => `${name} ${test.info().workerIndex}.${++count}`;

const level = (key: string) => words(`share:level.${key}`);
const levelButton = (within: Locator, name: string, key: string) =>
  within.getByRole('button', { name: words('share:person.label', { name, level: level(key) }) });
const dialogOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name: words('share:title', { name }) });

/** A private channel of the owner's. */
async function makePrivate(owner: Owner, name: string) {
  const channel = await makeChannel(owner, fresh(name));
  await owner.api.trpc.channel.setVisibility.mutate({ channelId: channel.id, visibility: 'private' });
  return channel;
}

test('a channel is shared, changed and unshared by keyboard alone', async ({ page, owner, installation }) => {
  const name = fresh('Kim Keys');
  const kim = await makeColleague(installation, name);
  const channel = await makePrivate(owner, 'Secret');
  await new Conversation(page).open(channel.path);
  const open = page.getByRole('button', { name: words('share:open'), exact: true });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, channel.name);
  const field = dialog.getByRole('combobox', { name: words('share:invite.label') });
  await expect(field).toBeFocused();
  await expectAccessible(page, 'the dialog');

  await page.keyboard.type(name.slice(0, 6));
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(name)).toBeVisible();
  const shared = page.waitForResponse(/grant\.share/);
  await page.keyboard.press('Enter');
  await shared;
  await expect(levelButton(dialog, name, 'edit')).toBeVisible();
  expect(await kim.api.trpc.channel.get.query({ channelId: channel.id })).toMatchObject({ level: 'edit' });

  await levelButton(dialog, name, 'edit').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await expectAccessible(page, 'the menu');
  await page.keyboard.press('Home');
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  const changed = page.waitForResponse(/grant\.set/);
  await page.keyboard.press('Enter');
  await changed;
  await expect(levelButton(dialog, name, 'view')).toBeFocused();

  await page.keyboard.press('Enter');
  // A menu takes the focus a moment after it is seen; a key before that is lost.
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: words('share:person.remove') })).toBeFocused();
  const removed = page.waitForResponse(/grant\.remove/);
  await page.keyboard.press('Enter');
  await removed;
  await expect(dialog.getByText(name)).toHaveCount(0);
  await expect(kim.api.trpc.channel.get.query({ channelId: channel.id })).rejects.toThrow();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test('a viewer finds no composer, and loses the open tab with the grant', async ({
  owner,
  openWindow,
  installation,
}) => {
  const vic = await makeColleague(installation, fresh('Vic Viewer'));
  const channel = await makePrivate(owner, 'Looked at');
  const grant = { channelId: channel.id, userId: vic.id };
  await owner.api.trpc.grant.set.mutate({ ...grant, permission: 'view' });
  const page = await openWindow(stateOf(installation.url, vic.token));
  await page.goto(channel.path);
  await expect(page.getByText(words('chat:empty.onlyRead'))).toBeVisible();
  await expect(page.locator('textarea[data-composer]')).toHaveCount(0);
  await page.getByRole('button', { name: words('share:look') }).click();
  const dialog = page.getByRole('dialog', { name: words('share:titleLook', { name: channel.name }) });
  await expect(dialog.getByText(words('share:lookOnly'))).toBeVisible();
  await expect(dialog.getByRole('combobox')).toHaveCount(0);
  await expectAccessible(page, 'the dialog of a viewer');
  await page.keyboard.press('Escape');

  // More comes and goes without a reload.
  await owner.api.trpc.grant.set.mutate({ ...grant, permission: 'edit' });
  await expect(page.locator('textarea[data-composer]')).toBeEditable();
  const lost = Date.now();
  await owner.api.trpc.grant.remove.mutate(grant);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('textarea[data-composer]')).toHaveCount(0);
  await expect(new Sidebar(page).item(channel.name)).toHaveCount(0);
  expect(Date.now() - lost).toBeLessThan(5_000);
});

test('an unknown address is invited as a guest, and the invitation withdrawn', async ({ page, owner }) => {
  const channel = await makePrivate(owner, 'For guests');
  await new Conversation(page).open(channel.path);
  await new Sidebar(page).item(channel.name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: words('share:menu.share') }).click();
  const dialog = dialogOf(page, channel.name);
  const email = `guest${Date.now()}@example.test`;
  await dialog.getByRole('combobox').fill(email);
  await page.getByRole('option', { name: words('share:invite.asGuest', { email }) }).click();
  await expect(dialog.getByText(words('share:invite.willInvite_one', { count: 1 }))).toBeVisible();
  await dialog.getByRole('button', { name: words('share:invite.send'), exact: true }).click();
  const pending = dialog.getByRole('region', { name: words('share:pending.title') });
  await expect(pending.getByText(email)).toBeVisible();
  await pending.getByRole('button', { name: words('share:pending.withdraw', { email }) }).click();
  await expect(pending).toHaveCount(0);
});

test('a channel is closed to the team, and found by the people it is shared with @full', async ({
  page,
  owner,
  openWindow,
  installation,
}) => {
  const sam = await makeColleague(installation, fresh('Sam Shared'));
  const channel = await makeChannel(owner, fresh('Closing'));
  // High enough for the whole tree, since only visible rows are rendered.
  const viewport = { width: 1280, height: 6000 };
  const theirs = await openWindow(stateOf(installation.url, sam.token), { viewport });
  await theirs.goto('/home?view=shared');
  await expect(theirs.getByText(words('share:shared.none'))).toBeVisible();
  await new Sidebar(theirs).unfold(words('common:starter.app'));
  await expect(new Sidebar(theirs).item(channel.name)).toBeVisible();
  await expectAccessible(theirs, 'nothing shared');

  await new Conversation(page).open(channel.path);
  await page.getByRole('button', { name: words('share:open'), exact: true }).click();
  const dialog = dialogOf(page, channel.name);
  await dialog.getByRole('button', { name: /^Who can see it/ }).click();
  await page.getByRole('menuitemradio', { name: words('share:who.private') }).click();
  await expect(new Sidebar(theirs).item(channel.name)).toHaveCount(0);

  await owner.api.trpc.grant.set.mutate({ channelId: channel.id, userId: sam.id, permission: 'comment' });
  const line = theirs.getByRole('main').getByRole('link', { name: channel.name });
  await expect(line).toContainText(level('comment'));
  await expectAccessible(theirs, 'what is shared');
  await line.click();
  await expect(theirs).toHaveURL(new RegExp(channel.id));
});

test('an app goes to the bin, and is restored @full', async ({ page, owner }) => {
  const name = fresh('Short-lived');
  const app = await owner.api.trpc.app.create.mutate({ name, type: 'chat' });
  removeAfterTest(() => owner.api.trpc.app.remove.mutate({ appId: app.id }));
  await owner.api.trpc.channel.create.mutate({ appId: app.id, name: fresh('In it') });
  await page.goto(`/s/${app.id}/setting`);
  await page.getByRole('button', { name: words('workspace:danger.do') }).click();
  const dialog = page.getByRole('dialog', { name: words('workspace:removeApp.title', { name }) });
  await expect(dialog.getByText(words('workspace:removeApp.words_one', { count: 1 }))).toBeVisible();
  await expectAccessible(page, 'the question');
  await dialog.getByRole('button', { name: words('workspace:removeApp.do'), exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  const side = new Sidebar(page);
  await expect(side.item(name)).toHaveCount(0);

  // A long tree renders only rows near the view.
  await side.tree.focus();
  await page.keyboard.press('Home');
  await side.choose('General', 'menu.bin');
  await expect(page).toHaveURL('/home?view=bin');
  const bin = page.getByRole('main');
  const restore = bin.getByRole('button', { name: words('common:bin.restoreOf', { name }) });
  await restore.click();
  await expect(restore).toBeHidden();
  await side.tree.focus();
  await page.keyboard.press('End');
  await expect(side.item(name)).toBeVisible();
});
