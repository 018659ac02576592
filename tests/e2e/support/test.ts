import { test as base, expect, type BrowserContextOptions as Options, type Page } from '@playwright/test';
import type { Api } from '../../running/api.ts';
import { mailboxOf } from '../../running/mailbox.ts';
import { signUp } from '../../running/people.ts';
import { cleanUp, removeAfterTest } from './cleanup.ts';
import { type Installation, startInstallation } from './installation.ts';
import { Problems } from './problems.ts';
import { nobody, type StorageState, Windows } from './windows.ts';

/** The owner of an installation, made by the first sign-up. */
export interface Owner {
  id: number;
  name: string;
  email: string;
  api: Api;
  /** The chat app that every first account finds. */
  appId: string;
  state: StorageState;
}

interface PerTest {
  cleanup: undefined;
  problems: Problems;
  /** Lends a page of a window of this worker; its errors count as problems of this test. */
  lend(state: StorageState, options: Options): Promise<Page>;
  /** Opens a window for somebody: the owner unless another state, or null for a stranger, is given. */
  openWindow(state?: StorageState | null, options?: Options): Promise<Page>;
  /** A new channel of the owner's, opened in `page`. */
  freshChannel: { id: string; appId: string; name: string; path: string };
}
interface PerWorker {
  installation: Installation;
  owner: Owner;
  windows: Windows;
}

export const test = base.extend<PerTest, PerWorker>({
  installation: [
    async ({ browserName: _ }, use) => {
      const installation = await startInstallation();
      await use(installation);
      await installation.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  owner: [
    async ({ installation }, use) => {
      await use(await makeOwner(installation));
    },
    { scope: 'worker' },
  ],
  windows: [
    async ({ browser }, use) => {
      const windows = new Windows(browser);
      await use(windows);
      await windows.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ installation }, use) => use(installation.url),
  storageState: async ({ owner }, use) => use(owner.state),

  cleanup: [
    async ({ browserName: _ }, use) => {
      await use(undefined);
      await cleanUp();
    },
    { auto: true },
  ],
  problems: async ({ browserName: _ }, use) => {
    const problems = new Problems();
    await use(problems);
    expect(problems.unexpected, 'nothing goes wrong unseen').toEqual([]);
  },
  lend: async ({ windows, problems, baseURL, contextOptions, timezoneId }, use) => {
    const lent: Page[] = [];
    await use(async (state, options) => {
      const page = await windows.lend(state, {
        ...contextOptions,
        baseURL: baseURL ?? '',
        timezoneId,
        ...options,
      });
      problems.watch(page.context());
      lent.push(page);
      return page;
    });
    for (const context of new Set(lent.map((page) => page.context()))) {
      await windows.takeBack(context);
      problems.leave(context);
    }
  },
  page: async ({ lend, storageState, viewport, locale, hasTouch, isMobile }, use) => {
    const page = await lend(storageState as StorageState, { viewport, locale, hasTouch, isMobile });
    await use(page);
  },
  context: async ({ page }, use) => use(page.context()),
  openWindow: async ({ lend, owner }, use) => {
    await use((state = owner.state, options = {}) =>
      lend(state ?? nobody, { locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options }),
    );
  },
  freshChannel: async ({ owner }, use) => {
    await use(await makeChannel(owner));
  },
});

export { expect, nobody };

async function makeOwner({ url, mail }: Installation): Promise<Owner> {
  const email = 'olive@example.test';
  const person = await signUp(url, mailboxOf(mail), email, 'Olive Owner');
  const spaces = (await person.api.get('/api/space/list')).data as { apps: { id: string }[] }[];
  const appId = spaces[0]?.apps[0]?.id;
  if (appId === undefined) throw new Error('the first account found no app');
  return {
    id: person.id,
    name: 'Olive Owner',
    email,
    api: person.api,
    appId,
    state: stateOf(url, person.token),
  };
}

/** A browser's memory in which the holder of a token is signed in. */
export function stateOf(url: string, token: string): StorageState {
  return {
    cookies: [
      {
        name: 'tandem_session',
        value: token,
        domain: new URL(url).hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    origins: [],
  };
}

/** A new channel of the owner's. */
export async function makeChannel(
  { api, appId }: Owner,
  name = `Channel ${Date.now() % 1e6}`,
  parentGuid?: string,
) {
  const answer = await api.post(`/api/app/${appId}/channel`, { name, ...(parentGuid && { parentGuid }) });
  const { id } = answer.data as { id: string };
  if (answer.code !== 0) throw new Error(answer.text);
  removeAfterTest(() => api.trpc.channel.remove.mutate({ channelId: id }));
  return { id, appId, name, path: `/s/${appId}/c/${id}` };
}
