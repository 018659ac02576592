import type { Page } from '@playwright/test';
import type { Owner } from '../test.ts';
import { makeVersionedDocument, Versions } from '../versions.ts';
import type { Screen } from './screen.ts';

async function openVersions(page: Page, owner: Owner, language: string): Promise<Versions> {
  await page.goto('/healthz');
  const { path } = await makeVersionedDocument(owner, new URL(page.url()).origin);
  return new Versions(page, language).open(path);
}

/** Screens of a document's versions, and of a comparison. */
export const versionsScreens: Screen[] = [
  {
    name: 'versions',
    async open(page, owner, language) {
      await openVersions(page, owner, language);
    },
  },
  {
    name: 'version-comparison',
    async open(page, owner, language) {
      const versions = await openVersions(page, owner, language);
      await versions.compare('As we sent it to the board');
    },
  },
];
