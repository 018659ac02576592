import type { Page, Route } from '@playwright/test';
import { atDepth } from '../../running/depth.ts';
import { Conversation } from '../support/conversation.ts';
import { openHome, signOut } from '../support/home.ts';
import { Sidebar } from '../support/sidebar.ts';
import { SigningIn } from '../support/signing-in.ts';
import { expect, nobody, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const toasts = (page: Page) => page.locator('[data-sonner-toast]');
const envelope = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body });

/** Fails the page outside of every component. */
async function failInTimer(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
}

test.describe('the error screen', () => {
  for (const [kind, fail] of [
    ['error', failInTimer],
    [
      'rejection',
      (page: Page, text: string) => page.evaluate((message) => void Promise.reject(new Error(message)), text),
    ],
  ] as const)
    test(`C5: an unhandled ${kind} shows it, with details, and reports it to the server's log`, async ({
      page,
      problems,
      installation,
    }) => {
      const message = `made to fail by ${kind}`;
      problems.expect(/made to fail/);
      await openHome(page);
      await fail(page, message);
      await expect(page.getByRole('heading', { name: 'Something Went Wrong', exact: true })).toBeVisible();
      await expect(page.getByText('team has been notified')).toBeVisible();
      const details = page.locator('details');
      await expect(details).not.toHaveAttribute('open');
      await page.getByText('View Technical Details', { exact: true }).click();
      await expect(details.getByText(message)).toBeVisible();
      await expect.poll(() => installation.server.output()).toContain(message);
      await expect(page.getByRole('link', { name: 'Back to Home', exact: true })).toHaveAttribute(
        'href',
        '/',
      );
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(page.locator('textarea[data-composer]')).toBeVisible();
      await expect(page).toHaveURL('/home');
    });

  test('C5: "Back to Home" leads home', async ({ page, problems, freshChannel }) => {
    problems.expect(/made to fail/);
    await new Conversation(page).open(freshChannel.path);
    await failInTimer(page, 'made to fail');
    await page.getByRole('link', { name: 'Back to Home', exact: true }).click();
    await expect(page).toHaveURL('/home');
  });

  test('C25: a missing chunk reads "Loading chunk {id} failed", and Retry loads it', async ({
    page,
    problems,
  }) => {
    problems.expect(/Loading chunk|Failed to load resource|Failed to fetch|ERR_FAILED/);
    let broken = true;
    await page.route(/\/assets\/HomeScreen.*\.js/, (route) => (broken ? route.abort() : route.continue()));
    await page.goto('/home');
    await page.getByText('View Technical Details', { exact: true }).click();
    await expect(page.getByText(/^Loading chunk \S+ failed$/)).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    // A browser remembers a module that failed; then a reload gets it.
    const home = page.locator('textarea[data-composer]');
    await expect(home.or(page.getByText('Something Went Wrong'))).toBeVisible();
    if (!(await home.isVisible())) await page.reload();
    await expect(home).toBeVisible();
  });

  test('C25: a failing layout chunk is reported as a screen’s is, in the reader’s language', async ({
    openWindow,
    owner,
    problems,
  }) => {
    problems.expect(/Loading chunk|Failed to load resource|Failed to fetch|ERR_FAILED/);
    const page = await openWindow(owner.state, { locale: 'zh-CN' });
    await page.route(/\/assets\/AdminLayout.*\.js/, (route) => route.abort());
    await page.goto('/admin/overview');
    await expect(
      page.getByRole('heading', { name: words('common:failure.title', {}, 'zh-CN') }),
    ).toBeVisible();
    await expect(
      page.getByRole('button', { name: words('common:failure.retry', {}, 'zh-CN') }),
    ).toBeVisible();
  });
});

test.describe('toasts', () => {
  /** Fails a call whose failures are shown as toasts: signing out. */
  async function failingCall(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
    await page.route('**/api/user/logout', answer);
    await openHome(page);
    await signOut(page);
  }

  test('C6: one appears at the bottom right for five seconds, 356 px wide; F8 takes the focus there', async ({
    page,
    problems,
  }) => {
    problems.expect(/status of 409/);
    await page.clock.install();
    await failingCall(page, envelope(409, { code: 7, msg: 'It went wrong.', data: null }));
    const toast = toasts(page).first();
    await expect(toast).toContainText('It went wrong.');
    await page.clock.runFor(1_000);
    const box = await toast.boundingBox();
    const size = page.viewportSize();
    expect(Math.round(box?.width ?? 0)).toBe(356);
    expect(size && box && size.width - box.x - box.width).toBeLessThan(40);
    expect(size && box && size.height - box.y - box.height).toBeLessThan(40);
    await page.clock.runFor(3_500);
    await expect(toast).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(toast).toBeHidden();
  });

  test('C6: F8 takes the focus to the toasts', async ({ page, problems }) => {
    problems.expect(/status of 409/);
    await failingCall(page, envelope(409, { code: 7, msg: 'It went wrong.', data: null }));
    await expect(toasts(page)).toHaveCount(1);
    await page.keyboard.press('F8');
    await expect(page.locator('[data-sonner-toaster]')).toBeFocused();
  });

  for (const status of atDepth([500], [500, 502, 503, 599]))
    test(`C12: a status of ${status} reads "HTTP error! status: ${status}"`, async ({ page, problems }) => {
      problems.expect(/status of 5\d\d/);
      await failingCall(page, envelope(status, { code: 50_000, msg: 'Hidden', data: null }));
      await expect(toasts(page)).toHaveText([new RegExp(`HTTP error! status: ${status}`)]);
    });

  test('C12: a status of 512 reads what the envelope says', async ({ page, problems }) => {
    problems.expect(/status of 512/);
    await failingCall(page, envelope(512, { code: 7, msg: 'That is not set up here.', data: null }));
    await expect(toasts(page)).toHaveText([/That is not set up here\./]);
  });

  test('C14: any other code shows its msg, else its message, else "Request failed"', async ({ page }) => {
    let body: object = {};
    await page.route('**/api/user/logout', (route) => envelope(200, body)(route));
    await openHome(page);
    for (const [answer, expected] of [
      [{ code: 7, msg: 'The msg.' }, 'The msg.'],
      [{ code: 7, message: 'The message.' }, 'The message.'],
      [{ code: 7 }, 'Request failed'],
    ] as const) {
      body = answer;
      await signOut(page);
      await expect(toasts(page).filter({ hasText: expected })).toHaveCount(1);
    }
  });
});

test.describe('inline', () => {
  test.use({ storageState: nobody });

  test('C15: a call that opts out shows no toast, and its error inline', async ({
    page,
    problems,
    owner,
  }) => {
    expect(owner.id).toBeGreaterThan(0);
    problems.expect(/status of 400/);
    await page.route(
      '**/api/user/sendEmailCode',
      envelope(400, { code: 7, msg: 'Not like that.', data: null }),
    );
    await page.goto('/login');
    const signing = new SigningIn(page);
    await signing.email.fill('a@example.test');
    await signing.button('action.continue').first().click();
    await expect(page.getByRole('alert').filter({ hasText: 'Not like that.' })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  });
});

test.describe('a change that fails', () => {
  /** Renames the open channel; the server responds as given. */
  async function failToRename(page: Page, status: number, data: object, message: string): Promise<void> {
    await page.route('**/api/channel.update*', (route) =>
      route.fulfill({ status, json: [{ error: { json: { message, code: -32_000, data } } }] }),
    );
    const side = new Sidebar(page);
    await expect(side.tree.getByRole('treeitem', { selected: true })).toBeVisible();
    await side.tree.focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Another name');
    await page.keyboard.press('Enter');
  }

  test('C10: a 401 shows "Login expired, please login again" and leads to /login', async ({
    page,
    problems,
    freshChannel,
  }) => {
    problems.expect(/status of 401|WebSocket/);
    await new Conversation(page).open(freshChannel.path);
    const data = {
      code: 'UNAUTHORIZED',
      httpStatus: 401,
      errorCode: 40_100,
      key: 'unauthorised',
      params: {},
    };
    await failToRename(page, 401, data, 'Please sign in.');
    await expect(page).toHaveURL('/login');
    await expect(toasts(page)).toHaveText([/Login expired, please login again/]);
  });

  test('C16: one that names a limit reads "Rate limit exceeded. Please try again later."', async ({
    page,
    problems,
    freshChannel,
  }) => {
    problems.expect(/status of 429/);
    await new Conversation(page).open(freshChannel.path);
    const data = {
      code: 'TOO_MANY_REQUESTS',
      httpStatus: 429,
      errorCode: 42_900,
      key: 'tooManyRequests',
      params: {},
    };
    await failToRename(page, 429, data, 'Too many requests: the limit is reached.');
    await expect(toasts(page)).toHaveText([/Rate limit exceeded\. Please try again later\./]);
    // The old name is shown again.
    await expect(new Sidebar(page).item(freshChannel.name)).toBeVisible();
  });
});
