import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** The conversation on the screen, in the words of its reader. */
export class Conversation {
  readonly page: Page;
  readonly composer: Locator;
  /** Answers of assistants, oldest first. */
  readonly answers: Locator;
  /** Messages of people, oldest first. */
  readonly questions: Locator;
  readonly #say: (key: string, params?: Record<string, string | number>) => string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.#say = (key, params) => words(`chat:${key}`, params, language);
    this.composer = page.locator('textarea[data-composer]');
    this.answers = page.locator('article[aria-busy]');
    this.questions = page.locator('article[data-message]:not([aria-busy])');
  }

  /** The answer at the end of the channel; none after an unanswered question. */
  get lastAnswer(): Locator {
    return this.page.locator('article[aria-busy][data-last]');
  }
  get lastQuestion(): Locator {
    return this.questions.last();
  }
  get stopButton(): Locator {
    return this.button('composer.stop');
  }
  get queue(): Locator {
    return this.page.getByRole('region', { name: this.#say('queue.label') });
  }

  button(key: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name: this.#say(key), exact: true });
  }

  /** Opens a channel and waits until its messages, or its empty state, are visible. */
  async open(path: string): Promise<this> {
    await this.page.goto(path);
    const list = this.page.getByRole('region', { name: this.#say('list.label') });
    await expect(list.or(this.page.getByText(this.#say('empty.words')))).toBeVisible();
    await expect(this.composer).toBeEditable();
    return this;
  }

  /** Writes, and sends by keyboard; on a touch screen by the button, since Enter begins a line there. */
  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    if (await this.page.evaluate(() => matchMedia('(hover: none)').matches))
      await this.composer.locator('xpath=ancestor::form').locator('button[type=submit]').tap();
    else await this.composer.press('Enter');
    await expect(this.composer).toHaveValue('');
  }

  /** Waits until the last answer is complete and reads `text`. */
  async expectAnswer(text: string | RegExp): Promise<void> {
    await expect(this.lastAnswer).toContainText(text);
    await expect(this.lastAnswer).toHaveAttribute('aria-busy', 'false');
  }

  /** Waits until an answer grows, with `text` in it. */
  async expectGrowing(text: string | RegExp): Promise<void> {
    await expect(this.lastAnswer).toContainText(text);
    await expect(this.lastAnswer).toHaveAttribute('aria-busy', 'true');
  }
}

/** A directive to the fake provider: so many words, one every so many milliseconds. */
export function slowly(count: number, delay = 60): string {
  return `[[tokens ${count}]][[delay ${delay}]]`;
}
