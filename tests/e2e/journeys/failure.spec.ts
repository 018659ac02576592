import { atDepth } from '../../running/depth.ts';
import { Conversation, slowly } from '../support/conversation.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('a provider failure is shown inline, the text is kept, and Retry works', async ({
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

/** How a provider fails, and the sentence for readers; `npm test` runs only the first. */
const failures = [
  ['401', 'provider.unauthorised'],
  ['429', 'provider.rateLimited'],
  ['500', 'provider.serverError'],
  ['html 200', 'provider.notJson'],
  ['html', 'provider.serverError'],
  ['empty', 'provider.emptyAnswer'],
] as const;
for (const [directive, key] of failures.slice(0, atDepth(1, failures.length)))
  test(`an answer that fails by ${directive} says so`, async ({ page, freshChannel }) => {
    const chat = await new Conversation(page).open(freshChannel.path);
    await chat.send(`Hello [[${directive}]]`);
    await expect(chat.lastAnswer).toContainText(words(`error:${key}`), { timeout: 20_000 });
    await expect(page).toHaveURL(freshChannel.path);
    await expect(chat.button('retry', chat.lastAnswer)).toBeVisible();
    // The provider's own message never reaches a reader.
    await expect(chat.lastAnswer).not.toContainText('sk-fake');
  });

test('an answer that breaks off keeps its text, and can be continued', async ({ page, freshChannel }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send('Count [[drop]]');
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(chat.lastAnswer).toContainText('token1');
  await chat.button('end.continue', chat.lastAnswer).click();
  await expect(chat.composer).toBeFocused();
});

test('a stalled answer says that it is still running, until it is stopped @full', async ({
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

test('a provider that recovers answers after Retry @full', async ({ page, freshChannel, installation }) => {
  const chat = await new Conversation(page).open(freshChannel.path);
  installation.provider.requests.length = 0;
  await chat.send(`Once more [[flaky 4]] ${freshChannel.id}`);
  const retry = chat.button('retry', chat.lastAnswer);
  // The number of automatic retries is the server's own business; one of the presses succeeds.
  await expect(async () => {
    if (await retry.isEnabled({ timeout: 200 })) await retry.click();
    await expect(chat.lastAnswer).toContainText('You said: Once more', { timeout: 1_500 });
  }).toPass({ timeout: 20_000 });
  await chat.expectAnswer('You said: Once more');
});

test('a channel opened and a message written offline load and send on reconnecting', async ({
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

  test('comes back: the page recovers, the answer is interrupted and can be continued', async ({
    page,
    installation,
    problems,
    freshChannel,
  }) => {
    problems.expect(/WebSocket|ERR_CONNECTION|Failed to fetch|Failed to load resource/);
    const chat = await new Conversation(page).open(freshChannel.path);
    await chat.send(`Count. ${slowly(200)}`);
    await chat.expectGrowing('token20');
    await installation.server.kill();
    await expect(page.getByText(words('workspace:live.reconnecting'))).toBeVisible();
    await chat.composer.fill('Written meanwhile');
    await installation.server.start();
    await expect(chat.lastAnswer).toContainText(words('chat:end.interrupted'), { timeout: 25_000 });
    await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
    await expect(chat.lastAnswer).toContainText('token5');
    await expect(page.getByText(words('workspace:live.reconnecting'))).toBeHidden();
    await expect(chat.composer).toHaveValue('Written meanwhile');
    await expect(chat.questions).toHaveCount(1);

    await chat.button('end.continue', chat.lastAnswer).click();
    // The fake repeats the instruction: that its answer was cut off.
    await chat.expectAnswer(/token5 .*You said/);
    await expect(chat.lastAnswer).not.toContainText(words('chat:end.interrupted'));
    await expect(chat.answers).toHaveCount(1);
  });

  test('accepts a message sent while it was down, once @full', async ({
    page,
    installation,
    problems,
    freshChannel,
  }) => {
    problems.expect(/WebSocket|ERR_CONNECTION|Failed to fetch|Failed to load resource/);
    const chat = await new Conversation(page).open(freshChannel.path);
    await installation.server.kill();
    await chat.composer.fill('Sent into the void');
    await chat.composer.press('Enter');
    await expect(page.getByText('Sent into the void', { exact: true })).toHaveCount(1);
    await installation.server.start();
    // It is sent again automatically, once the page has reached the server.
    await expect(chat.lastAnswer).toBeVisible({ timeout: 40_000 });
    await chat.expectAnswer('You said: Sent into the void.');
    await expect(chat.questions).toHaveCount(1);
    await expect(chat.answers).toHaveCount(1);
  });
});
