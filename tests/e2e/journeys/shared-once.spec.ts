import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { openHome } from '../support/home.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const heading = words('workspace:tree.shared');

test('a shared channel appears once in the sidebar, and its heading opens the list', async ({
  installation,
  owner,
  openWindow,
}) => {
  const app = await owner.api.trpc.app.create.mutate({ name: 'Closed', type: 'chat', visibility: 'private' });
  const made = await owner.api.trpc.channel.create.mutate({ appId: app.id, name: 'Let in' });
  const nora = await makeColleague(installation, 'Nora Newcomer');
  const page = await openWindow(stateOf(installation.url, nora.token));
  await openHome(page, 'Nora Newcomer');
  const side = new Sidebar(page);
  const sidebar = page.getByRole('navigation', { name: words('common:sidebar.label') });
  const link = sidebar.getByRole('link', { name: heading, exact: true });
  // None of it is in the tree: a separate line links to the list.
  await expect(link).toHaveCount(1);
  await expect(side.item(heading)).toHaveCount(0);

  await owner.api.trpc.grant.share.mutate({
    channelId: made.id,
    users: [{ userId: nora.id, permission: 'edit' }],
  });
  const row = side.item(heading);
  await expect(row).toHaveCount(1);
  await expect(sidebar.getByText(heading, { exact: true })).toHaveCount(1);
  await expect(side.item('Let in')).toBeVisible();

  await row.getByText(heading).click();
  await expect(page).toHaveURL('/home?view=shared');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('main').getByRole('link', { name: /^Let in/ })).toBeVisible();
  await expectAccessible(page, 'what is shared');

  // By keyboard too; another key collapses it.
  await page.goto('/home');
  await expect(row).toBeVisible();
  await side.tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home?view=shared');
  await owner.api.trpc.app.remove.mutate({ appId: app.id });
  await expect(link).toHaveCount(1);
});

test('a private chat that is shared is marked so in tree and lists @full', async ({
  installation,
  owner,
  openWindow,
}) => {
  const vera = await makeColleague(installation, 'Vera Writer');
  const own = (await vera.api.trpc.app.list.query()).find(({ personal }) => personal)?.id ?? '';
  const chat = await vera.api.trpc.channel.create.mutate({ appId: own, name: 'Half open' });
  const other = await makeColleague(installation, 'Otto Other');
  const page = await openWindow(stateOf(installation.url, vera.token));
  await openHome(page, 'Vera Writer');
  const side = new Sidebar(page);
  await expect(side.tree.getByRole('treeitem', { name: 'Half open', exact: true })).toBeVisible();
  const share = (...userIds: number[]) =>
    vera.api.trpc.grant.share.mutate({
      channelId: chat.id,
      users: userIds.map((userId) => ({ userId, permission: 'view' as const })),
    });
  await share(other.id);
  const one = words('workspace:tree.sharedWithLabel_one', { name: 'Half open', count: 1 });
  await expect(side.tree.getByRole('treeitem', { name: one, exact: true })).toBeVisible();
  await share(owner.id);
  const two = words('workspace:tree.sharedWithLabel_other', { name: 'Half open', count: 2 });
  await expect(side.tree.getByRole('treeitem', { name: two, exact: true })).toBeVisible();
  const said = words('workspace:tree.sharedWith_other', { count: 2 });
  const inMain = page.getByRole('main').getByRole('link', { name: new RegExp(`^Half open ?${said}`) });
  await page.reload();
  await expect(inMain).toBeVisible();
  await expectAccessible(page, 'Home with a shared chat');
  await page.goto(`/s/${own}`);
  await expect(inMain).toBeVisible();
  for (const { id } of [other, owner])
    await vera.api.trpc.grant.remove.mutate({ channelId: chat.id, userId: id });
  await expect(side.tree.getByRole('treeitem', { name: 'Half open', exact: true })).toBeVisible();
});
