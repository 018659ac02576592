import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import type { OauthSupport } from '@tandem/shared/session/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcServer } from '../../fakes/oidc/server.ts';
import type { TestServer } from '../harness/server.ts';
import { Browser } from '../session/browser.ts';
import { openRegistration, setPreference, signUp } from '../session/people.ts';
import {
  comeBack,
  type OidcFixture,
  openOidcFixture,
  parameters,
  profile,
  through,
  untilReturn,
} from './fixture.ts';

let fixture: OidcFixture;
let server: TestServer;
let corp: OidcServer;
let lab: OidcServer;
let people = 0;
const newAddress = () => `person${++people}@example.com`;

beforeAll(async () => {
  fixture = await openOidcFixture();
  ({ server, corp, lab } = fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  corp.down = false;
  await openRegistration(server);
});

describe('sign-in methods', () => {
  it('C33: every configured provider is offered', async () => {
    const { data } = await new Browser(server.url).get<OauthSupport[]>('/api/oauth/support');
    expect(data.slice(0, 2)).toEqual([
      { id: 'corp', name: 'Corp & Söhne', icon: 'key', authorizeUrl: `${server.url}/api/oauth/corp/start` },
      { id: 'lab', name: 'Lab', icon: 'key', authorizeUrl: `${server.url}/api/oauth/lab/start` },
    ]);
  });

  it('an unknown provider is not found', async () => {
    const browser = new Browser(server.url);
    for (const id of ['nobody', '__proto__', 'constructor', '%2e%2e'])
      for (const path of [`/api/oauth/${id}/start`, `/api/oauth/${id}/callback?code=x&state=y`])
        expect(await browser.get(path), path).toMatchObject({ status: 404, data: null });
  });
});

describe.each(['corp', 'lab'])('signing in through %s', (id) => {
  const idp = () => (id === 'corp' ? corp : lab);

  it('creates an account for a verified address, once, and returns to the start page', async () => {
    const email = newAddress();
    idp().person = { sub: `new-${id}`, email: email.toUpperCase(), emailVerified: true, name: 'Nora New' };
    const browser = new Browser(server.url);
    const end = await through(browser, id, '/s/1/c/2?x=1#m');
    expect(`${end.pathname}${end.search}`).toBe(`/callback?returnTo=${encodeURIComponent('/s/1/c/2?x=1#m')}`);
    expect(end.origin).toBe(server.url);
    const made = await profile(browser);
    expect(made).toMatchObject({ email, name: 'Nora New' });

    const second = new Browser(server.url);
    await through(second, id);
    expect((await profile(second)).id).toBe(made.id);
    const identities = await server.db
      .selectFrom('identity')
      .select(['issuer', 'subject'])
      .where('userId', '=', made.id)
      .execute();
    expect(identities).toEqual([{ issuer: idp().issuer, subject: `new-${id}` }]);
  });

  it('signs in to the account of a verified address', async () => {
    const email = newAddress();
    const { user } = await signUp(server, email);
    idp().person = { sub: `joins-${id}`, email, emailVerified: true };
    const browser = new Browser(server.url);
    await through(browser, id);
    expect((await profile(browser)).id).toBe(user.id);
  });

  it('neither links nor creates an account for an unverified address', async () => {
    const email = newAddress();
    await signUp(server, email);
    const accounts = async () => (await server.db.selectFrom('user').select('id').execute()).length;
    const before = await accounts();
    for (const [index, claims] of [
      { email, emailVerified: false },
      { email },
      { email: newAddress(), emailVerified: false },
      { emailVerified: true },
      { email: 'not an address', emailVerified: true },
    ].entries()) {
      idp().person = { sub: `unverified-${id}-${index}`, ...claims };
      const browser = new Browser(server.url);
      const end = await through(browser, id);
      expect(parameters(end)).toEqual({
        error: 'emailNotVerified',
        provider: id === 'corp' ? 'Corp & Söhne' : 'Lab',
      });
      expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
    }
    expect(await accounts()).toBe(before);
  });

  it('identifies a person by issuer and subject, whatever happens to the address', async () => {
    const [first, second] = [newAddress(), newAddress()];
    idp().person = { sub: `moves-${id}`, email: first, emailVerified: true };
    const browser = new Browser(server.url);
    await through(browser, id);
    const { id: userId } = await profile(browser);
    await signUp(server, second);
    for (const claims of [
      { email: second, emailVerified: true },
      { email: second, emailVerified: false },
      {},
    ]) {
      idp().person = { sub: `moves-${id}`, ...claims };
      const again = new Browser(server.url);
      await through(again, id);
      expect((await profile(again)).id).toBe(userId);
    }
  });

  it('reports that the person declined', async () => {
    idp().person = null;
    expect(parameters(await through(new Browser(server.url), id))).toMatchObject({ error: 'oauthFailed' });
  });
});

describe('who may join', () => {
  it('the same subject at another issuer is another person', async () => {
    const [ann, ben] = [newAddress(), newAddress()];
    corp.person = { sub: 'same', email: ann, emailVerified: true };
    lab.person = { sub: 'same', email: ben, emailVerified: true };
    const [one, other] = [new Browser(server.url), new Browser(server.url)];
    await through(one, 'corp');
    await through(other, 'lab');
    expect((await profile(one)).email).toBe(ann);
    expect((await profile(other)).email).toBe(ben);
  });

  it('new people join only as the team allows', async () => {
    await setPreference(server, { emailDomains: ['corp.example'] });
    corp.person = { sub: 'closed', email: newAddress(), emailVerified: true };
    const browser = new Browser(server.url);
    expect(parameters(await through(browser, 'corp'))).toMatchObject({ error: 'registrationClosed' });
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
    corp.person = { sub: 'allowed', email: 'ann@corp.example', emailVerified: true };
    expect(parameters(await through(new Browser(server.url), 'corp'))).toEqual({ returnTo: '/' });
  });

  it('a suspended person may not', async () => {
    const email = newAddress();
    const { user } = await signUp(server, email);
    const suspendedAt = new Date();
    await server.db.updateTable('member').set({ suspendedAt }).where('userId', '=', user.id).execute();
    corp.person = { sub: 'suspended', email, emailVerified: true };
    expect(parameters(await through(new Browser(server.url), 'corp'))).toMatchObject({ error: 'suspended' });
  });

  it('many callbacks of one new person create one account', async () => {
    const email = newAddress();
    corp.person = { sub: 'eager', email, emailVerified: true };
    const browsers = Array.from({ length: 8 }, () => new Browser(server.url));
    const returns = await Promise.all(browsers.map((browser) => untilReturn(browser, 'corp')));
    await Promise.all(
      browsers.map((browser, index) => comeBack(browser, returns[index] ?? new URL(server.url))),
    );
    const ids = await Promise.all(browsers.map(async (browser) => (await profile(browser)).id));
    expect(new Set(ids).size).toBe(1);
  });
});
