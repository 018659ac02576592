import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** The tree of spaces, apps and channels. */
export class Sidebar {
  readonly page: Page;
  readonly tree: Locator;
  readonly #language: string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.#language = language;
    this.tree = page.getByRole('tree', { name: words('workspace:tree.label', {}, language) });
  }

  /** The row of this name, whatever its sharing label. */
  item(name: string): Locator {
    const spoken = ['private', 'personal'].map((who) =>
      words(`workspace:tree.${who}Label`, { name }, this.#language),
    );
    const form = this.#language === 'en' ? '_one' : '_other';
    spoken.push(words(`workspace:tree.sharedWithLabel${form}`, { name, count: 1 }, this.#language));
    return [name, ...spoken]
      .map((each) => this.tree.getByRole('treeitem', { name: each, exact: true }))
      .reduce((either, each) => either.or(each));
  }

  /** The row of a name that says that only its reader sees it. */
  own(name: string): Locator {
    const spoken = words('workspace:tree.personalLabel', { name }, this.#language);
    return this.tree.getByRole('treeitem', { name: spoken, exact: true });
  }

  /** Expands a row: with many apps, their channels are collapsed until somebody expands them. */
  async unfold(name: string): Promise<void> {
    const row = this.item(name);
    await expect(row).toHaveAttribute('aria-expanded', /true|false/);
    if ((await row.getAttribute('aria-expanded')) === 'true') return;
    // The button is for pointers alone, and so has no name.
    await row.locator('button[aria-hidden]').first().click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
  }

  /** Presses one of the buttons that a row shows under the pointer. */
  async press(name: string, key: string): Promise<void> {
    const row = this.item(name);
    await row.hover();
    await row
      .getByRole('button', { name: words(`workspace:${key}`, {}, this.#language), exact: true })
      .click();
  }

  /** Presses a row's "+" and chooses what is made. */
  async add(name: string, key: string): Promise<void> {
    const row = this.item(name);
    await row.hover();
    await row
      .getByRole('button', { name: words('workspace:tree.add', { name }, this.#language), exact: true })
      .click();
    await this.page
      .getByRole('menuitem', { name: words(`workspace:${key}`, {}, this.#language), exact: true })
      .click();
  }

  /** Opens a row's menu and chooses from it. */
  async choose(row: string | Locator, key: string): Promise<void> {
    await (typeof row === 'string' ? this.item(row) : row).click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: words(`workspace:${key}`, {}, this.#language) }).click();
  }

  /** Types a new name into the rename field of a row. */
  async rename(to: string): Promise<void> {
    const field = this.page.getByRole('textbox', {
      name: words('workspace:rename.label', {}, this.#language),
    });
    await field.fill(to);
    await field.press('Enter');
    await expect(this.item(to)).toBeVisible();
  }

  /** Level of a row, from 1. */
  async levelOf(name: string): Promise<number> {
    return Number(await this.item(name).getAttribute('aria-level'));
  }
}
