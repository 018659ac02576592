import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Whoever is nobody yet: for `test.use({ storageState: nobody })`. */
export const nobody: StorageState = { cookies: [], origins: [] };

/** `baseURL` is the origin whose pages a window shows. */
type Options = BrowserContextOptions & { baseURL: string };

/** What a browser keeps for an origin, but for its cache of files. */
const stored = 'local_storage,indexeddb,cache_storage,service_workers';

/**
 * Browser windows that go from test to test of a worker. A new one would fetch and compile the whole web again, which
 * takes longer than most tests; what these keep is the cache of files and nothing else.
 */
export class Windows {
  readonly #browser: Browser;
  /** Those that nobody has, by what they were opened with. */
  readonly #idle = new Map<string, BrowserContext[]>();
  readonly #lent = new Map<BrowserContext, Options>();
  /** Those whose clock a test has moved, which nothing takes back. */
  readonly #spent = new Set<BrowserContext>();

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

  /** Takes a window back, with whatever a test did to it undone. */
  async takeBack(context: BrowserContext): Promise<void> {
    const key = JSON.stringify(this.#lent.get(context));
    this.#lent.delete(context);
    if (this.#spent.delete(context)) return context.close();
    await Promise.all(context.pages().map((page) => page.close()));
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
    // What is on the page might write while it is cleared. A file of the same origin takes no other process.
    if (page.url() !== 'about:blank') await page.goto(`${origin}/healthz`);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: stored });
    await devTools.detach();
    await context.clearCookies();
    if (state.cookies.length > 0) await context.addCookies(state.cookies);
  }

  async #open(options: Options): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ ...options, storageState: nobody });
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
