import type { Page } from '@playwright/test';
import { atDepth } from '../../running/depth.ts';
import { mailboxOf } from '../../running/mailbox.ts';
import { signOut } from '../support/home.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { SigningIn } from '../support/signing-in.ts';
import { test as base, expect, nobody } from '../support/test.ts';
import { words } from '../support/words.ts';

/**
 * Its own installation, since its first account is made here. As a worker fixture it would restart the
 * worker, with another server for the journeys after these.
 */
let opened: Promise<Installation> | undefined;
const test = base.extend<{ fresh: Installation }>({
  fresh: async ({ browserName: _ }, use) => {
    opened ??= startInstallation({ withProvider: false });
    await use(await opened);
  },
  storageState: nobody,
  baseURL: async ({ fresh }, use) => use(fresh.url),
});
test.afterAll(async () => (await opened)?.close());
test.describe.configure({ mode: 'serial' });

const email = 'first@example.test';

test('the first account is created by a mailed code', async ({ page, fresh }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  const signing = new SigningIn(page);
  await expect(page.getByRole('heading', { name: words('auth:title.first') })).toBeVisible();
  await signing.askForCode(email, 'Fiona First');
  const mail = await fresh.mail.mailTo(email);
  expect(mail.subject).toMatch(/^\d{6} /);
  await signing.enterCode(await fresh.mail.codeFor(email));
  await expect(page).toHaveURL('/home');
});

/** Signs the first account in again, the way that spends no code. */
async function signIn(page: Page, { oidc }: Installation): Promise<void> {
  oidc.acme.person = { sub: 'acme-1', email, emailVerified: true };
  await page.goto('/login');
  await new SigningIn(page).provider('Acme').click();
  await expect(page).toHaveURL('/home');
}

/** A code in a mail newer than those that have come. */
async function newCode({ mail }: Installation, address: string, ask: () => Promise<void>): Promise<string> {
  const before = await mailboxOf(mail).count(address);
  await ask();
  return mail.codeFor(address, before);
}

test('an account holder signs in by code, to the requested page', async ({ page, fresh }) => {
  await page.goto('/s/00000000-0000-4000-8000-000000000000?x=1');
  await expect(page).toHaveURL('/login');
  const signing = new SigningIn(page);
  await signing.enterCode(await newCode(fresh, email, () => signing.askForCode(email)));
  await expect(page).toHaveURL('/s/00000000-0000-4000-8000-000000000000?x=1');
});

test('a wrong code is reported inline, with the remaining tries', async ({ page, problems, fresh }) => {
  problems.expect(/status of 400/);
  await page.goto('/login');
  const signing = new SigningIn(page);
  const code = await newCode(fresh, email, () => signing.askForCode(email));
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await signing.enterCode(wrong);
  await expect(page.getByText(words('error:wrongCode'))).toBeVisible();
  await expect(page.getByText(words('auth:hint.triesLeft_other', { count: 4 }))).toBeVisible();
  await expect(page).toHaveURL('/login');
  await signing.enterCode(code);
  await expect(page).toHaveURL('/home');
});

const thirdParties = [
  ['acme', 'Acme'],
  ['globex', 'Globex'],
] as const;
for (const [id, name] of thirdParties.slice(0, atDepth(1, thirdParties.length)))
  test(`${name} signs in the same person by a verified address`, async ({ page, fresh }) => {
    fresh.oidc[id].person = { sub: `${id}-1`, email, emailVerified: true, name: 'Fiona at work' };
    await page.goto('/login');
    await new SigningIn(page).provider(name).click();
    await expect(page).toHaveURL('/home');
    const profile = await page.request.get('/api/user/profile');
    expect((await profile.json()).data).toMatchObject({ email, name: 'Fiona First' });
  });

test('declining at a third party returns with a sentence @full', async ({ page, problems, fresh }) => {
  problems.expect(/status of 40\d/);
  fresh.oidc.acme.person = null;
  await page.goto('/login');
  await new SigningIn(page).provider('Acme').click();
  await expect(page.getByRole('heading', { name: words('auth:title.callbackFailed') })).toBeVisible();
  await page.getByRole('link', { name: words('auth:action.backToSignIn') }).click();
  await expect(new SigningIn(page).email).toBeVisible();
});

test('a newcomer the team admits creates an account on the way @full', async ({ page, problems, fresh }) => {
  problems.expect(/status of 4\d\d/);
  const { db } = await fresh.server.database();
  await db
    .updateTable('team')
    .set({ preference: JSON.stringify({ emailDomains: ['example.test'] }) })
    .execute();
  await page.goto('/login');
  const signing = new SigningIn(page);
  await signing.askForCode('second@example.test');
  await signing.enterCode(await fresh.mail.codeFor('second@example.test'));
  await expect(page.getByRole('heading', { name: words('auth:title.name') })).toBeVisible();
  await signing.name.fill('Sam Second');
  await signing.button('action.createAccount').click();
  await expect(page).toHaveURL('/home');
});

test('an uninvited address gets the same page and no mail @full', async ({ page, problems, fresh }) => {
  problems.expect(/status of 4\d\d/);
  await page.goto('/login');
  const signing = new SigningIn(page);
  await signing.askForCode('stranger@elsewhere.test');
  await signing.enterCode('123456');
  await expect(page.getByText(words('error:wrongCode'))).toBeVisible();
  expect(fresh.mail.mails.filter(({ to }) => to.includes('stranger@elsewhere.test'))).toEqual([]);
});

test('signing out applies in every tab', async ({ page, context, problems, fresh }) => {
  // The other tab may be asking for something in that very moment.
  problems.expect(/status of 401/);
  await signIn(page, fresh);
  const second = await context.newPage();
  await second.goto('/home');
  await expect(second.locator('textarea[data-composer]')).toBeVisible();
  await signOut(page, 'Fiona First');
  await expect(page).toHaveURL('/login');
  await expect(second).toHaveURL('/login');
  await page.goto('/home');
  await expect(page).toHaveURL('/login');
});

test('no set-up is needed between the first account and the first answer', async ({ page, fresh }) => {
  await signIn(page, fresh);
  const composer = page.locator('textarea[data-composer]');
  await composer.fill('Hello, who are you?');
  await composer.press('Enter');
  const answer = page.locator('article[aria-busy]').last();
  await expect(answer).toContainText('Tandem');
  await expect(answer).toHaveAttribute('aria-busy', 'false');
});
