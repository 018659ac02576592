import { openHome } from '../support/home.ts';
import { expect, nobody, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('C26: a failing language file is requested six times, 350 ms doubling, and English is used instead', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 503/);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  const asked = new Map<string, number>();
  await page.route('**/static/locales/zh-CN/*.json', (route) => {
    const { pathname } = new URL(route.request().url());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    return route.fulfill({ status: 503, body: '' });
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'zh-CN' });
    Object.defineProperty(navigator, 'languages', { get: () => ['zh-CN'] });
  });
  await page.goto('/home');
  const common = () => asked.get('/static/locales/zh-CN/common.json') ?? 0;
  // 350 + 700 + 1400 + 2800 + 5600 ms lie between the first and the last.
  for (const [wait, total] of [
    [0, 1],
    [350, 2],
    [700, 3],
    [1_400, 4],
    [2_800, 5],
    [5_600, 6],
  ] as const) {
    await page.clock.runFor(wait + 50);
    // The answer before may have been read only after that: then the wait began later.
    await expect
      .poll(async () => {
        if (common() < total) await page.clock.runFor(50 + wait / 5);
        return common();
      })
      .toBe(total);
  }
  await expect(async () => {
    // Parts of the page ask for sentences of their own, one after another.
    await page.clock.runFor(12_000);
    await expect(page.getByText(words('common:nav.home')).first()).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 20_000 });
});

test('C27: nothing is fetched again on focus, on reconnecting or by time', async ({
  page,
  context,
  problems,
}) => {
  // Minutes that pass in an instant leave no time for the socket's pings to be answered.
  problems.expect(/WebSocket is already in CLOSING or CLOSED state/);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.clock.install();
  await openHome(page);
  // The last thing that /home asks for.
  await expect.poll(() => asked.some((line) => line.includes('home.recent'))).toBe(true);
  await page.waitForLoadState('networkidle');
  const quietly = async (occasion: string, happen: () => Promise<unknown>) => {
    const before = asked.length;
    await happen();
    await page.clock.runFor(1_000);
    await page.waitForLoadState('networkidle');
    expect(asked.slice(before), occasion).toEqual([]);
  };
  await quietly('focus', () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('blur'));
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    }),
  );
  await quietly('reconnecting', async () => {
    await context.setOffline(true);
    await context.setOffline(false);
  });
  await quietly('time', () => page.clock.runFor(10 * 60_000));
});

test('C24: the official user is requested once, and its failure shows nothing', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500|official user/i);
  await page.addInitScript(() => localStorage.setItem('officialUser', '{"token":"a.b.c"}'));
  await openHome(page);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

test('C22: corrupt and unwritable storage harms nothing', async ({ page, problems }) => {
  problems.expect(/storage/i);
  await page.addInitScript(() => {
    for (const key of ['theme', 'officialUser', 'language', 'authorization', 'expanded', 'sidebar'])
      localStorage.setItem(key, '{ not json');
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openHome(page);
  await page.locator('textarea[data-composer]').fill('Something to keep');
  await expect(page.locator('textarea[data-composer]')).toHaveValue('Something to keep');
});

test('C41: languages are files at /static/locales', async ({ page }) => {
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/static/locales/')) asked.push(`${response.status()} ${pathname}`);
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'zh-CN' });
    Object.defineProperty(navigator, 'languages', { get: () => ['zh-CN'] });
  });
  await page.goto('/home');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect(asked.filter((line) => line.startsWith('200 /static/locales/zh-CN/')).length).toBeGreaterThan(0);
  expect(asked.filter((line) => !/^(200|304) /.test(line))).toEqual([]);
});

test.describe('the hosted site', () => {
  test.use({ storageState: nobody });

  test('C23: a protocol callback is accepted only from the host oauth_callback', async ({
    page,
    problems,
  }) => {
    problems.expect(/status of 4\d\d|token|Failed to load resource/);
    const sent: (string | undefined)[] = [];
    await page.route('**/api/user/profile', (route) => {
      sent.push(route.request().headers().authorization);
      return route.fallback();
    });
    await page.addInitScript(() => {
      const stored: Record<string, unknown> = {};
      Object.assign(window, {
        stored,
        desktop: {
          storage: {
            get: async (key: string) => stored[key],
            async set(key: string, value: unknown) {
              stored[key] = value;
            },
            async remove(key: string) {
              delete stored[key];
            },
          },
          onProtocolInvoked: (listener: (url: string) => void) => Object.assign(window, { invoke: listener }),
        },
      });
    });
    await page.goto('/login');
    await page.waitForFunction(() => 'invoke' in window);
    const token = (payload: object) =>
      ['{}', JSON.stringify(payload), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');
    const invoke = (url: string) =>
      page.evaluate((address) => (window as unknown as { invoke(url: string): void }).invoke(address), url);
    const stored = () =>
      page.evaluate(() => JSON.stringify((window as unknown as { stored: object }).stored));

    await invoke(`tandem://elsewhere?token=${token({ token: 'evil.evil.evil', name: 'Evil' })}`);
    expect(await stored()).not.toContain('Evil');
    await invoke(`tandem://oauth_callback?token=${token({ token: 'h.i.j', name: 'Ångström 测试' })}`);
    await expect.poll(stored).toContain('Ångström 测试');
    await expect.poll(() => sent).toContain('Bearer h.i.j');
  });
});
