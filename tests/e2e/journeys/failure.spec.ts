import { Conversation, slowly } from '../support/conversation.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('a provider that fails is said in place, the words are kept, and Retry works', async ({
  page,
  freshChannel,
}) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(`Are you there? [[flaky 9]] ${freshChannel.id}`);
  await expect(chat.lastAnswer).toContainText(words('error:provider.overloaded'));
  await expect(chat.lastQuestion).toContainText('Are you there?');
  await page.reload();
  await expect(chat.lastAnswer).toContainText(words('error:provider.overloaded'));
  await expect(chat.button('retry', chat.lastAnswer)).toBeEnabled();
});

for (const [directive, key] of [
  ['401', 'provider.unauthorised'],
  ['429', 'provider.rateLimited'],
  ['500', 'provider.serverError'],
  ['html 200', 'provider.notJson'],
  ['html', 'provider.serverError'],
  ['empty', 'provider.emptyAnswer'],
] as const)
  test(`an answer that fails by ${directive} says so`, async ({ page, freshChannel }) => {
    const chat = await new Conversation(page).open(freshChannel.path);
    await chat.send(`Hello [[${directive}]]`);
    await expect(chat.lastAnswer).toContainText(words(`error:${key}`), { timeout: 20_000 });
    await expect(page).toHaveURL(freshChannel.path);
    await expect(chat.button('retry', chat.lastAnswer)).toBeVisible();
    // What the provider was told with never reaches a reader.
    await expect(chat.lastAnswer).not.toContainText('sk-fake');
  });

test('an answer that breaks off keeps what came, and can be continued', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send('Count [[drop]]');
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(chat.lastAnswer).toContainText('token1');
  await chat.button('end.continue', chat.lastAnswer).click();
  await expect(chat.composer).toBeFocused();
});

test('an answer that stalls says that it still goes on, until it is stopped', async ({
  page,
  freshChannel,
}) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send('Count [[stall]]');
  await chat.expectGrowing('token5');
  await expect(chat.lastAnswer).toContainText(words('chat:message.stillWorking'));
  await chat.stopButton.click();
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(chat.lastAnswer).not.toContainText(words('chat:message.stillWorking'));
});

test('a provider that recovers answers after Retry', async ({ page, freshChannel, stage }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  stage.provider.requests.length = 0;
  await chat.send(`Once more [[flaky 4]] ${freshChannel.id}`);
  const retry = chat.button('retry', chat.lastAnswer);
  // How often the server tries by itself is its own business; at some press it gets through.
  await expect(async () => {
    if (await retry.isEnabled({ timeout: 200 })) await retry.click();
    await expect(chat.lastAnswer).toContainText('You said: Once more', { timeout: 1_500 });
  }).toPass({ timeout: 20_000 });
  await chat.expectAnswer('You said: Once more');
});

test('what was opened and written without a network comes by itself when there is one', async ({
  page,
  context,
  problems,
  owner,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const first = await makeChannel(owner, `Left behind ${Date.now() % 1e6}`);
  const second = await makeChannel(owner, `Opened offline ${Date.now() % 1e6}`);
  const chat = await new Conversation(page).open(second.path);
  await chat.send('Already there');
  await chat.expectAnswer('You said: Already there.');
  await chat.open(first.path);
  const inTree = (path: string) => page.getByRole('treeitem').locator(`a[href="${path}"]`);
  await expect(inTree(second.path)).toBeVisible();

  // A browser that says "offline" while the server answers is not believed: the machine has no network but loopback.
  const isBelieved = await page.evaluate(() => navigator.onLine);
  const away = page.getByText(words(isBelieved ? 'workspace:live.offline' : 'workspace:live.reconnecting'));
  await context.setOffline(true);
  await expect(away).toBeVisible();
  await chat.send('Sent without a network');
  await expect(page.getByText(words('chat:outbox.waiting'))).toBeVisible();
  await inTree(second.path).click();
  await expect(page.getByText(words('common:error.unreachable'))).toHaveCount(1);

  await context.setOffline(false);
  await expect(chat.questions).toHaveText([/Already there/]);
  await expect(page.getByText(words('common:error.unreachable'))).toHaveCount(0);
  await expect(away).toBeHidden();
  await inTree(first.path).click();
  await chat.expectAnswer('You said: Sent without a network.');
  await expect(chat.questions).toHaveCount(1);
});

test.describe('a server killed in mid-answer', () => {
  test.describe.configure({ timeout: 90_000 });

  test('comes back: the page recovers, the answer is interrupted and goes on when told', async ({
    page,
    stage,
    problems,
    freshChannel,
  }) => {
    problems.expect(/WebSocket|ERR_CONNECTION|Failed to fetch|Failed to load resource/);
    const chat = await new Conversation(page).open(freshChannel.path);
    await chat.send(`Count. ${slowly(200)}`);
    await chat.expectGrowing('token20');
    await stage.server.kill();
    await expect(page.getByText(words('workspace:live.reconnecting'))).toBeVisible();
    await chat.composer.fill('Written meanwhile');
    await stage.server.start();
    await expect(chat.lastAnswer).toContainText(words('chat:end.interrupted'), { timeout: 25_000 });
    await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
    await expect(chat.lastAnswer).toContainText('token5');
    await expect(page.getByText(words('workspace:live.reconnecting'))).toBeHidden();
    await expect(chat.composer).toHaveValue('Written meanwhile');
    await expect(chat.questions).toHaveCount(1);

    await chat.button('end.continue', chat.lastAnswer).click();
    // The fake repeats what it was told: that its answer was cut off.
    await chat.expectAnswer(/token5 .*You said/);
    await expect(chat.lastAnswer).not.toContainText(words('chat:end.interrupted'));
    await expect(chat.answers).toHaveCount(1);
  });

  test('takes a message that was sent while it was away, once', async ({
    page,
    stage,
    problems,
    freshChannel,
  }) => {
    problems.expect(/WebSocket|ERR_CONNECTION|Failed to fetch|Failed to load resource/);
    const chat = await new Conversation(page).open(freshChannel.path);
    await stage.server.kill();
    await chat.composer.fill('Sent into the void');
    await chat.composer.press('Enter');
    await expect(page.getByText('Sent into the void', { exact: true })).toHaveCount(1);
    await stage.server.start();
    // It goes on its way again by itself, once the page has found the server.
    await expect(chat.lastAnswer).toBeVisible({ timeout: 40_000 });
    await chat.expectAnswer('You said: Sent into the void.');
    await expect(chat.questions).toHaveCount(1);
    await expect(chat.answers).toHaveCount(1);
  });
});
