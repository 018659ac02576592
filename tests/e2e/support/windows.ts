import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A stranger: for `test.use({ storageState: nobody })`. */
export const nobody: StorageState = { cookies: [], origins: [] };

/** `baseURL` is the origin whose pages a window shows. */
type Options = BrowserContextOptions & { baseURL: string };

/** Everything a browser stores for an origin, except its HTTP cache. */
const stored = 'local_storage,indexeddb,cache_storage,service_workers';

/**
 * Browser windows that the tests of a worker reuse. A new one would fetch and compile the whole web app
 * again, which takes longer than most tests; these keep only the HTTP cache and the process with its compiled
 * code.
 */
export class Windows {
  readonly #browser: Browser;
  /** Free windows, by their options. */
  readonly #idle = new Map<string, BrowserContext[]>();
  readonly #lent = new Map<BrowserContext, Options>();
  /** Windows whose clock a test has moved, which cannot be undone. */
  readonly #spent = new Set<BrowserContext>();

  /** A page of each that shows nothing and keeps the window's process from ending between tests. */
  readonly #parked = new Map<BrowserContext, Page>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A blank page, the only one of a window as `options` say, in which the holder of `state` is signed in. */
  async lend(state: StorageState, options: Options): Promise<Page> {
    const context = this.#idle.get(JSON.stringify(options))?.pop() ?? (await this.#open(options));
    this.#lent.set(context, options);
    const page = await context.newPage();
    await this.empty(page, state);
    return page;
  }

  /** Takes a window back, and undoes everything a test did to it. */
  async takeBack(context: BrowserContext): Promise<void> {
    const key = JSON.stringify(this.#lent.get(context));
    this.#lent.delete(context);
    if (this.#spent.delete(context)) return context.close();
    const kept = this.#parked.get(context);
    await Promise.all(context.pages().map((page) => page !== kept && page.close()));
    await Promise.all([
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.clearPermissions(),
      context.setOffline(false),
    ]);
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), context]);
  }

  /** Makes a page's window a newcomer's, but for the cookies of `state`. */
  async empty(page: Page, state: StorageState): Promise<void> {
    const context = page.context();
    const origin = this.#lent.get(context)?.baseURL ?? '';
    // The page might write while its storage is cleared. A file of the same origin keeps the process.
    if (page.url() !== 'about:blank') await page.goto(`${origin}/healthz`);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: stored });
    await devTools.detach();
    await context.clearCookies();
    if (state.cookies.length > 0) await context.addCookies(state.cookies);
  }

  async #open(options: Options): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ ...options, storageState: nobody });
    const parked = await context.newPage();
    await parked.goto('/healthz');
    this.#parked.set(context, parked);
    const { clock } = context;
    for (const name of ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const) {
      const change = clock[name].bind(clock) as (...values: never[]) => Promise<void>;
      clock[name] = (...values: never[]) => {
        this.#spent.add(context);
        return change(...values);
      };
    }
    return context;
  }

  async close(): Promise<void> {
    const all = [...[...this.#idle.values()].flat(), ...this.#lent.keys()];
    await Promise.all(all.map((context) => context.close()));
  }
}
