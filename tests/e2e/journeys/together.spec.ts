import type { Locator, Page } from '@playwright/test';
import { mailedToken } from '../../fakes/mail/link.ts';
import { Conversation, slowly } from '../support/conversation.ts';
import { openHome } from '../support/home.ts';
import type { Installation } from '../support/installation.ts';
import { SearchPalette } from '../support/search.ts';
import { SigningIn } from '../support/signing-in.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const vera = { email: 'vera@example.test', name: 'Vera Viewer' };
const edgar = { email: 'edgar@example.test', name: 'Edgar Editor' };
/** A person who lost access must be out within this time, in milliseconds. */
const CLOSED_WITHIN = 5_000;

const menuItem = (page: Page, key: string) => page.getByRole('menuitem', { name: words(key), exact: true });
const called = (page: Page, call: string) =>
  page.waitForResponse((response) => response.url().includes(call) && response.ok());

/** A page that explains the error itself shows no toast. */
const expectSaidOnce = (page: Page) => expect(page.locator('[data-sonner-toast]')).toHaveCount(0);

/** Invites people as guests, in the dialog of the team. */
async function invite(page: Page, emails: string[]): Promise<void> {
  await page.getByRole('button', { name: /, team menu$/ }).click();
  await menuItem(page, 'team:menu.people').click();
  const dialog = page.getByRole('dialog', { name: words('team:people.title') });
  await dialog.getByRole('tab', { name: words('team:people.invitations') }).click();
  await dialog.getByLabel(words('team:invite.label')).fill(emails.join(' '));
  await dialog.getByLabel(words('team:invite.role')).selectOption('guest');
  await dialog
    .getByRole('button', { name: words('team:invite.send_other', { count: emails.length }), exact: true })
    .click();
  for (const email of emails) await expect(dialog.getByText(email, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Follows the mailed link, creates the account, and ends at home. */
async function join(page: Page, { mail }: Installation, person: typeof vera): Promise<void> {
  const token = mailedToken(await mail.mailTo(person.email));
  await page.goto(`/register?invitation=${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olive Owner');
  const signing = new SigningIn(page);
  await expect(page.getByText(person.email)).toBeVisible();
  await signing.name.fill(person.name);
  await signing.button('action.join').click();
  await expect(page).toHaveURL('/home');
}

/** The dialog about the open channel. */
async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: words('share:open'), exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByText(words('share:people')) });
  await expect(dialog.getByRole('combobox', { name: words('share:invite.label') })).toBeVisible();
  return dialog;
}

/** Shares the open channel with people of the team, all at one level. */
async function share(page: Page, names: string[], level: 'view' | 'edit'): Promise<void> {
  const dialog = await openShare(page);
  const field = dialog.getByRole('combobox', { name: words('share:invite.label') });
  for (const name of names) {
    await field.fill(name);
    await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
    await field.press('Enter');
  }
  await dialog.getByRole('button', { name: /^Role: / }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(words(`share:level.${level}`)) }).click();
  await Promise.all([
    called(page, 'grant.share'),
    dialog.getByRole('button', { name: words('share:invite.send'), exact: true }).click(),
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('three people share channels, talk with an assistant, and one of them loses access @full', async ({
  page,
  installation,
  owner,
  openWindow,
  problems,
}) => {
  test.slow();
  const [hers, his] = [await openWindow(null), await openWindow(null)];
  const readOnly = await makeChannel(owner, 'House rules');
  const room = await makeChannel(owner, 'Garden plans');
  for (const { id } of [readOnly, room])
    await owner.api.trpc.channel.update.mutate({ channelId: id, answering: 'mentioned' });

  await openHome(page);
  await invite(page, [vera.email, edgar.email]);
  await join(hers, installation, vera);
  await join(his, installation, edgar);

  // One channel is view-only, the other editable.
  const mine = await new Conversation(page).open(readOnly.path);
  await share(page, [vera.name], 'view');
  await mine.open(room.path);
  await share(page, [edgar.name], 'edit');
  await share(page, [vera.name], 'view');

  // A viewer finds no way to write: not on the page, by typed calls, or over REST.
  await hers.goto(room.path);
  await expect(hers.getByText(words('chat:composer.viewOnly'))).toBeVisible();
  await expect(new Conversation(hers).composer).toBeHidden();
  problems.expect(/status of 403/);
  // The gauge of a budget may be asked for as its channel closes.
  problems.expect(/status of 404.*budget\.gauge/);
  const refused = await hers.evaluate(async (channelId) => {
    const headers = { 'content-type': 'application/json' };
    const ask = (path: string, method: string, body: object) =>
      fetch(path, { method, headers, body: JSON.stringify(body) }).then(({ status }) => status);
    return Promise.all([
      ask('/api/message.send', 'POST', { json: { channelId, text: 'I was here' } }),
      ask('/api/channel.update', 'POST', { json: { channelId, name: 'Hers now' } }),
      ask(`/api/channel/${channelId}/message`, 'POST', { text: 'I was here' }),
      ask(`/api/channel/${channelId}/info`, 'PUT', { name: 'Hers now' }),
      ask(`/api/channel/${channelId}/visibility`, 'PUT', { visibility: 'team' }),
      ask(`/api/channel/${channelId}`, 'DELETE', {}),
    ]);
  }, room.id);
  expect(refused).toEqual([403, 403, 403, 403, 403, 403]);

  // A mention brings an answer that all three see grow.
  const theirs = await new Conversation(his).open(room.path);
  await theirs.composer.pressSequentially('@ass');
  await expect(his.getByRole('option', { name: /Assistant/ })).toBeVisible();
  await theirs.composer.press('Enter');
  await theirs.composer.pressSequentially(`what grows here? ${slowly(120)}`);
  await theirs.composer.press('Enter');
  const everyone = [mine, theirs, new Conversation(hers)];
  await Promise.all(everyone.map((chat) => chat.expectGrowing(/token\d/)));
  await Promise.all(everyone.map((chat) => chat.expectAnswer('token120')));
  await expect(mine.lastQuestion).toContainText('Edgar Editor');

  // Revoking access closes the open tab; other shared things stay.
  const dialog = await openShare(page);
  await dialog
    .getByRole('button', { name: words('share:person.label', { name: vera.name, level: 'Viewer' }) })
    .click();
  await Promise.all([called(page, 'grant.remove'), menuItem(page, 'share:person.remove').click()]);
  const closed = hers.getByRole('heading', { name: words('chat:gone.lost', { name: room.name }) });
  await expect(closed).toBeVisible({ timeout: CLOSED_WITHIN });
  await expect(hers.getByText('what grows here?')).toBeHidden();
  await expectSaidOnce(hers);
  await page.keyboard.press('Escape');

  // Granting it again reopens the channel automatically; revoking it closes the channel again.
  const users = await owner.api.trpc.team.users.query();
  const userId = users.find(({ email }) => email === vera.email)?.id as number;
  const given = { channelId: room.id, users: [{ userId, permission: 'view' as const }] };
  await Promise.all([called(hers, 'channel.markRead'), owner.api.trpc.grant.share.mutate(given)]);
  await expect(hers.getByText('what grows here?')).toBeVisible();
  await owner.api.trpc.grant.remove.mutate({ channelId: room.id, userId });
  await expect(closed).toBeVisible({ timeout: CLOSED_WITHIN });
  // Opened by its address, the page says so too, without a toast.
  await hers.reload();
  await expect(hers.getByRole('heading', { name: words('chat:gone.title') })).toBeVisible();
  await expectSaidOnce(hers);
  await hers.goto(readOnly.path);
  await expect(hers.getByText(words('chat:composer.viewOnly'))).toBeVisible();

  // A fork of the answer is found by its name, only by people who may see it.
  await mine.lastAnswer.hover();
  await mine.button('message.actions', mine.lastAnswer).click();
  await menuItem(page, 'chat:message.fork').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Garden plans (fork)');
  const palette = await new SearchPalette(his).open();
  await palette.find('fork gard');
  await expect(palette.active).toContainText('Garden plans (fork)');
  await his.keyboard.press('Enter');
  await expect(theirs.lastAnswer).toContainText('token120');
  const none = await new SearchPalette(hers).open();
  await none.find('fork gard');
  await expect(hers.getByText(words('search:nothing', { query: 'fork gard' }))).toBeVisible();
});
