import { expect } from '@playwright/test';
import { SigningIn } from '../signing-in.ts';
import { heading, type Screen } from './screen.ts';

/** Screens before sign-in. */
export const outsideScreens: Screen[] = [
  {
    name: 'login',
    outside: true,
    async open(page) {
      await page.goto('/login');
      await heading(page);
      await expect(page.getByRole('link', { name: /Acme/ })).toBeVisible();
    },
  },
  {
    name: 'register',
    outside: true,
    async open(page) {
      await page.goto('/register');
      await heading(page);
    },
  },
  {
    name: 'login-code',
    outside: true,
    async open(page, _owner, language) {
      await page.route('**/api/user/sendEmailCode', (route) =>
        route.fulfill({ json: { code: 0, msg: '', data: { delivery: 'mail' } } }),
      );
      await page.goto('/login');
      await new SigningIn(page, language).askForCode('someone@example.test');
    },
  },
  {
    name: 'callback-failed',
    outside: true,
    async open(page) {
      await page.goto('/callback?error=oauthFailed&provider=Acme');
      await heading(page);
    },
  },
  {
    name: 'register-invited',
    outside: true,
    async open(page, owner, language) {
      const email = `invited-${language}@example.test`;
      const { link } = await owner.api.trpc.invitation.create.mutate({ email, role: 'member' });
      const { pathname, search } = new URL(link);
      await page.goto(pathname + search);
      await heading(page);
    },
  },
];
