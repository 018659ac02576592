import { expect } from '@playwright/test';
import { openPeople } from '../people.ts';
import { makeChannel } from '../test.ts';
import { words } from '../words.ts';
import type { Screen } from './screen.ts';

/** Screens of the team's people, and of sharing. */
export const teamScreens: Screen[] = [
  {
    name: 'people',
    open: (page, _owner, language) => openPeople(page, language),
  },
  {
    name: 'people-invitations',
    async open(page, owner, language) {
      for (const [email, role] of [
        ['ada@example.test', 'admin'],
        ['grace.hopper@navy.example.test', 'member'],
      ] as const)
        await owner.api.trpc.invitation.create.mutate({ email, role });
      await openPeople(page, language);
      await page.getByRole('tab', { name: words('team:people.invitations', {}, language) }).click();
      await expect(page.getByText('ada@example.test')).toBeVisible();
    },
  },
  {
    name: 'people-joining',
    async open(page, _owner, language) {
      await openPeople(page, language);
      await page.getByRole('tab', { name: words('team:people.joining', {}, language) }).click();
      await expect(page.getByRole('switch')).toBeVisible();
    },
  },
  {
    name: 'share',
    async open(page, owner, language) {
      const { id: channelId, path } = await makeChannel(owner, 'Shared');
      await owner.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
      const users = [{ email: 'guest@example.test', permission: 'comment' as const }];
      await owner.api.trpc.grant.share.mutate({ channelId, users });
      await page.goto(path);
      await page.getByRole('button', { name: words('share:open', {}, language), exact: true }).click();
      await expect(page.getByRole('dialog').getByText('guest@example.test')).toBeVisible();
    },
  },
  {
    name: 'shared-with-me',
    async open(page, _owner, language) {
      await page.goto('/home?view=shared');
      await expect(page.getByText(words('share:shared.none', {}, language))).toBeVisible();
    },
  },
];
