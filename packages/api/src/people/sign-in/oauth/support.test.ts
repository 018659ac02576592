import { expect, it } from 'vitest';
import type { Platform } from '../../../core/platform.ts';
import { listOauthSupport } from './support.ts';

const provider = (id: string, issuer: string) => ({
  id,
  name: id,
  issuer,
  clientId: 'c',
  clientSecret: 's',
});

it('lists each sign-in method with its picture and start address', () => {
  const settings = {
    publicUrl: 'https://tandem.example',
    oidc: [
      provider('google', 'https://accounts.google.com'),
      provider('work', 'https://login.microsoftonline.com/1234/v2.0'),
      provider('lab', 'https://gitlab.example.org'),
      provider('corp', 'https://sso.example/realms/x'),
      provider('off', 'https://off.example'),
      provider('trick', 'https://google.com.evil.example'),
    ],
  };
  const listed = listOauthSupport({
    settings,
    values: { current: { disabledProviders: ['off'] } },
  } as unknown as Platform);
  expect(listed.map(({ icon }) => icon)).toEqual(['google', 'microsoft', 'gitlab', 'key', 'key']);
  expect(listed[0]).toEqual({
    id: 'google',
    name: 'google',
    icon: 'google',
    authorizeUrl: 'https://tandem.example/api/oauth/google/start',
  });
});
