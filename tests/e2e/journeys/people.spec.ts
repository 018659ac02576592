import type { Page } from '@playwright/test';
import { makeMember, makeTeam } from '@tandem/db/testing/factories/index';
import { mailedToken } from '../../fakes/mail/link.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { ownMenu } from '../support/home.ts';
import { SigningIn } from '../support/signing-in.ts';
import { expect, nobody, type Owner, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const team = (key: string, params?: Record<string, string | number>) => words(`team:${key}`, params);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens one of the entries of the team's menu. */
async function fromTeamMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /team menu$/ }).click();
  await page.getByRole('menuitem', { name: team(`menu.${entry}`), exact: true }).click();
}
async function openPeople(page: Page) {
  await page.goto('/home');
  await fromTeamMenu(page, 'people');
  const dialog = page.getByRole('dialog', { name: team('people.title') });
  await expect(dialog).toBeVisible();
  return dialog;
}
const invite = (owner: Owner, email: string, role: 'member' | 'guest' = 'member') =>
  owner.api.trpc.invitation.create.mutate({ email, role });
/** The path of an invitation's link. */
const pathOf = ({ link }: { link: string }) => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

test('people are invited by pasting addresses, and join by the link', async ({
  page,
  installation,
  openWindow,
}) => {
  const dialog = await openPeople(page);
  await dialog.getByRole('tab', { name: team('people.invitations') }).click();
  const field = dialog.getByLabel(team('invite.label'), { exact: true });
  await field.fill('Nina New <nina@example.test>; second@example.test, nobody');
  await dialog.getByLabel(team('invite.role'), { exact: true }).selectOption('guest');
  await button(page, team('invite.send_other', { count: 2 })).click();
  await expect(page.getByText(team('invite.sent_other', { count: 2 }))).toBeVisible();
  await expect(field).toHaveValue('nobody');
  await expect(dialog.getByText(team('invite.bad', { addresses: 'nobody' }))).toBeVisible();
  const pending = dialog.getByRole('list', { name: team('pending.label') }).getByRole('listitem');
  for (const email of ['nina@example.test', 'second@example.test'])
    await expect(pending.filter({ hasText: email })).toHaveCount(1);
  await expectAccessible(page, 'invitations');

  const mail = await installation.mail.mailTo('nina@example.test');
  const newcomer = await openWindow(null);
  await newcomer.goto(`/register?invitation=${mailedToken(mail)}`);
  const flow = new SigningIn(newcomer);
  await expect(newcomer.getByRole('heading', { level: 1 })).toHaveText("Join Olive Owner's team");
  await expect(newcomer.getByText('nina@example.test')).toBeVisible();
  await expectAccessible(newcomer, 'invited');
  await flow.name.fill('Nina New');
  await flow.button('action.join', { team: "Olive Owner's team" }).click();
  await expect(ownMenu(newcomer, 'Nina New')).toBeVisible();
  await newcomer.getByRole('button', { name: /team menu$/ }).click();
  // Guests do not see who else is in the team.
  await expect(newcomer.getByRole('menuitem', { name: team('menu.leave') })).toBeVisible();
  await expect(newcomer.getByRole('menuitem', { name: team('menu.people') })).toHaveCount(0);

  await dialog.getByRole('tab', { name: team('people.members') }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: 'nina@example.test' });
  await expect(row).toContainText(team('role.guest'));
});

test('an expired link says so; one for somebody else names them @full', async ({
  owner,
  openWindow,
  problems,
}) => {
  problems.expect(/status of 404/);
  const [withdrawn, others] = [
    await invite(owner, 'gone@example.test'),
    await invite(owner, 'else@example.test'),
  ];
  await owner.api.trpc.invitation.withdraw.mutate({ invitationId: withdrawn.id });
  const stranger = await openWindow(null);
  const refused = stranger.waitForResponse(/invitation\.peek/);
  await stranger.goto(pathOf(withdrawn));
  await refused;
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(words('auth:title.gone'));
  await stranger.goto('/register?invitation=nonsense');
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(words('auth:title.gone'));
  // The owner is already in the team, so there is nothing to join.
  const member = await openWindow();
  await member.goto(pathOf(others));
  await expect(member).toHaveURL('/home');
});

test('an invitation appears on Home, and is accepted or declined there', async ({
  installation,
  owner,
  openWindow,
}) => {
  const { db } = await installation.server.database();
  const person = await makeColleague(installation, 'Theo Elsewhere');
  const other = await makeTeam(db, { name: 'Elsewhere' });
  await db.deleteFrom('member').where('userId', '=', person.id).execute();
  await makeMember(db, { teamId: other.id, userId: person.id, role: 'owner' });
  const page = await openWindow(stateOf(installation.url, person.token));
  await page.goto('/home');
  await expect(ownMenu(page, 'Theo Elsewhere')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Elsewhere, team menu' })).toBeVisible();
  const banner = page.getByRole('region', { name: team('banner.label') });
  await expect(banner).toHaveCount(0);

  await invite(owner, person.email);
  await expect(banner).toContainText("Olive Owner invited you to Olive Owner's team");
  await expectAccessible(page, 'banner');
  await button(page, team('banner.decline')).click();
  await expect(banner).toHaveCount(0);

  await invite(owner, person.email);
  await expect(banner).toBeVisible();
  await button(page, team('banner.join')).click();
  await expect(page.getByRole('button', { name: "Olive Owner's team, team menu" })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.getByRole('button', { name: /team menu$/ }).click();
  await page.getByRole('menuitemradio', { name: /^Elsewhere/ }).click();
  await expect(page.getByRole('button', { name: 'Elsewhere, team menu' })).toBeVisible();
});

test('a role is changed, a member suspended and removed; their window follows', async ({
  page,
  installation,
  openWindow,
}) => {
  const person = await makeColleague(installation, 'Mia Member');
  const theirs = await openWindow(stateOf(installation.url, person.token));
  await theirs.goto('/home');
  await expect(ownMenu(theirs, 'Mia Member')).toBeVisible();

  const dialog = await openPeople(page);
  await dialog.getByLabel(team('people.search')).fill('mia');
  const row = dialog.getByRole('listitem').filter({ hasText: 'Mia Member' });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  const menu = row.getByRole('button');
  await menu.click();
  await expectAccessible(page, 'member menu');
  await page.getByRole('menuitemradio', { name: new RegExp(`^${team('role.admin')}`) }).click();
  await expect(menu).toContainText(team('role.admin'));
  await theirs.getByRole('button', { name: /team menu$/ }).click();
  await expect(theirs.getByRole('menuitem', { name: team('menu.rename') })).toBeVisible();
  await theirs.keyboard.press('Escape');

  await menu.click();
  await page.getByRole('menuitem', { name: team('people.remove') }).click();
  const question = page.getByRole('dialog', { name: team('remove.title', { name: 'Mia Member' }) });
  await expect(question).toContainText(words('team:remove.words', { team: "Olive Owner's team" }));
  await question.getByRole('button', { name: team('remove.confirm') }).click();
  await expect(row).toHaveCount(0);
  await expect(dialog.getByText(team('people.none'))).toBeVisible();
  await expect(theirs.getByRole('heading', { name: team('noTeam.title') })).toBeVisible();
  await expectAccessible(theirs, 'no team');
});

test('who may join is decided in one place; a public mail domain gets a warning', async ({ page }) => {
  const dialog = await openPeople(page);
  await dialog.getByRole('tab', { name: team('people.joining') }).click();
  const domains = dialog.getByLabel(team('joining.domains'), { exact: true });
  await domains.fill('not a domain');
  await button(page, team('joining.save')).click();
  await expect(dialog.getByText(team('joining.badDomain', { domains: 'not, a, domain' }))).toBeVisible();
  await domains.fill('@acme.example\ngmail.com');
  await button(page, team('joining.save')).click();
  await expect(domains).toHaveValue('acme.example\ngmail.com');
  await expect(dialog.getByText(team('joining.publicDomain', { domains: 'gmail.com' }))).toBeVisible();
  await expectAccessible(page, 'joining');
  await domains.fill('');
  await button(page, team('joining.save')).click();
  await expect(dialog.getByText(team('joining.publicDomain', { domains: 'gmail.com' }))).toHaveCount(0);
});

test('an operator creates a team, renames it, and goes back', async ({ page, problems }) => {
  problems.expect(/status of 409/);
  await page.goto('/home');
  await fromTeamMenu(page, 'create');
  await page.getByLabel(team('name.label'), { exact: true }).fill('Second team');
  await button(page, team('name.submit')).click();
  await expect(page.getByRole('button', { name: 'Second team, team menu' })).toBeVisible();
  await fromTeamMenu(page, 'rename');
  await page.getByLabel(team('name.label'), { exact: true }).fill('Third team');
  await button(page, team('name.save')).click();
  await expect(page.getByRole('button', { name: 'Third team, team menu' })).toBeVisible();
  await fromTeamMenu(page, 'leave');
  await page
    .getByRole('dialog', { name: team('leave.title', { team: 'Third team' }) })
    .getByRole('button', { name: team('leave.confirm') })
    .click();
  await expect(page.getByText(words('error:lastOwner', { team: 'Third team' }))).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('common:action.cancel') })
    .click();
  await page.getByRole('button', { name: /team menu$/ }).click();
  await page.getByRole('menuitemradio', { name: /Olive Owner's team/ }).click();
  await expect(page.getByRole('button', { name: "Olive Owner's team, team menu" })).toBeVisible();
});

test.describe('signed in as somebody else', () => {
  test.use({ storageState: nobody });
  test('the link offers to sign out and use the invited address @full', async ({
    installation,
    owner,
    openWindow,
  }) => {
    const { db } = await installation.server.database();
    const person = await makeColleague(installation, 'Otto Other');
    const other = await makeTeam(db, { name: 'Apart' });
    await db.deleteFrom('member').where('userId', '=', person.id).execute();
    await makeMember(db, { teamId: other.id, userId: person.id, role: 'owner' });
    const page = await openWindow(stateOf(installation.url, person.token));
    await page.goto(pathOf(await invite(owner, 'right@example.test')));
    await expect(page.getByText(/but you are signed in as/)).toContainText(person.email);
    await button(page, words('auth:action.signOut', { email: 'right@example.test' })).click();
    await expect(new SigningIn(page).email).toHaveValue('right@example.test');
  });
});
