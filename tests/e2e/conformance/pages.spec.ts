import { atDepth } from '../../running/depth.ts';
import { expect, nobody, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const appId = '00000000-0000-4000-8000-000000000000';
const channelId = '00000000-0000-4000-8000-000000000001';
const heading = (name: string) => ({ name, exact: true, level: 1 });

test.describe('without a session', () => {
  test.use({ storageState: nobody });

  test('C1: a lazy route shows "Loading..." meanwhile', async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*LoginScreen.*\.js/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/login');
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    held.resolve();
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
    await expect(page.getByLabel(words('auth:field.email'), { exact: true })).toBeVisible();
  });

  test('C9: the layouts lead to /login, the pages outside of them stay', async ({ page, owner }) => {
    const channel = `/s/${owner.appId}/c/${channelId}`;
    for (const path of atDepth([channel], ['/home', `/s/${owner.appId}`, channel])) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
    const outside = ['/register', '/callback?error=oauthFailed'];
    for (const path of atDepth(outside, ['/login', ...outside])) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
    }
  });

  test('C10: a newcomer sees no "Login expired"', async ({ page }) => {
    await page.goto('/home');
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel(words('auth:field.email'), { exact: true })).toBeVisible();
    await expect(page.getByText('Login expired')).toHaveCount(0);
  });

  test('C11: the empty user has no team and no name to show', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByLabel(words('auth:field.email'), { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: words('common:user.menu', { name: '' }) })).toHaveCount(0);
  });

  test('C33: the page offers the two configured sign-in methods', async ({ page }) => {
    await page.goto('/login');
    for (const provider of ['Acme', 'Globex'])
      await expect(
        page.getByRole('link', { name: words('auth:action.continueWith', { provider }) }),
      ).toBeVisible();
  });

  test('C33: the page offers none when none is configured', async ({ page }) => {
    await page.route('**/api/oauth/support', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: [] } }),
    );
    await page.goto('/login');
    await expect(page.getByLabel(words('auth:field.email'), { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /Continue with/ })).toHaveCount(0);
    await expect(page.getByText(words('auth:hint.or'), { exact: true })).toHaveCount(0);
  });
});

test('C2: / leads to /home, any other path to the not-found page', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/home');
  const unknown = ['/nothing', '/home/more', '/s', '/admin', '/x/y/z', '/Home2', '/login/x'];
  for (const path of atDepth(['/x/y/z', '/login/x'], unknown)) {
    await page.goto(path);
    await expect(page.getByRole('heading', heading(words('common:notFound.title'))), path).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('C3: paths of other layouts are not an app’s settings', async ({ page }) => {
  const others = ['/admin/overview/setting', '/userSetting/general/setting', `/other/${appId}/setting`];
  for (const path of atDepth(others.slice(0, 1), others)) {
    await page.goto(path);
    await expect(page.getByRole('heading', heading(words('common:notFound.title'))), path).toBeVisible();
  }
});

for (const [scheme, expected] of [
  ['light', 'light'],
  ['dark', 'dark'],
] as const)
  test(`C8: the system's ${scheme} is the class of the root by default`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/home');
    await expect(page.locator('html')).toHaveClass(new RegExp(`(^| )${expected}( |$)`));
    await expect(page.locator('html')).not.toHaveClass(scheme === 'light' ? /dark/ : /light/);
  });

test('C8: a change of the system is followed, and a choice survives a reload, before the first paint', async ({
  page,
  owner,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  const root = page.locator('html');
  await expect(root).toHaveClass(/(^| )light( |$)/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveClass(/(^| )dark( |$)/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: words('common:user.menu', { name: owner.name }) }).click();
  await page.getByRole('menuitem', { name: words('common:theme.label') }).hover();
  await page.getByRole('menuitemradio', { name: words('common:theme.dark') }).click();
  await expect(root).toHaveClass(/(^| )dark( |$)/);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset.atFirst = document.documentElement.className;
    });
  });
  await page.reload();
  await expect(root).toHaveAttribute('data-at-first', /dark/);
});
