import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Api } from '../../running/api.ts';
import { mailboxOf } from '../../running/mailbox.ts';
import { signUp } from '../../running/people.ts';
import { Problems } from './problems.ts';
import { openStage, type Stage } from './stage.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The owner of a stage, as made by the first sign-up. */
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
  problems: Problems;
  /** Opens a window of its own for somebody: the owner unless another state, or null for a stranger, is given. */
  openWindow(state?: StorageState | null, options?: Parameters<Browser['newContext']>[0]): Promise<Page>;
  /** A new channel of the owner's, opened in `page`. */
  freshChannel: { id: string; appId: string; name: string; path: string };
}
interface PerWorker {
  stage: Stage;
  owner: Owner;
}

/** Whoever is nobody yet: for `test.use({ storageState: nobody })`. */
export const nobody: StorageState = { cookies: [], origins: [] };

export const test = base.extend<PerTest, PerWorker>({
  stage: [
    async ({ browserName: _ }, use) => {
      const stage = await openStage();
      await use(stage);
      await stage.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  owner: [
    async ({ stage }, use) => {
      await use(await makeOwner(stage));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stage }, use) => use(stage.url),
  storageState: async ({ owner }, use) => use(owner.state),

  problems: async ({ browserName: _ }, use) => {
    const problems = new Problems();
    await use(problems);
    expect(problems.unexpected, 'nothing goes wrong unseen').toEqual([]);
  },
  context: async ({ context, problems }, use) => {
    problems.watch(context);
    await use(context);
  },
  openWindow: async ({ browser, contextOptions, owner, problems, stage }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (state = owner.state, options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: stage.url,
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        storageState: state ?? nobody,
        ...options,
      });
      problems.watch(context);
      opened.push(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  freshChannel: async ({ owner }, use) => {
    await use(await makeChannel(owner));
  },
});

export { expect };

async function makeOwner({ url, mail }: Stage): Promise<Owner> {
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
  return { id, appId, name, path: `/s/${appId}/c/${id}` };
}
