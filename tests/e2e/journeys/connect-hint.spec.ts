import { mailboxOf } from '../../running/mailbox.ts';
import { signUp } from '../../running/people.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { openHome } from '../support/home.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const title = words('chat:connect.title');

let bare: Installation;
test.beforeAll(async () => {
  bare = await startInstallation({ withProvider: false });
});
test.afterAll(() => bare.close());

test('an owner without a provider is taken to connect one, until they dismiss the hint @full', async ({
  openWindow,
}) => {
  const olive = await signUp(bare.url, mailboxOf(bare.mail), 'olive@bare.test', 'Olive Owner');
  const page = await openWindow(stateOf(bare.url, olive.token), { baseURL: bare.url });
  const hint = page.getByRole('region', { name: title });
  await openHome(page);
  await expect(hint).toContainText(words('chat:connect.words'));
  await expectAccessible(page, 'Home with the hint');
  await hint.getByRole('link', { name: words('chat:connect.link') }).click();
  await expect(page).toHaveURL('/admin/modelProvider');

  await openHome(page);
  await hint.getByRole('button', { name: words('chat:connect.dismiss') }).focus();
  await page.keyboard.press('Enter');
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: words('template:title') })).toBeVisible();
  await expect(hint).toHaveCount(0);

  // A person who cannot change it sees no hint, and sees it as soon as they can.
  const second = await makeColleague(bare, 'Ada Admin');
  const member = await openWindow(stateOf(bare.url, second.token), { baseURL: bare.url });
  await openHome(member, 'Ada Admin');
  await expect(member.getByRole('region', { name: words('template:title') })).toBeVisible();
  await expect(member.getByRole('region', { name: title })).toHaveCount(0);
  await olive.api.trpc.team.setRole.mutate({ userId: second.id, role: 'admin' });
  await expect(member.getByRole('region', { name: title })).toBeVisible();
});

test('where a provider answers, no hint appears @full', async ({ page }) => {
  await openHome(page);
  await expect(page.getByRole('region', { name: words('template:title') })).toBeVisible();
  await expect(page.getByRole('region', { name: title })).toHaveCount(0);
});
