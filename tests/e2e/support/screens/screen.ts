import { expect, type Page } from '@playwright/test';
import type { Owner } from '../test.ts';

export interface Screen {
  name: string;
  /** Seen by nobody in particular, before signing in. */
  outside?: true;
  /** Opens the screen and waits until it is stable. */
  open(page: Page, owner: Owner, language: string): Promise<void>;
}

/** Waits for the heading of the whole screen. */
export const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
