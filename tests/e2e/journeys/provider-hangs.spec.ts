import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { routeTable } from '../../../apps/web/src/app/route-table.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

/**
 * Longest time for a screen and each of its requests, in milliseconds: below the timeout for a silent
 * provider.
 */
const SOON_MS = 4_500;

test('every screen loads while a provider accepts connections and never answers @full', async ({
  page,
  owner,
  installation,
  problems,
}) => {
  test.setTimeout(240_000);
  problems.expect(/status of 40\d/);
  const sockets = new Set<Socket>();
  const hanging = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const { port } = hanging.address() as AddressInfo;
  const { trpc } = owner.api;
  const { id: providerId } = await trpc.provider.create.mutate({
    ...{ kind: 'openai-compatible', name: 'Silent', apiHost: `http://127.0.0.1:${port}/v1` },
  });
  try {
    const channel = await makeChannel(owner, 'Beside a silent provider');
    const paths = routeTable
      .filter(({ group }) => group !== 'outside')
      .map(({ path }) => path.replace(':appId', owner.appId).replace(':channelId', channel.id));
    const slow: string[] = [];
    page.on('requestfinished', (request) => {
      const { responseEnd } = request.timing();
      if (request.url().startsWith(`${installation.url}/api/`) && responseEnd > SOON_MS)
        slow.push(request.url());
    });
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const shown = page.locator('h1, [role="log"], main textarea, main [contenteditable]').first();
      await expect(shown, path).toBeVisible({ timeout: SOON_MS * 2 });
      const pending = await page.evaluate(
        () => document.querySelectorAll('main [role="progressbar"]').length,
      );
      expect(pending, path).toBe(0);
    }
    expect(slow).toEqual([]);
    await page.goto(`/admin/modelProvider?provider=${providerId}`);
    await page.getByRole('button', { name: words('model:read.run'), exact: true }).click();
    await expect(page.getByText(words('model:read.running'))).toBeVisible();
    // The search has not run yet.
    await expect(page.getByText(words('model:filter.none'))).toBeHidden();
    await expect(page.getByText(words('model:read.none'))).toBeHidden();
    await page.getByRole('button', { name: words('model:stop'), exact: true }).click();
    await expect(page.getByText(words('model:read.none'))).toBeVisible();
    // The provider's own page says that it has no models yet, and was asked for them.
    await expect.poll(() => sockets.size).toBeGreaterThan(0);
  } finally {
    await trpc.provider.remove.mutate({ providerId });
    for (const socket of sockets) socket.destroy();
    hanging.close();
  }
});
