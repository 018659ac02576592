import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => page.getByText(words('common:setting.saved'), { exact: true }).first();

test('an operator changes settings, cannot disable every sign-in method, and finds all of it in the log', async ({
  page,
  owner,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { data: before } = await owner.api.get('/api/admin/team/preference');
  await page.goto('/admin/setting');
  // The environment's word is locked, and says so.
  await expect(
    page.getByText(words('admin:setting.source.environment', { variable: 'SMTP_URL' })),
  ).toBeVisible();
  await button(page, words('admin:setting.mail.test')).click();
  await expect(page.getByText(words('admin:setting.mail.sent', { to: owner.email }))).toBeVisible();

  await page.getByRole('switch', { name: words('admin:setting.signIn.codes') }).click({ force: true });
  await button(page, words('common:setting.save')).click();
  await expect(page.getByRole('alert')).toContainText(words('error:noWayIn').slice(0, 40));
  await button(page, words('common:setting.discard')).click();

  await page.getByRole('textbox', { name: words('admin:setting.sizes.upload') }).fill('30');
  await button(page, words('common:setting.save')).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText(words('admin:setting.source.database'), { exact: true })).toBeVisible();

  await page.goto('/admin/preference');
  const name = page.getByLabel(words('admin:preference.team.name'), { exact: true });
  await name.fill('Team of the journey');
  await page.getByLabel(words('admin:preference.defaults.theme'), { exact: true }).selectOption('light');
  await button(page, words('common:setting.save')).click();
  await expect(saved(page)).toBeVisible();
  await expectAccessible(page, 'preference');

  await page.goto('/admin/setting?view=audit');
  const entries = page.getByRole('list', { name: words('audit:count') }).getByRole('listitem');
  await expect(entries.filter({ hasText: 'Team of the journey' }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('nothing like this');
  await expect(page.getByText(words('audit:noneFound'))).toBeVisible();
  await button(page, words('audit:clear')).click();
  await page.getByText(words('audit:installation'), { exact: true }).last().click();
  const setting = entries.filter({ hasText: owner.name }).first();
  await setting.click();
  await expect(setting).toContainText('uploadMegabytes');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('audit:export') }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toContain('setting.update');

  await owner.api.put('/api/admin/team/preference', before);
  await owner.api.trpc.setting.update.mutate({ uploadMegabytes: null });
});
