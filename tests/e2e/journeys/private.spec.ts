import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { openHome } from '../support/home.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const own = words('common:starter.personal');
const chosen = (page: Page, name: string, who: 'personal' | 'private' | 'team') =>
  page.getByRole('button', {
    name: words('home:app.choose', { name, audience: words(`home:app.${who}`) }),
    exact: true,
  });

test('a chat from Home is private, until its writer shares it and moves it to the team', async ({
  installation,
  owner,
  openWindow,
}) => {
  const lena = await makeColleague(installation, 'Lena Quiet');
  const omar = await makeColleague(installation, 'Omar Other');
  const [hers, his] = [
    await openWindow(stateOf(installation.url, lena.token)),
    await openWindow(stateOf(installation.url, omar.token)),
  ];
  await openHome(his, 'Omar Other');
  await openHome(hers, 'Lena Quiet');
  await expect(chosen(hers, own, 'personal')).toBeVisible();
  await expect(new Sidebar(hers).own(own)).toBeVisible();
  await expectAccessible(hers, 'Home');

  const chat = new Conversation(hers);
  await chat.send('How do I ask for parental leave?');
  await chat.expectAnswer('You said: How do I ask for parental leave?.');
  const channelId = new URL(hers.url()).pathname.split('/').at(-1) ?? '';
  // It gets its title a moment after the answer.
  const read = () => lena.api.trpc.channel.get.query({ channelId });
  await expect.poll(async () => (await read()).name).not.toBe('');
  const { appId, name } = await read();
  expect(await lena.api.trpc.app.get.query({ appId })).toMatchObject({ personal: true });
  const row = new Sidebar(hers).item(name);
  await expect(row).toBeVisible();

  // He finds it nowhere, and neither does the owner of the team.
  await expect(new Sidebar(his).own(own)).toHaveCount(1);
  await expect(new Sidebar(his).item(name)).toHaveCount(0);
  await his.goto(`/s/${appId}/c/${channelId}`);
  await expect(his.getByRole('heading', { name: words('chat:gone.title') })).toBeVisible();
  for (const { api } of [omar, owner]) {
    await expect(api.trpc.channel.get.query({ channelId })).rejects.toMatchObject({
      data: { key: 'notFound' },
    });
    await expect(api.trpc.app.get.query({ appId })).rejects.toMatchObject({ data: { key: 'notFound' } });
  }

  // As a whole it is not shared; a channel in it is.
  await new Sidebar(hers).item(own).click({ button: 'right' });
  await expect(hers.getByRole('menuitem', { name: words('workspace:menu.rename') })).toBeVisible();
  await expect(hers.getByRole('menuitem', { name: words('share:menu.share') })).toHaveCount(0);
  await expect(hers.getByRole('menuitem', { name: words('workspace:menu.remove') })).toHaveCount(0);
  await hers.keyboard.press('Escape');
  await row.click({ button: 'right' });
  await hers.getByRole('menuitem', { name: words('share:menu.share') }).click();
  const dialog = hers.getByRole('dialog', { name: words('share:title', { name }) });
  await dialog.getByRole('combobox', { name: words('share:invite.label') }).fill('Omar');
  await hers.getByRole('option', { name: 'Omar Other' }).click();
  await dialog.getByRole('button', { name: words('share:invite.send'), exact: true }).click();
  await expect(dialog.getByText('Omar Other')).toBeVisible();
  await hers.keyboard.press('Escape');
  await his.goto('/home?view=shared');
  await expect(his.getByRole('main').getByRole('link', { name })).toBeVisible();
  await his.goto(`/s/${appId}/c/${channelId}`);
  await new Conversation(his).expectAnswer('You said: How do I ask for parental leave?.');

  // In an app of the team everyone finds it.
  await new Sidebar(hers).choose(row, 'menu.moveTo');
  const places = hers.getByRole('dialog').getByRole('option');
  const place = places.filter({ hasText: new RegExp(`^${words('common:starter.app')}`) });
  await place.hover();
  const audience = words('workspace:move.audience', { app: words('common:starter.app') });
  await expect(hers.getByRole('status').filter({ hasText: audience })).toBeVisible();
  await place.click();
  await expect(hers.getByRole('dialog')).toBeHidden();
  await expect.poll(async () => (await read()).appId).toBe(owner.appId);
  expect(await owner.api.trpc.channel.get.query({ channelId })).toMatchObject({ name });
  const team = new Sidebar(his);
  await team.item(words('common:starter.app')).getByRole('link').click();
  await expect(his.getByRole('main').getByRole('link', { name })).toBeVisible();
});

test('another app is chosen beside the composer, and remembered @full', async ({
  installation,
  owner,
  openWindow,
}) => {
  const mia = await makeColleague(installation, 'Mia Chooser');
  const page = await openWindow(stateOf(installation.url, mia.token));
  await openHome(page, 'Mia Chooser');
  await chosen(page, own, 'personal').click();
  const chat = words('common:starter.app');
  const options = page.getByRole('menuitemradio');
  await expect(options.first()).toHaveText(`${own}${words('home:app.personal')}`);
  await expectAccessible(page, 'the choice of an app');
  await options.filter({ hasText: new RegExp(`^${chat}`) }).click();
  await expect(chosen(page, chat, 'team')).toBeVisible();
  await page.reload();
  await expect(chosen(page, chat, 'team')).toBeVisible();
  const conversation = new Conversation(page);
  await conversation.send('For everybody');
  await conversation.expectAnswer('You said: For everybody.');
  await expect(page).toHaveURL(new RegExp(`/s/${owner.appId}/c/`));
});

test('a new app asks who can see it', async ({ page, owner, openWindow, installation }) => {
  const colleague = await makeColleague(installation, 'Cara Colleague');
  await openHome(page);
  await new Sidebar(page).press(words('common:starter.space'), 'app.new');
  const dialog = page.getByRole('dialog', { name: words('workspace:app.new') });
  const who = dialog.getByRole('group', { name: words('workspace:app.who.label') });
  await expect(who.getByRole('radio', { name: words('workspace:app.who.team') })).toBeChecked();
  await who.getByText(words('workspace:app.who.private')).click();
  await dialog.getByRole('textbox').fill('Closed circle');
  await expectAccessible(page, 'the dialog for a new app');
  // The two buttons are side by side.
  const [cancel, create] = await Promise.all(
    ['common:action.cancel', 'workspace:create'].map((key) =>
      dialog.getByRole('button', { name: words(key), exact: true }).boundingBox(),
    ),
  );
  expect(create?.y).toBe(cancel?.y);
  await dialog.getByRole('button', { name: words('workspace:create'), exact: true }).click();
  const spoken = words('workspace:tree.privateLabel', { name: 'Closed circle' });
  await expect(new Sidebar(page).tree.getByRole('treeitem', { name: spoken, exact: true })).toBeVisible();
  const made = (await owner.api.trpc.app.list.query()).find(({ name }) => name === 'Closed circle');
  expect(made).toMatchObject({ visibility: 'private', personal: false });
  const theirs = await openWindow(stateOf(installation.url, colleague.token));
  await openHome(theirs, 'Cara Colleague');
  await expect(new Sidebar(theirs).item(words('common:starter.app'))).toBeVisible();
  await expect(new Sidebar(theirs).item('Closed circle')).toHaveCount(0);
  await owner.api.trpc.app.remove.mutate({ appId: made?.id ?? '' });
});
