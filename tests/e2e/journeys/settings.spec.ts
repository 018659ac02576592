import type { Page } from '@playwright/test';
import { apiFor } from '../../running/api.ts';
import { mailboxOf } from '../../running/mailbox.ts';
import { askForCode } from '../../running/people.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { ownMenu } from '../support/home.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params?: Record<string, string | number>) => words(`settings:${key}`, params);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const GENERAL = '/userSetting/general';

test('a name is changed once for everywhere, and Back leads home', async ({ installation, openWindow }) => {
  const person = await makeColleague(installation, 'Nora Before');
  const state = stateOf(installation.url, person.token);
  const [page, other] = [await openWindow(state), await openWindow(state)];
  await other.goto('/home');
  await page.goto('/home');
  await ownMenu(page, 'Nora Before').click();
  await page.getByRole('menuitem', { name: words('common:user.settings'), exact: true }).click();
  await expect(page).toHaveURL(GENERAL);
  const name = page.getByLabel(say('profile.name'), { exact: true });
  await expect(name).toHaveValue('Nora Before');
  await name.fill('Nora After');
  await button(page, words('common:setting.save')).click();
  await expect(page.getByText(words('common:setting.saved'), { exact: true })).toBeVisible();
  await expect(ownMenu(other, 'Nora After')).toBeVisible();
  await expectAccessible(page, 'general');
  await page.getByRole('link', { name: words('common:back') }).click();
  await expect(ownMenu(page, 'Nora After')).toBeVisible();
});

test('language and theme apply as soon as they are chosen', async ({ installation, openWindow }) => {
  const person = await makeColleague(installation, 'Lee Look');
  const page = await openWindow(stateOf(installation.url, person.token));
  await page.goto(GENERAL);
  await page.getByText(words('common:theme.dark'), { exact: true }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  const stored = page.waitForResponse(/user\.update/);
  await page.getByText('简体中文', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await stored;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('settings:general', {}, 'zh-CN'));
});

test('a device is signed out from another one', async ({ installation, openWindow }) => {
  const person = await makeColleague(installation, 'Dan Device');
  const code = await askForCode(installation.url, mailboxOf(installation.mail), person.email);
  const answer = await apiFor(installation.url).post('/api/user/login', { email: person.email, code });
  const { token } = answer.data as { token: string };
  const [page, lost] = [
    await openWindow(stateOf(installation.url, person.token)),
    await openWindow(stateOf(installation.url, token)),
  ];
  await lost.goto('/home');
  await expect(ownMenu(lost, 'Dan Device')).toBeVisible();
  await page.goto(GENERAL);
  const devices = page.getByRole('list', { name: say('devices.title') }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: say('devices.current') })).toHaveCount(1);
  await page
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click();
  await expect(devices).toHaveCount(1);
  await expect(lost).toHaveURL(/\/login/);
  await expect(button(page, say('devices.endOthers'))).toHaveCount(0);
});

test('an account is deleted by a code of its own, and its messages stay', async ({
  installation,
  owner,
  openWindow,
}) => {
  const person = await makeColleague(installation, 'Gil Gone');
  const made = await person.api.post(`/api/app/${owner.appId}/channel`, { name: 'Left behind' });
  const { id } = made.data as { id: string };
  await person.api.trpc.message.send.mutate({ channelId: id, text: 'I was here' });
  const page = await openWindow(stateOf(installation.url, person.token));
  await page.goto(GENERAL);
  await button(page, say('remove.open')).click();
  const dialog = page.getByRole('dialog', { name: say('remove.title') });
  await expect(dialog).toContainText(person.email);
  const before = await mailboxOf(installation.mail).count(person.email);
  await dialog.getByRole('button', { name: say('remove.send') }).click();
  const code = await installation.mail.codeFor(person.email, before);
  const confirm = dialog.getByRole('button', { name: say('remove.confirm') });
  await expect(confirm).toBeDisabled();
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type(code);
  await expectAccessible(page, 'delete account');
  await confirm.click();
  await expect(page).toHaveURL('/login');
  const left = await openWindow();
  await left.goto(`/s/${owner.appId}/c/${id}`);
  await expect(left.getByText('I was here').first()).toBeVisible();
  await expect(left.getByText(words('chat:someoneGone')).first()).toBeVisible();
});
