import type { Page } from '@playwright/test';
import { startFakeProvider } from '../../fakes/provider/server.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params?: Record<string, string | number>) => words(`model:${key}`, params);
const button = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true });
const field = (page: Page, key: string) => page.getByLabel(say(key), { exact: true });
const saveHost = async (page: Page) => {
  const save = page.getByRole('button', { name: words('common:setting.save'), exact: true });
  await save.click();
  await expect(save).toBeHidden();
};

test('an administrator sets up a provider, tries it, prices a model and removes it', async ({
  page,
  installation,
}) => {
  // Another port of this machine, where the key of the first must never arrive.
  const stranger = await startFakeProvider();
  await page.goto('/admin/modelProvider');
  const providers = page.getByRole('list', { name: say('title') }).getByRole('listitem');
  await expect(providers.first()).toBeVisible();
  const held = await providers.count();

  await button(page, 'add.open').click();
  await page.getByRole('button', { name: new RegExp(`^${say('kind.openai-compatible')}`) }).click();
  await field(page, 'field.host').fill(installation.provider.url);
  await field(page, 'field.keyOptional').fill('sk-of-this-journey');
  await field(page, 'field.name').fill('Our gateway');
  await expectAccessible(page, 'provider-add');
  await button(page, 'add.submit').click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our gateway');
  const models = page.getByRole('list', { name: say('models') }).getByRole('listitem');
  await expect(models).toHaveCount(installation.provider.models.length);
  await button(page, 'test.run').click();
  await expect(page.getByText(/fake-text answered in/)).toBeVisible();
  await expect(page.getByText(/You said/)).toBeVisible();
  await expectAccessible(page, 'provider');

  const offer = page.getByRole('switch', { name: say('model.offer', { name: 'fake-tool' }) });
  await offer.focus();
  await page.keyboard.press('Space');
  await expect(offer).not.toBeChecked();
  await page.getByRole('button', { name: say('model.menu', { name: 'fake-text' }) }).click();
  await page.getByRole('menuitem', { name: say('model.edit'), exact: true }).click();
  await page.getByRole('dialog').getByLabel(say('model.name'), { exact: true }).fill('Our best');
  await field(page, 'price.input').fill('0,25');
  await field(page, 'price.output').fill('free');
  await expect(page.getByText(say('price.odd'))).toBeVisible();
  await field(page, 'price.output').fill('2');
  await button(page, 'save').click();
  await expect(models.first()).toContainText('Our best');
  await expect(models.first()).toContainText('$0.25 / $2.00');

  const tool = models.filter({ hasText: 'fake-tool' });
  await page.getByLabel(say('price.onlyMissing')).check();
  await expect(models.filter({ hasText: 'Our best' })).toHaveCount(0);
  await expect(tool).toContainText(say('price.none'));
  await page.getByRole('button', { name: say('model.menu', { name: 'fake-tool' }) }).click();
  await page.getByRole('menuitem', { name: say('model.edit'), exact: true }).click();
  await page.getByRole('dialog').getByLabel(say('price.markFree')).check();
  await button(page, 'save').click();
  await page.getByLabel(say('price.onlyMissing')).uncheck();
  await expect(tool).toContainText(say('price.free'));

  await field(page, 'field.host').fill(stranger.url);
  await expect(
    page.getByText(say('connection.leavesKey', { host: new URL(installation.provider.url).host })),
  ).toBeVisible();
  await saveHost(page);
  await expect(page.getByText(say('connection.keyNone'))).toBeVisible();
  await button(page, 'read.run').click();
  await expect.poll(() => stranger.requests.length).toBeGreaterThan(0);
  expect(JSON.stringify(stranger.requests)).not.toContain('sk-of-this-journey');

  await field(page, 'field.host').fill('http://10.0.0.1');
  await expect(page.getByText(say('field.hostPrivate', { host: '10.0.0.1' }))).toBeVisible();
  await saveHost(page);
  await expect(button(page, 'read.run')).toBeEnabled();
  await button(page, 'read.run').click();
  await expect(page.getByText(words('error:provider.addressRefused'))).toBeVisible();
  await expect(page.getByText(say('field.hostOpen', { host: '10.0.0.1' }))).toBeVisible();
  // Existing models stay although their provider does not answer.
  await expect(models).toHaveCount(installation.provider.models.length);

  await button(page, 'remove.open').click();
  await expect(page.getByRole('dialog')).toContainText(say('remove.noAssistants'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('remove.confirm') })
    .click();
  await expect(providers).toHaveCount(held);
  await stranger.close();
});

test('the showcase is set up in one step', async ({ page, installation }) => {
  await page.goto('/admin/modelProvider');
  await button(page, 'showcase.open').click();
  await field(page, 'field.key').fill('sk-showcase');
  await field(page, 'field.host').fill(installation.provider.url);
  await field(page, 'showcase.token').fill('fake-text');
  await button(page, 'showcase.submit').click();
  const models = page.getByRole('list', { name: say('models') }).getByRole('listitem');
  await expect(models).toHaveCount(3);
  await expect(models.nth(0)).toContainText('gpt-4o-mini');
  await expect(models.nth(1)).toContainText('dall-e-3');
  await expect(models.nth(2)).toContainText('fake-text');
});
