import { makeMessage } from '@tandem/db/testing/factories/index';
import { atDepth } from '../../running/depth.ts';
import { Conversation, slowly } from '../support/conversation.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('a question is answered word by word', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(`Count. ${slowly(40)}`);
  await chat.expectGrowing('token3');
  await chat.expectAnswer('token40');
  await expect(chat.lastQuestion).toContainText('Count.');
  // Announced to screen readers once it is complete.
  await expect(page.getByRole('status').filter({ hasText: /answered: token1 token2/ })).toHaveCount(1);
});

test('reasoning and tool calls appear as they happen, and expand', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(
    '[[reasoning I had better use a tool.]][[tool calculator {"expression":"6 * 7"}]] What is it?',
  );
  await chat.expectAnswer('42');
  const thought = chat.lastAnswer
    .getByRole('button', { name: words('chat:reasoning.seconds', { seconds: 1 }) })
    .first();
  await thought.click();
  await expect(chat.lastAnswer).toContainText('I had better use a tool.');
  const tool = chat.lastAnswer.getByRole('button', { name: words('chat:tool.calculator') });
  await tool.click();
  await expect(chat.lastAnswer).toContainText('6 * 7');
  await expect(tool).toHaveAttribute('aria-expanded', 'true');
});

test('a reload in mid-answer resumes where it was', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(`Count. ${slowly(60)}`);
  await chat.expectGrowing('token5');
  await page.reload();
  await chat.expectGrowing('token10');
  await chat.expectAnswer('token60');
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.lastAnswer).toContainText(/token1 token2 token3 .*token59 token60/);
});

test('a second browser watches the same answer grow @full', async ({ page, openWindow, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  const other = await new Conversation(await openWindow()).open(freshChannel.path);
  await chat.send(`Count. ${slowly(60)}`);
  await other.expectGrowing('token8');
  await expect(other.lastQuestion).toContainText('Count.');
  await Promise.all([chat.expectAnswer('token60'), other.expectAnswer('token60')]);
  expect(await other.lastAnswer.locator('p').allInnerTexts()).toEqual(
    await chat.lastAnswer.locator('p').allInnerTexts(),
  );
});

test('a viewer who arrives in mid-word sees the whole answer @full', async ({
  page,
  openWindow,
  freshChannel,
}) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(`Count. ${slowly(150)}`);
  await chat.expectGrowing('token20');
  const late = await new Conversation(await openWindow()).open(freshChannel.path);
  await late.expectGrowing(/token1 token2 .*token[2-9]\d/);
  await late.expectAnswer(/token1 token2 token3 .*token150/);
});

for (const way of atDepth(['the button'] as const, ['Esc', 'the button'] as const))
  test(`${way} stops an answer, which keeps its text so far`, async ({ page, freshChannel }) => {
    const chat = await new Conversation(page).open(freshChannel.path);
    await chat.send(`Count. ${slowly(400)}`);
    await chat.expectGrowing('token5');
    if (way === 'Esc') await chat.composer.press('Escape');
    else await chat.stopButton.click();
    await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
    await expect(chat.lastAnswer).toContainText(words('chat:end.stopped'));
    await expect(chat.lastAnswer).toContainText('token5');
    await expect(chat.lastAnswer).not.toContainText('token400');
    await expect(chat.stopButton).toBeHidden();
    await chat.send('Go on?');
    await chat.expectAnswer('You said: Go on?');
  });

test('stopping in another tab stops it here @full', async ({ page, openWindow, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  const other = await new Conversation(await openWindow()).open(freshChannel.path);
  await chat.send(`Count. ${slowly(400)}`);
  await other.expectGrowing('token3');
  await other.stopButton.click();
  await expect(chat.lastAnswer).toContainText(words('chat:end.stopped'));
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
});

test('an edited message starts a sibling, and the reader can go back', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send('First words');
  await chat.expectAnswer('You said: First words.');
  await chat.lastQuestion.hover();
  await chat.button('message.edit', chat.lastQuestion).click();
  const field = page.getByRole('textbox', { name: words('chat:edit.label') });
  await expect(field).toHaveValue('First words');
  await field.fill('Second words');
  await field.press('Enter');
  await chat.expectAnswer('You said: Second words.');
  await expect(chat.answers).toHaveCount(1);

  const siblings = chat.lastQuestion.getByRole('group', { name: words('chat:siblings.label') });
  await expect(siblings).toContainText('2/2');
  await siblings.getByRole('button', { name: words('chat:siblings.previous') }).click();
  await expect(chat.lastQuestion).toContainText('First words');
  await chat.expectAnswer('You said: First words.');
  await expect(siblings).toContainText('1/2');
  await page.reload();
  await chat.expectAnswer('You said: First words.');
});

test('a long message that is edited can be sent and left without scrolling', async ({
  page,
  freshChannel,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const chat = await new Conversation(page).open(freshChannel.path);
  const lines = Array.from({ length: 80 }, (_, n) => `Line ${n}`).join('\n');
  await chat.composer.fill(`[[say Read.]]\n${lines}`);
  await chat.composer.press('Enter');
  await expect(chat.lastAnswer).toContainText('Read.');
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await chat.lastQuestion.hover();
  await chat.button('message.edit', chat.lastQuestion).click();
  for (const name of [words('chat:edit.send'), words('chat:cancel')])
    await expect(page.locator('form').getByRole('button', { name, exact: true }).first()).toBeInViewport();
  await page
    .locator('form')
    .getByRole('button', { name: words('chat:cancel'), exact: true })
    .click();
  await expect(page.getByRole('textbox', { name: words('chat:edit.label') })).toBeHidden();
});

test('Up in an empty composer edits the last message, Esc cancels @full', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send('What I said');
  await chat.expectAnswer('You said: What I said.');
  await chat.composer.press('ArrowUp');
  const field = page.getByRole('textbox', { name: words('chat:edit.label') });
  await expect(field).toBeFocused();
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(chat.composer).toBeFocused();
});

test('a regenerated answer is a sibling of the first', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send('Say it');
  await chat.expectAnswer('You said: Say it.');
  const first = await chat.lastAnswer.getAttribute('data-message');
  await chat.lastAnswer.hover();
  await chat.button('message.regenerate', chat.lastAnswer).click();
  const siblings = chat.lastAnswer.getByRole('group', { name: words('chat:siblings.label') });
  await expect(siblings).toContainText('2/2');
  await chat.expectAnswer('You said: Say it.');
  expect(await chat.lastAnswer.getAttribute('data-message')).not.toBe(first);
  await siblings.getByRole('button', { name: words('chat:siblings.previous') }).click();
  await expect(siblings).toContainText('1/2');
  expect(await chat.lastAnswer.getAttribute('data-message')).toBe(first);
});

test('messages sent during an answer are queued, can be edited and withdrawn, and are answered in order', async ({
  page,
  freshChannel,
}) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(`Count. ${slowly(120, 40)}`);
  await chat.expectGrowing('token2');
  await chat.send('One');
  await chat.send('Two');
  await chat.send('Three');
  await expect(chat.queue.getByRole('listitem')).toHaveText([/One/, /Two/, /Three/]);
  const second = chat.queue.getByRole('listitem').nth(1);
  await second.hover();
  await chat.button('queue.edit', second).click();
  const field = page.getByRole('textbox', { name: words('chat:queue.edit') });
  await field.fill('Two, changed');
  await field.press('Enter');
  const third = chat.queue.getByRole('listitem').nth(2);
  await third.hover();
  await chat.button('queue.remove', third).click();
  await expect(chat.queue.getByRole('listitem')).toHaveText([/One/, /Two, changed/]);
  await expect(chat.answers).toHaveCount(3, { timeout: 20_000 });
  await chat.expectAnswer('You said: Two, changed.');
  await expect(chat.answers.nth(1)).toContainText('You said: One.');
  await expect(chat.queue).toBeHidden();
});

test('"stop and send now" steers @full', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(`Count. ${slowly(400)}`);
  await chat.expectGrowing('token3');
  await chat.send('Something else');
  await chat.button('queue.sendNow', chat.queue).click();
  await chat.expectAnswer('You said: Something else.');
  await expect(chat.answers.first()).toContainText(words('chat:end.stopped'));
});

test('a draft survives a reload, in its channel only @full', async ({ page, owner, freshChannel }) => {
  const other = await makeChannel(owner);
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.composer.fill('Half a thought');
  await page.reload();
  await expect(chat.composer).toHaveValue('Half a thought');
  await page.goto(other.path);
  await expect(chat.composer).toHaveValue('');
  await page.goto(freshChannel.path);
  await expect(chat.composer).toHaveValue('Half a thought');
});

test('a channel is titled after its first answer', async ({ page, owner }) => {
  await page.goto(`/s/${owner.appId}`);
  const chat = new Conversation(page);
  await chat.send('The tides of the Venetian lagoon');
  await chat.expectAnswer('You said');
  await expect(page).toHaveURL(/\/s\/[^/]+\/c\/[^/]+$/);
  await expect(page).not.toHaveTitle(new RegExp(words('workspace:channel.untitled')));
  await expect(page.getByRole('treeitem', { selected: true })).not.toHaveAccessibleName(
    words('workspace:channel.untitled'),
  );
});

test('older messages load while scrolling up without moving the view', async ({
  page,
  owner,
  installation,
  freshChannel,
}) => {
  const { db } = await installation.server.database();
  for (let count = 1; count <= 150; count++)
    await makeMessage(db, {
      channelId: freshChannel.id,
      ...(count % 2 === 1 && { authorId: owner.id }),
      text: `Message number ${count}.`,
    });
  const chat = await new Conversation(page).open(freshChannel.path);
  await expect(page.getByText('Message number 150.')).toBeVisible();
  const list = page.getByRole('region', { name: words('chat:list.label') });
  await list.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -4_000);
    await expect(page.getByText('Message number 1.', { exact: true })).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 15_000 });

  // Reading up there, a new answer does not pull the reader down.
  const channelId = freshChannel.id;
  await owner.api.post(`/api/channel/${channelId}/message`, { text: 'While you read' });
  await expect(chat.button('list.jump')).toBeVisible();
  await expect(page.getByText('Message number 1.', { exact: true })).toBeVisible();
  await chat.button('list.jump').click();
  await chat.expectAnswer('You said: While you read.');
});

test('Enter while a channel is loading sends once it is ready, in that channel only @full', async ({
  page,
  owner,
  freshChannel,
}) => {
  const other = await makeChannel(owner, `Elsewhere ${Date.now() % 1e5}`);
  const there = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.route(/message\.list/u, async (route) => {
    await (route.request().url().includes(other.id) ? late : there).promise;
    // After leaving, nobody waits for the response.
    await route.continue().catch(() => {});
  });
  await page.goto(freshChannel.path);
  const chat = new Conversation(page);
  await chat.composer.fill('Sent early');
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('Sent early');
  there.resolve();
  await expect(chat.composer).toHaveValue('');
  await chat.expectAnswer('You said: Sent early.');

  // Leaving meanwhile sends nothing of the draft.
  await page.goto(other.path);
  await chat.composer.fill('Not sent');
  await chat.composer.press('Enter');
  await page.getByRole('treeitem', { name: freshChannel.name }).getByRole('link').first().click();
  await expect(page).toHaveURL(freshChannel.path);
  await chat.expectAnswer('You said: Sent early.');
  await chat.composer.fill('Unfinished');
  late.resolve();
  await expect(chat.composer).toHaveValue('Unfinished');
  await expect(chat.answers).toHaveCount(1);
});
