import { mailboxOf } from '../../running/mailbox.ts';
import { signIn } from '../../running/people.ts';
import { expectAccessible } from '../support/axe.ts';
import { ownMenu } from '../support/home.ts';
import { expect, makeChannel, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const admin = (key: string, params?: Record<string, string | number>) => words(`admin:${key}`, params);

test('an administrator reads the statistics, archives an app, and creates and suspends a person', async ({
  page,
  owner,
  installation,
  openWindow,
}) => {
  const { id: channelId } = await makeChannel(owner, 'Numbers');
  await owner.api.trpc.message.send.mutate({ channelId, text: '[[say Counted.]] Count this.' });
  await page.goto('/admin/overview');
  await expect(page.getByRole('heading', { name: admin('overview.daily') })).toBeVisible();
  // Others of this team may have asked, too.
  await expect(page.getByText(/^\d+ (person|people) used AI$/)).toBeVisible();
  await expectAccessible(page, 'overview');

  await page
    .getByRole('navigation')
    .getByRole('link', { name: admin('nav.application') })
    .click();
  const apps = page.getByRole('region', { name: admin('application.title'), exact: true });
  await apps.getByRole('row').nth(1).getByRole('button').click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: admin('application.archive'), exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Archive / });
  await question.getByRole('button', { name: admin('application.archive'), exact: true }).click();
  await expect(question).toHaveCount(0);
  await drawer.getByRole('button', { name: admin('application.unarchive') }).click();
  await expect(drawer.getByRole('button', { name: admin('application.archive'), exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page
    .getByRole('navigation')
    .getByRole('link', { name: admin('nav.teamMember') })
    .click();
  await page.getByRole('button', { name: admin('teamMember.create') }).click();
  const dialog = page.getByRole('dialog', { name: admin('teamMember.create') });
  await dialog.getByLabel(admin('teamMember.email'), { exact: true }).fill('made@example.test');
  await dialog.getByLabel(admin('teamMember.name'), { exact: true }).fill('Made Member');
  await dialog.getByRole('button', { name: admin('teamMember.create') }).click();
  await expect(page.getByText(admin('teamMember.created', { name: 'Made Member' }))).toBeVisible();

  const token = await signIn(installation.url, mailboxOf(installation.mail), 'made@example.test');
  const theirs = await openWindow(stateOf(installation.url, token));
  // Requests still running when they are suspended would be refused.
  const loaded = theirs.waitForResponse(/assistant\.list/);
  await theirs.goto('/home');
  await expect(ownMenu(theirs, 'Made Member')).toBeVisible();
  await loaded;
  await page.getByRole('button', { name: admin('teamMember.details', { name: 'Made Member' }) }).click();
  await drawer.getByRole('button', { name: words('team:people.suspend') }).click();
  await page
    .getByRole('dialog', { name: words('team:suspend.title', { name: 'Made Member' }) })
    .getByRole('button', { name: words('team:suspend.confirm') })
    .click();
  await expect(drawer.getByText(admin('teamMember.suspended'), { exact: true })).toBeVisible();
  await expect(theirs).toHaveURL(/\/login/);
});
