import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** The palette, in the words of its reader. */
export class SearchPalette {
  readonly page: Page;
  readonly field: Locator;
  readonly options: Locator;
  /** The line that Enter would open. */
  readonly active: Locator;
  readonly #say: (key: string, params?: Record<string, string | number>) => string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.#say = (key, params) => words(`search:${key}`, params, language);
    this.field = page.getByRole('combobox', { name: this.#say('label') });
    this.options = page.getByRole('listbox', { name: this.#say('results') }).getByRole('option');
    this.active = this.options.and(page.locator('[aria-selected=true]'));
  }

  /** Opens it by its shortcut. */
  async open(): Promise<this> {
    await this.page.keyboard.press('Control+k');
    await expect(this.field).toBeFocused();
    return this;
  }

  /** Opens it from the sidebar. */
  async openByButton(): Promise<this> {
    await this.page.getByRole('button', { name: this.#say('open'), exact: true }).click();
    await expect(this.field).toBeFocused();
    return this;
  }

  group(kind: string): Locator {
    return this.page.getByRole('group', { name: this.#say(`group.${kind}`), exact: true });
  }

  /** Types a query and waits for the server's answer to it. */
  async find(query: string): Promise<void> {
    const answered = this.page.waitForResponse(
      (response) =>
        response.url().includes('search.find') && decodeURIComponent(response.url()).includes(`"${query}"`),
    );
    await this.field.fill(query);
    await answered;
  }
}
