import { expectAccessible } from '../support/axe.ts';
import { makeDocument, makeNoteApp } from '../support/document.ts';
import { openHome } from '../support/home.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const eraseOf = (name: string) => words('common:bin.eraseOf', { name });
const MORE_THAN_A_PAGE = 51;
const restoreOf = (name: string) => words('common:bin.restoreOf', { name });

test('deleted things of all apps are in one list, filtered by app and restored', async ({ page, owner }) => {
  const { trpc } = owner.api;
  const channel = await makeChannel(owner, 'Thrown chat');
  const notes = await makeNoteApp(owner.api, 'Paper');
  const { id: documentId } = await makeDocument(owner.api, notes, 'Thrown page');
  const app = await trpc.app.create.mutate({ name: 'Thrown app', type: 'chat' });
  for (const channelId of [channel.id, documentId]) await trpc.channel.remove.mutate({ channelId });
  await trpc.app.remove.mutate({ appId: app.id });

  await openHome(page);
  await page
    .getByRole('navigation', { name: words('common:sidebar.label') })
    .getByRole('link', { name: words('common:nav.bin') })
    .click();
  const main = page.getByRole('main');
  const row = (name: string) => main.getByRole('listitem').filter({ hasText: name });
  await expect(row('Thrown page')).toContainText('Paper');
  await expect(row('Thrown chat')).toBeVisible();
  await expect(row('Thrown app')).toContainText(words('workspace:bin.app'));
  await expectAccessible(page, 'the bin');

  await main.getByRole('combobox', { name: words('workspace:bin.ofApp') }).selectOption({ label: 'Paper' });
  await expect(row('Thrown chat')).toHaveCount(0);
  await main.getByRole('button', { name: restoreOf('Thrown page') }).click();
  await expect(main.getByText(words('workspace:bin.noChannels'))).toBeVisible();
  await page.goto('/home?view=bin');
  await main.getByRole('button', { name: restoreOf('Thrown app') }).click();
  await expect(new Sidebar(page).item('Thrown app')).toBeVisible();
  await expect(row('Thrown app')).toHaveCount(0);

  // Deleted while one looks; and the settings of an app lead here.
  await trpc.channel.remove.mutate({ channelId: documentId });
  await expect(row('Thrown page')).toBeVisible();
  // For good, after a question.
  await main
    .getByRole('button', { name: eraseOf('Thrown chat') })
    .first()
    .click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(words('common:bin.eraseWords'));
  await expectAccessible(page, 'the question');
  await question.getByRole('button', { name: words('common:bin.erase'), exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(row('Thrown chat')).toHaveCount(0);
  await expect(trpc.channel.restore.mutate({ channelId: channel.id })).rejects.toMatchObject({
    data: { key: 'notFound' },
  });
  await page.goto(`/note/${notes}/setting`);
  await page.getByRole('link', { name: words('workspace:bin.open') }).click();
  await expect(row('Thrown page')).toBeVisible();
  await expect(row('Thrown chat')).toHaveCount(0);
  await expect(main.getByRole('combobox', { name: words('workspace:bin.ofApp') })).toHaveValue(notes);
  await trpc.app.remove.mutate({ appId: app.id });
});

test('a failed page is reported, and loaded on retry @full', async ({ page, owner, problems }) => {
  problems.expect(/status of 503/);
  const { trpc } = owner.api;
  const notes = await makeNoteApp(owner.api, 'Much paper');
  for (let count = 0; count < MORE_THAN_A_PAGE; count += 1) {
    const { id: channelId } = await makeDocument(owner.api, notes, `Sheet ${count}`);
    await trpc.channel.remove.mutate({ channelId });
  }
  await page.goto(`/home?view=bin&app=${notes}`);
  const main = page.getByRole('main');
  const more = main.getByRole('button', { name: words('workspace:bin.more'), exact: true });
  const rows = main.getByRole('listitem').filter({ hasText: 'Sheet' });
  await expect(more).toBeVisible();
  const shown = await rows.count();
  const next = /home\.bin.*cursor/u;
  await page.route(next, (route) => route.fulfill({ status: 503, body: '' }));
  await more.click();
  await expect(main.getByRole('alert')).toBeVisible();
  await expect(rows).toHaveCount(shown);
  await page.unroute(next);
  await more.click();
  await expect(rows).toHaveCount(MORE_THAN_A_PAGE);
  await expect(main.getByRole('alert')).toHaveCount(0);
});
