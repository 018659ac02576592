import type { FakeProvider } from '../../fakes/provider/server.ts';
import { startFakeProvider } from '../../fakes/provider/server.ts';
import { expect, type Owner, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params?: Record<string, string | number>) => words(`model:${key}`, params);

/** Adds a provider, called with `apiKey`. */
function connect(owner: Owner, provider: FakeProvider, apiKey: string) {
  const name = `Gateway ${Date.now() % 1e5}`;
  return owner.api.trpc.provider.create.mutate({
    kind: 'openai-compatible',
    name,
    apiHost: provider.url,
    apiKey,
  });
}

test('Enter opens a provider, and Escape returns from a drawer to its button @full', async ({
  page,
  owner,
}) => {
  const service = await startFakeProvider();
  const { id: providerId, name } = await connect(owner, service, 'sk-any');
  await owner.api.trpc.provider.refresh.mutate({ providerId });
  await page.goto('/admin/modelProvider');
  const row = page
    .getByRole('list', { name: say('title') })
    .getByRole('link', { name: new RegExp(`^${name}`) });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.locator('body')).not.toBeFocused();

  const menu = page.getByRole('button', { name: say('model.menu', { name: 'fake-text' }) });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: say('model.edit'), exact: true }).press('Enter');
  await expect(page.getByRole('dialog').getByLabel(say('model.name'), { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menu).toBeFocused();
  await owner.api.trpc.provider.remove.mutate({ providerId });
  await service.close();
});

test('the error of an old key goes when a new one is saved @full', async ({ page, owner }) => {
  const service = await startFakeProvider({ apiKey: 'sk-right' });
  const { id: providerId } = await connect(owner, service, 'sk-wrong');
  await page.goto(`/admin/modelProvider?provider=${providerId}`);
  await page.getByRole('button', { name: say('test.run'), exact: true }).click();
  const refused = page.getByText(words('error:provider.unauthorised'));
  // None of its models is switched on: the result only lists them.
  const answered = new RegExp(`^${say('test.listed', { seconds: String.raw`[\d.]+` })}$`, 'u');
  await expect(refused.first()).toBeVisible();

  await page.getByLabel(say('field.key'), { exact: true }).fill('sk-right');
  await page.getByRole('button', { name: words('common:setting.save'), exact: true }).click();
  await expect(refused).toHaveCount(0);
  await page.getByRole('button', { name: say('test.run'), exact: true }).click();
  await expect(page.getByText(answered).first()).toBeVisible();
  await expect(refused).toHaveCount(0);
  await owner.api.trpc.provider.remove.mutate({ providerId });
  await service.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the heading of the models fits one line @full', async ({ page, owner }) => {
    const service = await startFakeProvider();
    const { id: providerId } = await connect(owner, service, 'sk-any');
    await page.goto(`/admin/modelProvider?provider=${providerId}`);
    const heading = page.getByRole('heading', { name: say('models'), exact: true });
    await expect(heading).toBeVisible();
    const lines = await heading.evaluate(
      (node) => node.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(node).lineHeight),
    );
    expect(Math.round(lines)).toBe(1);
    await owner.api.trpc.provider.remove.mutate({ providerId });
    await service.close();
  });
});
