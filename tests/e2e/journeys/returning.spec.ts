import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const LINES = 40;

test('a channel can be left, revisited and left again, wherever it was scrolled @full', async ({
  page,
  owner,
}) => {
  const room = await makeChannel(owner, 'Long talk');
  await owner.api.trpc.channel.update.mutate({ channelId: room.id, answering: 'mentioned' });
  for (let n = 1; n <= LINES; n += 1)
    await owner.api.trpc.message.send.mutate({ channelId: room.id, text: `line ${n}` });
  const talk = await new Conversation(page).open(room.path);
  await expect(talk.lastQuestion).toContainText(`line ${LINES}`);
  const home = page.getByRole('link', { name: words('common:nav.home'), exact: true });
  const list = page.getByRole('region', { name: words('chat:list.label') });
  await list.hover();
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole('button', { name: words('chat:list.jump') })).toBeVisible();
  for (let round = 0; round < 2; round += 1) {
    await home.click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goBack();
    await expect(list).toBeVisible();
    // At the earlier position, not at the end.
    await expect(page.getByRole('button', { name: words('chat:list.jump') })).toBeVisible();
  }
});

test('new messages since the last visit begin at the line, and a notification leads to its message', async ({
  page,
  installation,
  owner,
}) => {
  const room = await makeChannel(owner, 'Busy room');
  await owner.api.trpc.channel.update.mutate({ channelId: room.id, answering: 'mentioned' });
  const bo = await makeColleague(installation, 'Bo Busy');
  const says = (text: string, mentions: { type: 'user'; userId: number }[] = []) =>
    bo.api.trpc.message.send.mutate({ channelId: room.id, text, mentions });
  for (let n = 1; n <= LINES; n += 1) await says(`old ${n}`);
  const talk = await new Conversation(page).open(room.path);
  await expect(talk.lastQuestion).toContainText(`old ${LINES}`);
  const home = page.getByRole('link', { name: words('common:nav.home'), exact: true });

  await home.click();
  await expect(page).toHaveURL(/\/home$/);
  for (let n = 1; n <= 12; n += 1) await says(`news ${n}`);
  const unread = words('workspace:tree.unreadLabel', { name: 'Busy room' });
  await expect(page.getByRole('treeitem', { name: unread })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(words('chat:list.unread'), { exact: true })).toBeInViewport();
  await expect(page.getByText('news 1', { exact: true })).toBeInViewport();

  await home.click();
  await expect(page).toHaveURL(/\/home$/);
  await says(`@${owner.name} look at this`, [{ type: 'user', userId: owner.id }]);
  await page
    .getByRole('button', { name: words('notice:bell.unread_one', { shown: 1 }), exact: true })
    .click();
  await page
    .getByRole('dialog', { name: words('notice:title') })
    .getByRole('link', { name: /Bo Busy mentioned you in Busy room/ })
    .click();
  await expect(page.getByText('look at this').last()).toBeInViewport();
  await expect(page.getByText(words('search:jump.gone'))).toBeHidden();
});
