import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailSink, startMailSink } from '../../fakes/mail/server.ts';
import { type RunningServer, startServerProcess } from '../../running/server.ts';
import { Browser } from './browser.ts';
import type { SignedIn } from './people.ts';

/** An operator's view: the real process with its real output. */
let sink: MailSink;
let server: RunningServer;
const email = 'olive@example.com';

beforeAll(async () => {
  sink = await startMailSink();
  server = await startServerProcess({
    LOG_LEVEL: 'trace',
    SMTP_URL: sink.url,
    PUBLIC_URL: 'http://tandem.example',
    OIDC_CORP_ISSUER: 'http://127.0.0.1:1',
    OIDC_CORP_CLIENT_ID: 'tandem',
    OIDC_CORP_CLIENT_SECRET: 'a secret between two servers',
  });
});
afterAll(async () => {
  await server.dispose();
  await sink.close();
});

describe('the output of the server', () => {
  it('shows the set-up code, which the first account needs', async () => {
    await expect
      .poll(() => server.output(), { timeout: 10_000 })
      .toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  });

  it('shows no sign-in code, token or secret when codes go by mail', async () => {
    const browser = new Browser(server.url);
    const setupCode = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(server.output())?.[0];
    await browser.post('/api/user/sendEmailCode', { email });
    const code = await sink.codeFor(email);
    await browser.post('/api/user/login', { email, code: '000000' });
    const { data } = await browser.post<SignedIn>('/api/user/register', {
      email,
      code,
      name: 'Olive',
      setupCode,
    });
    expect(data.user.email).toBe(email);
    const end = await browser.get('/api/oauth/corp/start');
    expect(end.location).toBe('/callback?error=oauthFailed&provider=CORP');
    await browser.get(`/api/oauth/corp/callback?code=${'c'.repeat(40)}&state=${'s'.repeat(40)}`);
    await browser.get('/api/user/logout');
    const output = server.output();
    expect(output).toContain('third-party sign-in failed');
    for (const secret of [
      code,
      data.token,
      data.token.split('.')[2] ?? '',
      'a secret between two servers',
      'c'.repeat(40),
      's'.repeat(40),
    ])
      expect(output.includes(secret), secret).toBe(false);
  });

  it('shows the code when there is no mail server, and only then', async () => {
    await server.stop();
    await server.start({ SMTP_URL: '' });
    const before = server.output().length;
    const browser = new Browser(server.url);
    expect((await browser.post('/api/user/sendEmailCode', { email })).data).toEqual({ delivery: 'console' });
    const printed = () => /(\d{6}) is your Tandem code/.exec(server.output().slice(before))?.[1];
    await expect.poll(printed).toBeDefined();
    const signedIn = await browser.post<SignedIn>('/api/user/login', { email, code: printed() });
    expect(signedIn.data.user.email).toBe(email);
  });

  it('says in a sentence that the secret key has changed', async () => {
    await server.stop();
    const start = server.start({ SECRET_KEY: 'another secret of more than thirty-two characters' });
    await expect(start).rejects.toThrow(/was set up with another SECRET_KEY/);
    expect(server.alive()).toBe(false);
  });
});
