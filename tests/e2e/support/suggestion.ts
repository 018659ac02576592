import { expect, type Locator, type Page } from '@playwright/test';
import { OpenDocument } from './document.ts';
import { words } from './words.ts';

/** Asking a model in an open document. */
export class Asking {
  readonly page: Page;
  readonly doc: OpenDocument;
  readonly card: Locator;
  readonly text: Locator;
  private readonly language: string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.language = language;
    this.doc = new OpenDocument(page, language);
    this.card = page.getByRole('dialog', { name: this.words('title') });
    this.text = this.card.getByRole('region', { name: this.words('text') });
  }

  /** Selects a block's words, as a press three times does. */
  async select(text: string): Promise<void> {
    await this.doc.blocks.getByText(text).click({ clickCount: 3 });
  }

  /** Opens the card by keyboard. */
  async open(): Promise<void> {
    await this.page.keyboard.press('Control+j');
    await expect(this.card).toBeVisible();
  }

  /** Types a free prompt, which contains the instruction to the fake provider. */
  async ask(prompt: string): Promise<void> {
    await this.card.getByLabel(this.words('prompt.label')).fill(prompt);
    await this.page.keyboard.press('Enter');
  }

  async expectReady(text: string): Promise<void> {
    await expect(this.text).toContainText(text);
    await expect(this.button('again')).toBeVisible();
  }

  button(key: string): Locator {
    return this.card.getByRole('button', { name: this.words(key), exact: true });
  }

  words(key: string): string {
    return words(`suggestion:${key}`, {}, this.language);
  }
}
