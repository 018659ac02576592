import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** The sign-in pages, as their reader goes through them. */
export class SigningIn {
  readonly page: Page;
  readonly #say: (key: string, params?: Record<string, string | number>) => string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.#say = (key, params) => words(`auth:${key}`, params, language);
  }

  get email(): Locator {
    return this.page.getByLabel(this.#say('field.email'), { exact: true });
  }
  get name(): Locator {
    return this.page.getByLabel(this.#say('field.name'), { exact: true });
  }
  get digits(): Locator {
    return this.page.getByRole('group', { name: this.#say('field.code') }).getByRole('textbox');
  }
  button(key: string, params?: Record<string, string>): Locator {
    return this.page.getByRole('button', { name: this.#say(key, params) });
  }

  /** Enters an address, and a name if required; ends at the code step. */
  async askForCode(email: string, name?: string): Promise<void> {
    if (name !== undefined) await this.name.fill(name);
    await this.email.fill(email);
    await this.button('action.continue').first().click();
    await expect(this.page.getByRole('heading', { name: this.#say('title.code') })).toBeVisible();
  }

  /** Types the digits; the last one sends them. */
  async enterCode(code: string): Promise<void> {
    const first = this.digits.first();
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleName(this.#say('field.digit', { number: 1 }));
    await this.page.keyboard.type(code);
  }

  /** The link of a third party. */
  provider(name: string): Locator {
    return this.page.getByRole('link', { name: this.#say('action.continueWith', { provider: name }) });
  }
}
