import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Conversation } from '../support/conversation.ts';
import { expect, makeChannel, test } from '../support/test.ts';

/** Text of a model, a person or a name stays text, whatever it looks like. */
const attacks = [
  '<img src=x onerror="window.pwned=1">',
  '<script>window.pwned=1</script>',
  '<svg onload="window.pwned=1"><a xlink:href="javascript:window.pwned=1">x</a></svg>',
  '[press me](javascript:window.pwned=1)',
  '<a href="javascript:window.pwned=1">press me</a>',
  '[press me](data:text/html,<script>window.pwned=1</script>)',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '```mermaid\ngraph TD; A["<img src=x onerror=window.pwned=1>"]-->B; click A "javascript:window.pwned=1"\n```',
  '<form action="https://example.test"><button>press me</button></form>',
  '<style>body{display:none}</style>',
];

test('model output, messages and names execute nothing', async ({ page, owner, problems }) => {
  // A blocked attempt may be noted by the browser: that is the policy doing its work, and `pwned` is what counts.
  problems.expect(/Content Security Policy|mermaid|javascript:/i);
  const channel = await makeChannel(owner, '<img src=x onerror="window.pwned=1">');
  const chat = await new Conversation(page).open(channel.path);
  const dangerous = page
    .locator('article')
    .locator('script, iframe, form, object, embed, style, [onerror], [onload]');
  for (const [index, attack] of attacks.entries()) {
    await chat.send(`[[say ${attack} ]] ${attack} (${index})`);
    await expect(chat.lastQuestion).toContainText(`(${index})`);
    await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
    for (const press of await chat.lastAnswer.getByText('press me').all())
      await press.click({ noWaitAfter: true });
    expect(await dangerous.count(), attack).toBe(0);
    const schemes = await page
      .locator('article a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
    expect(
      schemes.filter((scheme) => !/^(https?|mailto):$/.test(scheme)),
      attack,
    ).toEqual([]);
    expect(await page.evaluate(() => 'pwned' in window), attack).toBe(false);
  }
  await expect(page.locator('body')).toBeVisible();
});

test('a picture in model output contacts no host before the reader allows it @full', async ({
  page,
  freshChannel,
  problems,
}) => {
  problems.expect(/Content Security Policy/);
  const asked: string[] = [];
  const spy = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`;
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(
    `[[say Look: ![a picture](${url}/secret?words=all) <img src="${url}/html"> and [a link](${url}/link). ]]`,
  );
  await chat.expectAnswer('Look:');
  await page.reload();
  await chat.expectAnswer('Look:');
  expect(asked).toEqual([]);
  await new Promise((resolve) => spy.close(resolve));
});
