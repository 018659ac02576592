import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation, slowly } from '../support/conversation.ts';
import { expect, makeChannel, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

/** A call may travel in a batch, behind others. */
const answered = (page: Page, call: string) =>
  page.waitForResponse((response) => response.url().includes(call) && response.ok());
const ask = 'aria-activedescendant';

test('two people and an assistant in one channel', async ({ page, installation, owner, openWindow }) => {
  const room = await makeChannel(owner, 'Launch plans');
  await owner.api.trpc.channel.update.mutate({ channelId: room.id, answering: 'mentioned' });
  const bo = await makeColleague(installation, 'Bo Colleague');
  const hers = await openWindow(stateOf(installation.url, bo.token));
  const mine = await new Conversation(page).open(room.path);
  const theirs = await new Conversation(hers).open(room.path);

  // Each sees that the other is here.
  await expect(
    page.getByRole('img', { name: words('chat:people.here', { names: 'Bo Colleague' }) }),
  ).toBeVisible();
  await expect(
    hers.getByRole('img', { name: words('chat:people.here', { names: owner.name }) }),
  ).toBeVisible();
  await expect(page.getByText(words('chat:composer.whenMentioned', { name: 'Assistant' }))).toBeVisible();

  // Writing shows, and ends with the message; nobody answers it.
  const writing = page.getByText(words('chat:typing.one', { name: 'Bo Colleague' }));
  await theirs.composer.pressSequentially('Morning, all');
  await expect(writing).toBeVisible();
  await theirs.composer.press('Enter');
  await expect(mine.lastQuestion).toContainText('Morning, all');
  await expect(writing).toBeHidden();
  // Successive messages of one person are grouped.
  await theirs.send('Anyone here?');
  await expect(mine.lastQuestion).toContainText('Anyone here?');
  const [above, below] = await Promise.all(
    [mine.questions.nth(-2), mine.lastQuestion].map((each) => each.boundingBox()),
  );
  expect((below?.y ?? 0) - (above?.y ?? 0)).toBeLessThan(90);
  expect(below?.height).toBeLessThan(56);
  await expect(mine.answers).toHaveCount(0);

  // Mentioning the assistant starts its answer, and both see it stream; people keep talking meanwhile.
  await mine.composer.pressSequentially('@ass');
  const list = page.getByRole('listbox', { name: words('chat:mention.label') });
  await expect(list.getByRole('option', { name: /Assistant/ })).toHaveAttribute('aria-selected', 'true');
  await expect(mine.composer).toHaveAttribute(ask, /-0$/);
  await mine.composer.press('Enter');
  await expect(mine.composer).toHaveValue('@Assistant ');
  await mine.composer.pressSequentially(`count ${slowly(150)}`);
  await mine.composer.press('Enter');
  const growing = (chat: Conversation) => expect(chat.answers.last()).toContainText(/token\d/);
  await Promise.all([growing(mine), growing(theirs)]);
  await theirs.send('While it counts');
  await expect(mine.lastQuestion).toContainText('While it counts');
  await expect(mine.answers.last()).toHaveAttribute('aria-busy', 'true');

  // The second person stops what the first asked for.
  await theirs.stopButton.click();
  for (const chat of [mine, theirs]) await expect(chat.answers.last()).toHaveAttribute('aria-busy', 'false');
  await expect(mine.answers.last()).toContainText(words('chat:end.stopped'));

  // A reaction is seen by the other, who joins it by a press.
  await theirs.lastQuestion.hover();
  await mine.lastQuestion.hover();
  await mine.button('reaction.add', mine.lastQuestion).click();
  await page.getByRole('dialog').getByRole('button', { name: '🎉' }).click();
  const chip = theirs.lastQuestion.getByRole('button', {
    name: words('chat:reaction.by', { emoji: '🎉', count: 1, names: owner.name }),
  });
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await chip.click();
  await expect(mine.lastQuestion.getByRole('button', { name: /🎉 2, by .*Bo Colleague/ })).toHaveText('🎉2');
  await expectAccessible(page, 'a room');

  // A message with replies by others cannot be rewritten: a fork replaces the pencil.
  const first = mine.questions.filter({ hasText: '@Assistant count' });
  await first.hover();
  await expect(mine.button('message.edit', first)).toHaveCount(0);
  await mine.button('message.fork', first).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launch plans (fork)');
  await expect(mine.questions).toHaveCount(3);
  await expect(mine.answers).toHaveCount(0);
});

test('mentioning a colleague by keyboard; Esc closes the names and nothing else @full', async ({
  page,
  installation,
  openWindow,
  freshChannel,
}) => {
  const cleo = await makeColleague(installation, 'Cleo Mentioned');
  const hers = await openWindow(stateOf(installation.url, cleo.token));
  const mine = await new Conversation(page).open(freshChannel.path);
  await mine.send(`Count ${slowly(400)}`);
  await mine.expectGrowing(/token\d/);
  await mine.composer.pressSequentially('Ask @cle');
  const option = page.getByRole('option', { name: /Cleo Mentioned/ });
  await expect(option).toBeVisible();
  await mine.composer.press('Escape');
  await expect(option).toBeHidden();
  await expect(mine.lastAnswer).toHaveAttribute('aria-busy', 'true');
  await mine.composer.pressSequentially('o M');
  await mine.composer.fill('@cleo');
  await mine.composer.press('End');
  await expect(option).toBeVisible();
  await mine.composer.press('Tab');
  await expect(mine.composer).toHaveValue('@Cleo Mentioned ');
  await mine.composer.press('Escape');
  await expect(mine.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await mine.composer.press('Enter');
  const theirs = await new Conversation(hers).open(freshChannel.path);
  await expect(theirs.lastQuestion.locator('span[data-me]')).toHaveText('@Cleo Mentioned');
});

test('pins, the archive, unread and export', async ({ page, owner }) => {
  // Its own app, so that its end is in view.
  const app = await owner.api.trpc.app.create.mutate({ name: 'Keeping', type: 'chat' });
  const room = await makeChannel({ ...owner, appId: app.id }, 'Kept room');
  await owner.api.trpc.channel.update.mutate({ channelId: room.id, answering: 'mentioned' });
  const chat = await new Conversation(page).open(room.path);
  for (const text of ['First', 'Second']) {
    await chat.send(text);
    await expect(chat.lastQuestion).toContainText(text);
  }
  const menu = page.getByRole('button', { name: words('workspace:channel.menu') });
  const item = (key: string) => page.getByRole('menuitem', { name: words(`workspace:${key}`), exact: true });

  await menu.click();
  await Promise.all([answered(page, 'channel.pin'), item('menu.pin').click()]);
  const pinned = page.getByRole('navigation', { name: words('workspace:pinned.label') });
  await expect(pinned.getByRole('link', { name: 'Kept room' })).toBeVisible();

  await chat.questions.first().hover();
  await chat.button('message.actions', chat.questions.first()).click();
  await Promise.all([
    answered(page, 'channel.markUnread'),
    page.getByRole('menuitem', { name: words('chat:message.markUnread') }).click(),
  ]);
  await expect(page.getByText(words('chat:list.unread'), { exact: true })).toBeVisible();

  await menu.click();
  const [download] = await Promise.all([page.waitForEvent('download'), item('menu.exportMarkdown').click()]);
  expect(download.suggestedFilename()).toBe('Kept room.md');

  await menu.click();
  await Promise.all([answered(page, 'channel.archive'), item('menu.archive').click()]);
  await expect(chat.composer).toBeHidden();
  await expect(page.getByText(/Archived on/)).toBeVisible();
  const tree = page.getByRole('tree');
  await expect(tree.getByRole('treeitem', { name: 'Kept room' })).toBeHidden();
  await tree.getByRole('treeitem', { name: /Archived \(\d+\)/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Kept room' })).toBeVisible();
  await expectAccessible(page, 'the archive');
  await Promise.all([
    answered(page, 'channel.unarchive'),
    dialog.getByRole('listitem').filter({ hasText: 'Kept room' }).getByRole('button').click(),
  ]);
  await page.keyboard.press('Escape');
  await expect(chat.composer).toBeEditable();
});

test('a discussion is created from the tree and named immediately @full', async ({ page, owner }) => {
  const chat = await new Conversation(page).open((await makeChannel(owner)).path);
  await page.getByRole('treeitem', { name: 'Chat', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: words('workspace:channel.newDiscussion') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Team talk');
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team talk');
  await expect(page.getByText(words('chat:empty.words'))).toBeVisible();
  await chat.send('Only people here');
  await expect(chat.lastQuestion).toContainText('Only people here');
  await expect(chat.answers).toHaveCount(0);
});
