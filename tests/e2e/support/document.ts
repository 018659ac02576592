import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../../running/api.ts';
import { words } from './words.ts';

/** A new app of documents. */
export async function makeNoteApp(api: Api, name: string): Promise<string> {
  const spaces = (await api.get('/api/space/list')).data as { id: string }[];
  const { id } = await api.trpc.app.create.mutate({ name, type: 'note', spaceId: spaces[0]?.id ?? '' });
  return id;
}

/** A new document, and where it is opened. */
export async function makeDocument(
  api: Api,
  appId: string,
  name: string,
): Promise<{ id: string; appId: string; path: string }> {
  const { id } = await api.trpc.channel.create.mutate({ appId, name, kind: 'document' });
  return { id, appId, path: `/note/${appId}/c/${id}` };
}

/** An open document, as its writer uses it. */
export class OpenDocument {
  readonly page: Page;
  readonly blocks: Locator;
  private readonly language: string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.language = language;
    this.blocks = page.locator('.bn-editor');
  }

  async open(path: string): Promise<this> {
    await this.page.goto(path);
    await expect(this.blocks).toBeVisible();
    return this;
  }

  /** Puts the cursor behind everything. */
  async toEnd(): Promise<void> {
    await this.blocks.focus();
    await this.page.keyboard.press('Control+End');
  }

  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Waits until the server has stored everything that was written here. */
  async expectSaved(): Promise<void> {
    await expect(this.page.getByText(this.words('state.saved'), { exact: true })).toBeVisible();
  }

  button(key: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name: this.words(key), exact: true });
  }

  words(key: string): string {
    return words(`document:${key}`, {}, this.language);
  }
}
